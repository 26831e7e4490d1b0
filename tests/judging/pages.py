"""Somebody at a judges' page: his browser, the page, its text."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from tdapp.kernel.models import User
from tests import factories as f


def client(who: User) -> Client:
    browser = Client()
    browser.force_login(who)
    return browser


def ana(hall: f.Hall, **values: Any) -> User:
    return f.member(hall.event, "judge", **{"shown": "Ana"} | values)


def page(browser: Client, name: str, *args: Any, **query: Any) -> Any:
    return browser.get(reverse(f"judging:{name}", args=args), query)


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())
