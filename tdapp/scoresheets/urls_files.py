"""Addresses of files, photos, blank sheets and templates."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
