"""Every address of the installation. Rooms add their `include` here, narrowest first; publishing's catch-all comes last."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

from tdapp.kernel.pages import language
from tdapp.kernel.running import health
from tdapp.launch.metrics import views


class Later(URLResolver):
    """An `include` that is loaded when one of its addresses is first asked for or written, not with the first `reverse`."""

    def _populate(self) -> None:
        if "urlconf_module" in vars(self):
            super()._populate()


handler400 = "tdapp.launch.requests.errors.handler400"
handler404 = "tdapp.launch.requests.errors.handler404"
handler500 = "tdapp.launch.requests.errors.handler500"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", views.metrics, name="metrics"),
    path("language", language.choose, name="set_language"),
    # What the API is made of is 25 megabytes that a laptop whose clerks use the pages never needs.
    Later(RoutePattern("api/"), "tdapp.api.urls", app_name="api", namespace="api"),
    path("t/", include("tdapp.publishing.urls")),
    path("lexicons/", include("lexicon_admin.urls")),
    path("", include("tdapp.demo.urls")),
    path("", include("tdapp.api.urls_desk")),
    path("", include("tdapp.publishing.paper.urls")),
    path("", include("tdapp.publishing.certificates.urls")),
    path("", include("tdapp.publishing.site.download.urls")),
    path("", include("tdapp.publishing.embed.urls")),
    path("", include("tdapp.publishing.site.push.urls")),
    path("", include("tdapp.publishing.inbox.urls")),
    path("", include("tdapp.accounts.urls")),
    path("", include("tdapp.events.urls")),
    path("", include("tdapp.clubs.urls")),
    path("", include("tdapp.interchange.urls_copies")),
    path("", include("tdapp.interchange.urls")),
    path("", include("tdapp.judging.urls")),
    path("", include("tdapp.scoresheets.urls")),
    path("", include("tdapp.ratings.urls")),
    path("", include("tdapp.publishing.screens.urls")),
    path("", include("tdapp.publishing.look.urls")),
    path("", include("tdapp.publishing.entering.urls")),
    path("", include("tdapp.desk.urls")),
]
