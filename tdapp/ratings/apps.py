from __future__ import annotations

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "tdapp.ratings"
    label = "ratings"
