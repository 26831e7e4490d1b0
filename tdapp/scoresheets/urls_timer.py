"""Addresses of the turn timer."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
