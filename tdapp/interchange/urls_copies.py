"""Addresses of an event's copies, of the helper's page, and of a takeover; they stand before the desk's divisions."""

from __future__ import annotations

from django.urls import path

from tdapp.interchange.views import copies, helpers, takeover

app_name = "copies"
AT = "e/<slug:event>/copies/"

urlpatterns = [
    path("new/takeover", takeover.takeover, name="takeover"),
    path("copies/meet", helpers.meet, name="meet"),
    path("copies/place/<uuid:pk>", copies.place, name="place"),
    path("c/<str:token>", helpers.helper, name="helper"),
    path("c/<str:token>/file", helpers.fetch, name="fetch"),
    path(AT, copies.page, name="page"),
    path(f"{AT}passphrase", copies.passphrase, name="passphrase"),
    path(f"{AT}key", copies.show_key, name="show_key"),
    path(f"{AT}key/new", copies.new_key, name="new_key"),
    path(f"{AT}now", copies.now, name="now"),
    path(f"{AT}file", copies.take, name="take"),
    path(f"{AT}links", copies.link, name="link"),
    path(f"{AT}links/<uuid:pk>/revoke", copies.revoke, name="revoke"),
    path(f"{AT}other", copies.other, name="other"),
    path(f"{AT}other/take", copies.take_theirs, name="take_theirs"),
    path(f"{AT}settled", copies.settle, name="settle"),
    path(f"{AT}rehearsal", copies.rehearse, name="rehearse"),
    path(f"{AT}rehearsal/end", copies.end_rehearsal, name="end_rehearsal"),
    path(f"{AT}<uuid:pk>/", copies.progress, name="progress"),
    path(f"{AT}<uuid:pk>/cancel", copies.cancel, name="cancel"),
]
