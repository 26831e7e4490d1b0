"""Addresses for lists that come in and files that go out; they stand before the desk's, whose divisions follow."""

from __future__ import annotations

from django.urls import path

from tdapp.interchange.views import backups, export, roster

app_name = "interchange"
LISTS = "e/<slug:event>/entries/import"
FILES = "e/<slug:event>/export/"

COPY = "backup/<slug:place>/<str:copy>/"

urlpatterns = [
    path("backup/", backups.backup, name="backup"),
    path("backup/<uuid:pk>", backups.progress, name="backup_progress"),
    path("backup/<uuid:pk>/cancel", backups.cancel, name="backup_cancel"),
    path(f"{COPY}check", backups.check, name="backup_check"),
    path(f"{COPY}file", backups.take, name="backup_file"),
    path(f"{COPY}restore", backups.restore, name="backup_restore"),
    path(LISTS, roster.import_list, name="import"),
    path(f"{LISTS}/<uuid:pk>/", roster.preview, name="preview"),
    path(f"{LISTS}/<uuid:pk>/progress", roster.progress, name="progress"),
    path(f"{LISTS}/<uuid:pk>/again", roster.again, name="again"),
    path(f"{LISTS}/<uuid:pk>/apply", roster.apply, name="apply"),
    path(f"{LISTS}/<uuid:pk>/discard", roster.discard, name="discard"),
    path(FILES, export.export, name="export"),
    path(f"{FILES}<uuid:pk>/", export.export_job, name="export_job"),
    path(f"{FILES}<uuid:pk>/file", export.export_file, name="export_file"),
    path(f"{FILES}<uuid:pk>/cancel", export.export_cancel, name="export_cancel"),
]
