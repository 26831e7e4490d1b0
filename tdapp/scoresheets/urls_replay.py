"""Addresses of replay and what the public sees."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
