"""Browsers of everybody who may come to the word lists."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tdapp.kernel.models import User


def browser(user: User | None = None) -> Client:
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def at(name: str, *args: Any) -> str:
    return reverse(f"lexicon_admin:{name}", args=args)


def text(answer: HttpResponse) -> str:
    return answer.content.decode()
