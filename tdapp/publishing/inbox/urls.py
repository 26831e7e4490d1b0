"""Addresses of the inbox."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.inbox import views

app_name = "inbox"
urlpatterns = [
    path("inbox/", views.senders, name="senders"),
    path("inbox/<uuid:pk>/revoke", views.revoke, name="revoke"),
    path("inbox/receive/<slug:event>", views.receive, name="receive"),
    path("inbox/<slug:sender>/<slug:event>/", views.page, name="home"),
    path("inbox/<slug:sender>/<slug:event>/<path:path>", views.page, name="page"),
]
