from __future__ import annotations

from django.apps import AppConfig


class InterchangeConfig(AppConfig):
    name = "tdapp.interchange"
    label = "interchange"
