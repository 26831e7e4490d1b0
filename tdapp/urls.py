"""Every address of the installation. Rooms add their `include` here, narrowest first; publishing's catch-all comes last."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from tdapp.kernel import health

handler400 = "tdapp.launch.errors.handler400"
handler500 = "tdapp.launch.errors.handler500"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    # Public pages carry no token; whoever forges this form chooses a language and nothing else.
    path("language", csrf_exempt(require_POST(set_language)), name="set_language"),
    path("api/", include("tdapp.api.urls")),
    path("t/", include("tdapp.publishing.urls")),
    path("lexicons/", include("lexicon_admin.urls")),
    path("", include("tdapp.api.urls_desk")),
    path("", include("tdapp.publishing.urls_paper")),
    path("", include("tdapp.publishing.urls_certificates")),
    path("", include("tdapp.events.urls")),
    path("", include("tdapp.interchange.urls_copies")),
    path("", include("tdapp.interchange.urls")),
    path("", include("tdapp.judging.urls")),
    path("", include("tdapp.scoresheets.urls")),
    path("", include("tdapp.ratings.urls")),
    path("", include("tdapp.publishing.urls_desk")),
    path("", include("tdapp.desk.urls")),
]
