"""What every operation of the service has in common: the order in which a request is judged.

An operation is one method of one path, and one class. It declares what it takes and answers; this
module reads the request in the contract's order and the OpenAPI document is made from the same
declarations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Any, ClassVar, Final
from urllib.parse import unquote_to_bytes
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from players import languages, limits, valkey
from players.addresses import client_address
from players.api.body import read_object, storable
from players.api.repeats import answered_once, key_of
from players.authentication import BearerTokenAuthentication
from players.errors import Problem, invalid
from players.models import Player
from players.permissions import TokenHasScope

RACE: Final = ("version", "last_move")
"""Members of a refusal that tell what came before the request."""
BY_ADDRESS: Final = frozenset(("anonymous", "arrivals", "sign-ins"))
"""Budgets of addresses; the others are players'."""
UUID_SHAPE = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class Operation(APIView):
    """One method of one path. A subclass has one of `get`, `post`, `put`, `patch`, `delete`, which
    is called when the request has passed, in this order: the token (401), the limits (429), `find`
    (404), the scope (403), the accepted types (406), the query and the body (415, 413, 400). A
    `post` whose request was carried out before, by its Idempotency-Key, is not called again.
    """

    # The scope that a token needs ("read", "play", "account"); None: no token is needed.
    scope: ClassVar[str | None] = None
    # The shapes of the query string and of the body; None: whatever is sent is ignored, and only
    # makes a request another one than that which had its Idempotency-Key.
    Query: ClassVar[type[Serializer[Any]] | None] = None
    Body: ClassVar[type[Serializer[Any]] | None] = None
    # For the OpenAPI document: what is answered by status, or by status and media type where there
    # are several, the codes of the refusals beyond those that follow from the declarations above,
    # and parameters beyond Query, such as headers.
    answers: ClassVar[Mapping[int, Any] | Mapping[tuple[int, str], Any]] = {}
    problems: ClassVar[tuple[str, ...]] = ()
    parameters: ClassVar[tuple[Any, ...]] = ()
    tags: ClassVar[tuple[str, ...]] = ()
    # On which budgets the request draws, of the player or of his address. None named: reads,
    # writes, or what is anonymous.
    budgets: ClassVar[tuple[limits.Name, ...]] = ()
    # Fields of the answer that are shown this once: null in a repeat, and never stored.
    secrets: ClassVar[tuple[str, ...]] = ()
    # Whether it changes the player's name.
    renames: ClassVar[bool] = False

    permission_classes = (TokenHasScope,)

    query: dict[str, Any]
    body: dict[str, Any]
    # What is drawn on once it is known whether the request was refused.
    to_settle: Sequence[limits.Charge] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer, with one word to Valkey if that will do."""
        with valkey.together():
            return super().dispatch(request, *args, **kwargs)

    @cached_property
    def sent(self) -> dict[str, Any]:
        """The body as it was sent, unknown fields included. Raises Problem as `read_object`."""
        return read_object(self.request)

    @property
    def default_response_headers(self) -> dict[str, str]:
        # The framework would send Allow, without the methods of the path's other operations.
        return {}

    def find(self) -> None:
        """Look up what the path names (`self.kwargs`) as the caller may see it, and keep it.

        Raises Problem `not-found` if there is no such thing, or not for the caller.
        """

    @property
    def player(self) -> Player:
        """Who is asking; only where a scope is declared."""
        if not isinstance(self.request.user, Player):
            raise Problem("not-authenticated")
        return self.request.user

    def get_authenticators(self) -> list[BaseAuthentication]:
        # Where nobody needs a token, one that has expired meanwhile does no harm either.
        return [] if self.scope is None else [BearerTokenAuthentication()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Judge the request up to its body. Raises Problem for the first thing that is wrong."""
        self.format_kwarg = None
        self.perform_authentication(request)
        if self.scope is not None:
            if request.auth is None:
                raise Problem("not-authenticated")
            self._speak(request)
        self.check_throttles(request)
        if self.scope is None:
            self._speak(request)
        _check_address(request)
        self.find()
        self.check_permissions(request)
        accepted = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = accepted
        if self.Query is not None:
            self.query = _validated(self.Query, _single_values(request))
        if self.Body is not None:
            self.body = _validated(self.Body, self.sent)
        key = key_of(request) if request.method == "POST" else None
        if key is not None:
            caller = self._known(request)
            if caller is not None:
                # This object serves this request alone, and its method is looked up after this.
                post = getattr(self, str(request.method).lower())
                vars(self)["post"] = partial(answered_once, self, caller, key, post)

    def _speak(self, request: Request) -> None:
        asked = request.headers.get(languages.HEADER)
        if languages.asked_for(asked) is None and "Authorization" in request.headers:
            caller = self._known(request)
            if caller is not None:
                languages.speak(caller.locale, asked)

    def _known(self, request: Request) -> Player | None:
        """Who is asking, also where nobody has to say it, and a token that is none does no harm."""
        if self.scope is not None:
            return self.player
        try:
            found = BearerTokenAuthentication().authenticate(request)
        except Problem:
            return None
        return None if found is None else found[0]

    def check_throttles(self, request: Request) -> None:
        """Draw on the budgets. Raises Problem `rate-limited`."""
        charges = [
            limits.Charge(
                name, client_address(request.META) if name in BY_ADDRESS else str(self.player.pk)
            )
            for name in self.budgets_drawn_on()
        ]
        self.to_settle = [one for one in charges if one.budget in limits.FORGIVING]
        if len(self.to_settle) < len(charges):
            limits.ask(request._request, *(one for one in charges if one not in self.to_settle))

    @classmethod
    def budgets_drawn_on(cls) -> tuple[limits.Name, ...]:
        """The names of the budgets that every request draws on."""
        if cls.budgets:
            return cls.budgets
        if cls.scope is None:
            return ("anonymous",)
        return ("reads",) if hasattr(cls, "get") else ("writes",)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """Answers are for the caller alone, and whoever keeps one asks before using it again."""
        final = super().finalize_response(request, response, *args, **kwargs)
        refused = 400 <= final.status_code < 500 and final.status_code != 429
        try:
            if self.to_settle:
                limits.settle(request._request, *self.to_settle, refused=refused)
            elif refused:
                limits.note_refusal(request._request)
        except Problem as problem:
            # Who has lost a race is told so all the same.
            told = json.loads(final.content)
            problem.facts |= {name: told[name] for name in RACE if name in told}
            refusal = self.handle_exception(problem)
            final = super().finalize_response(request, refusal, *args, **kwargs)
        final.headers.setdefault("Cache-Control", "private, no-cache")
        return final


