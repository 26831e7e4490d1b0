"""Every address of the installation. Rooms add their `include` here, narrowest first; publishing's catch-all comes last."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tdapp.kernel import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
