"""What only pages need of Django's middleware: the API knows no cookies, so no request of it is
asked for a session, for who is signed in with it, or for what is to be said on the next page.
"""

from __future__ import annotations

from collections.abc import Awaitable

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from backalley.problems import under_base_path


class ForPages(MiddlewareMixin):
    """Before a middleware of Django's, which requests for the API then pass by."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """The answer of what comes next; for a page as the middleware makes it."""
        if under_base_path(request):
            return self.get_response(request)
        return super().__call__(request)


class Sessions(ForPages, SessionMiddleware):
    """`request.session`, by a cookie."""


class Users(ForPages, AuthenticationMiddleware):
    """`request.user`, by the session."""


class Messages(ForPages, MessageMiddleware):
    """What a page has to say about the form sent before it."""
