"""Addresses of the register of incidents."""

from __future__ import annotations

from django.urls import URLPattern, path

from tdapp.judging.incidents.views import incidents

LIST = "e/<slug:event>/incidents/"
ONE = f"{LIST}<int:number>/"
urlpatterns: list[URLPattern] = [
    path(LIST, incidents.register, name="incidents"),
    path(f"{LIST}print", incidents.printed, name="print_incidents"),
    path(ONE, incidents.incident, name="incident"),
    path(f"{ONE}decide", incidents.decide, name="incident_decide"),
    path(f"{ONE}note", incidents.note, name="incident_note"),
    path(f"{ONE}appeal", incidents.appeal, name="incident_appeal"),
    path(f"{ONE}withdraw", incidents.withdraw, name="incident_withdraw"),
    path(f"{ONE}photos", incidents.add_photo, name="incident_photo_add"),
    path(f"{ONE}photos/<uuid:pk>", incidents.photo, name="incident_photo"),
    path(f"{ONE}photos/<uuid:pk>/remove", incidents.remove_photo, name="incident_photo_remove"),
]