def operations(**by_method: type[Operation]) -> Callable[..., HttpResponseBase]:
    """The view of one path: `operations(get=ListTokens, post=CreateToken)`.

    Any other method is refused with `method-not-allowed`, before anything else is asked.
    """
    views = {method.upper(): operation.as_view() for method, operation in by_method.items()}
    if "GET" in views:
        views["HEAD"] = views["GET"]
    allow = {"Allow": ", ".join([*views, "OPTIONS"])}

    @csrf_exempt
    def view(request: HttpRequest, **path: str) -> HttpResponseBase:
        if request.method in views:
            return views[request.method](request, **path)
        if request.method == "OPTIONS":
            known = HttpResponse(status=204, headers=allow)
            del known.headers["Content-Type"]
            return known
        refusal = Problem("method-not-allowed", headers=allow, allowed=allow["Allow"])
        answer: HttpResponseBase = APIView().get_exception_handler()(refusal, {"request": request})
        return answer

    # The OpenAPI document is made from these.
    vars(view).update(operations=by_method, cls=next(iter(by_method.values())), initkwargs={})
    return view


def path_uuid(text: str) -> UUID:
    """The id in a path. Raises Problem `not-found` for what cannot be one."""
    if not UUID_SHAPE.fullmatch(text):
        raise Problem("not-found")
    return UUID(text)


def _check_address(request: Request) -> None:
    if not storable(request.path_info):
        raise invalid("", _("The path must be free of NUL."), code="path")
    try:
        query = unquote_to_bytes(request.META.get("QUERY_STRING", "")).decode("utf-8")
    except UnicodeDecodeError:
        raise invalid("", _("The query string must be UTF-8."), code="query") from None
    if not storable(query):
        raise invalid("", _("The query string must be free of NUL."), code="query")


def _single_values(request: Request) -> dict[str, str]:
    for name, values in request.query_params.lists():
        if len(values) > 1:
            raise invalid(name, _("Must be given once."), code="repeated")
    return request.query_params.dict()


def _validated(shape: type[Serializer[Any]], data: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return dict(_kept(shape).run_validation(data))
    except ValidationError:
        # A serializer keeps its words in the language of their first use, so new ones are needed.
        serializer = shape(data=data)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)


@cache
def _kept(shape: type[Serializer[Any]]) -> Serializer[Any]:
    # To make one takes longer than to ask it.
    return shape()
