"""Addresses of the places a website is sent to."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.site.push import views

app_name = "push"
PAGE = "e/<slug:event>/website/places/"
urlpatterns = [
    path(PAGE, views.places, name="places"),
    path(f"{PAGE}add/<slug:kind>/", views.add, name="add"),
    path(f"{PAGE}<uuid:pk>/", views.place, name="place"),
    path(f"{PAGE}<uuid:pk>/progress", views.progress, name="progress"),
    path(f"{PAGE}<uuid:pk>/now", views.now, name="now"),
    path(f"{PAGE}<uuid:pk>/confirm", views.confirm, name="confirm"),
    path(f"{PAGE}<uuid:pk>/down", views.down, name="down"),
    path(f"{PAGE}<uuid:pk>/remove", views.remove, name="remove"),
    path(f"{PAGE}<uuid:pk>/cancel", views.cancel, name="cancel"),
]
