"""`/metrics`: for Prometheus and whoever reads its text. Asked with the installation's own token, by any name or address."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.later import later
from tdapp.launch import counting
from tdapp.launch.metrics import state

if TYPE_CHECKING:
    import prometheus_client
    from prometheus_client import exposition, multiprocess
else:
    prometheus_client = later("prometheus_client")
    exposition = later("prometheus_client.exposition")
    multiprocess = later("prometheus_client.multiprocess")

ASK = "Ask with the token of TD_METRICS_TOKEN: Authorization: Bearer TOKEN.\n"


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything that is counted by the processes of this machine, and how the installation stands. 404 where no token is
    set, 401 without it.
    """
    if not settings.METRICS_TOKEN:
        return HttpResponseNotFound(
            "Nobody watches this installation (TD_METRICS_TOKEN).\n", "text/plain; charset=utf-8"
        )
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(
        token.strip().encode(), settings.METRICS_TOKEN.encode()
    ):
        return HttpResponse(ASK, "text/plain; charset=utf-8", 401, headers={"WWW-Authenticate": "Bearer"})
    counting.counters()
    registry = prometheus_client.CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    registry.register(state.State())
    return HttpResponse(prometheus_client.generate_latest(registry), exposition.CONTENT_TYPE_LATEST)
