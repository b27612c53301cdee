"""Where everything is: pages, the API under its base path, its errors' pages, and the review."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from backalley import entrance, fairness, guide, openapi, problems
from games.review.views import watch
from players import unsubscribing
from players.api.operation import operations

api: list[URLPattern | URLResolver] = [
    path("", include("players.api.urls")),
    path("", include("games.api.urls")),
    path("openapi.json", operations(get=openapi.ShowDocument), name="openapi"),
    path("docs", operations(get=openapi.ShowDocs), name="docs"),
    path("docs/guide", operations(get=guide.ShowGuide), name="guide"),
    path("docs/fairness", operations(get=fairness.ShowFairnessPage), name="fairness"),
    path("docs/verify_record.py", operations(get=fairness.ShowChecker)),
]

urlpatterns = [
    path("", entrance.front_page, name="front-page"),
    path("rules", entrance.rules_page, name="rules-page"),
    path("api/v1/", include(api)),
    # Before Django's own page for what is not found, which in debug mode is another.
    re_path(r"^api/v1(?:/|$)", problems.unknown_path),
    path("problems/<slug:code>", problems.explain),
    path("notices/stop/<str:token>", unsubscribing.stop_notices, name="stop-notices"),
    # Before the admin, which has an answer of its own for everything under its path.
    path("admin/replay/", include("games.review.urls")),
    path("admin/", admin.site.urls),
    path("games/<uuid:game_id>/replay", watch, name="watch"),
]

handler400 = "backalley.problems.bad_request"
handler403 = "backalley.problems.permission_denied"
handler404 = "backalley.problems.page_not_found"
handler500 = "backalley.problems.server_error"
