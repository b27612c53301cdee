"""The review's own pages, beside Django's admin."""

from __future__ import annotations

from django.urls import path

from games.review import views

app_name = "review"
urlpatterns = [
    path("record/", views.record, name="record"),
    path("<uuid:game_id>/", views.review, name="replay"),
]
