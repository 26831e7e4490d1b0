from __future__ import annotations

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "tdapp.clubs"
    label = "clubs"
