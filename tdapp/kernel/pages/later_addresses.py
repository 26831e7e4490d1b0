"""Addresses of a room that is loaded when one of them is asked for, or written: most halls never need it."""

from __future__ import annotations

from typing import Any

from django.urls.resolvers import RoutePattern, URLResolver
from django.utils.translation import get_language


class LaterAddresses(URLResolver):
    """What stands below `route` in the module `urls`, under a namespace.

    Django's own, given the name of a module, waits for the first request to any address: looking one name over, it asks every
    room for all of its own. This one is not asked while somebody else's names are looked over.
    """

    def __init__(self, route: str, urls: str, namespace: str) -> None:
        super().__init__(
            RoutePattern(route, is_endpoint=False), urls, app_name=namespace, namespace=namespace
        )

    def _populate(self) -> None:
        """Not yet."""

    @property
    def reverse_dict(self) -> Any:
        """Its names in the language of the page."""
        return self._filled("_reverse_dict")

    @property
    def namespace_dict(self) -> Any:
        """Namespaces below its own."""
        return self._filled("_namespace_dict")

    @property
    def app_dict(self) -> Any:
        """Rooms below it."""
        return self._filled("_app_dict")

    def _filled(self, name: str) -> Any:
        kept = vars(self)[name]
        if get_language() not in kept:
            super()._populate()
        return kept[get_language()]
