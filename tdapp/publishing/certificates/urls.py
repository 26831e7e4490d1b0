"""The desk's addresses of certificates."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.certificates.views import certificates

app_name = "certificates"
BASE = "e/<slug:event>/prizes/certificates/"
urlpatterns = [
    path(BASE, certificates.certificates, name="certificates"),
    path(f"{BASE}sponsors/add", certificates.add_sponsor, name="add_sponsor"),
    path(f"{BASE}sponsors/<uuid:pk>/remove", certificates.remove_sponsor, name="remove_sponsor"),
    path(f"{BASE}sponsors/<uuid:pk>/logo.png", certificates.logo, name="logo"),
    path(f"{BASE}<uuid:pk>/", certificates.job, name="job"),
    path(f"{BASE}<uuid:pk>/file", certificates.file, name="file"),
    path(f"{BASE}<uuid:pk>/cancel", certificates.cancel, name="cancel"),
]
