"""Addresses of files, photos, blank sheets and templates."""

from __future__ import annotations

from django.urls import URLPattern, path

from tdapp.scoresheets.files.views import blank, files, photos
from tdapp.scoresheets.paths import SHEET, TABLE

DIVISION = "e/<slug:event>/<slug:division>/"
urlpatterns: list[URLPattern] = [
    path(f"{TABLE}sheets/upload", files.upload, name="upload"),
    path(f"{SHEET}files/", files.files, name="files"),
    path(f"{SHEET}file/<slug:kind>", files.download, name="file"),
    path(f"{SHEET}photos", photos.add, name="photo_add"),
    path(f"{SHEET}photos/<uuid:photo>", photos.image, name="photo"),
    path(f"{SHEET}photos/<uuid:photo>/remove", photos.take_away, name="photo_remove"),
    path(f"{DIVISION}blank-sheet/", blank.page, name="blank"),
    path(f"{DIVISION}blank-sheet.pdf", blank.pdf, name="blank_pdf"),
    path(f"{DIVISION}sheet-template.xlsx", blank.template, name="template"),
]
