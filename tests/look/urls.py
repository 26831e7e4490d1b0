"""The gallery, and a stand-in for the screens that other rooms build: enough to drive the scripts against real answers."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [path("gallery/", include("tdapp.kernel.gallery"))]
