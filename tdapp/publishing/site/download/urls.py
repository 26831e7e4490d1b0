"""Addresses of the desk's page about the public site."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.site.download import views

app_name = "site"
PAGE = "e/<slug:event>/website/"
urlpatterns = [
    path(PAGE, views.site, name="site"),
    path(f"{PAGE}<uuid:pk>/", views.job, name="job"),
    path(f"{PAGE}<uuid:pk>/file", views.file, name="file"),
    path(f"{PAGE}<uuid:pk>/cancel", views.cancel, name="cancel"),
]
