"""Addresses for lists that come in and files that go out; they stand before the desk's, whose divisions follow."""

from __future__ import annotations

from django.urls import path

from tdapp.interchange.views import backups, events, export, federation, roster

app_name = "interchange"
LISTS = "e/<slug:event>/entries/import"
FILES = "e/<slug:event>/export/"

FILL = "e/<slug:event>/entries/fill"
COPY = "backup/<slug:place>/<str:copy>/"

urlpatterns = [
    path("new/import", events.import_event, name="import_event"),
    path("new/import/<uuid:pk>/", events.event_preview, name="event_preview"),
    path("new/import/<uuid:pk>/columns", events.event_columns, name="event_columns"),
    path("new/import/<uuid:pk>/apply", events.event_apply, name="event_apply"),
    path("new/import/<uuid:pk>/discard", events.event_discard, name="event_discard"),
    path("new/bundle", federation.bundles, name="bundles"),
    path("new/bundle/<uuid:pk>/", federation.bundle_preview, name="bundle_preview"),
    path("new/bundle/<uuid:pk>/apply", federation.bundle_apply, name="bundle_apply"),
    path("new/bundle/<uuid:pk>/discard", federation.bundle_discard, name="bundle_discard"),
    path(FILL, events.fill, name="fill"),
    path(f"{FILL}/<uuid:pk>/", events.fill_preview, name="fill_preview"),
    path(f"{FILL}/<uuid:pk>/apply", events.fill_apply, name="fill_apply"),
    path(f"{FILL}/<uuid:pk>/discard", events.fill_discard, name="fill_discard"),
    path("backup/", backups.backup, name="backup"),
    path("backup/<uuid:pk>", backups.progress, name="backup_progress"),
    path("backup/<uuid:pk>/cancel", backups.cancel, name="backup_cancel"),
    path(f"{COPY}check", backups.check, name="backup_check"),
    path(f"{COPY}file", backups.take, name="backup_file"),
    path(f"{COPY}restore", backups.restore, name="backup_restore"),
    path(LISTS, roster.import_list, name="import"),
    path(f"{LISTS}/<uuid:pk>/", roster.preview, name="preview"),
    path(f"{LISTS}/<uuid:pk>/columns", roster.columns, name="columns"),
    path(f"{LISTS}/<uuid:pk>/progress", roster.progress, name="progress"),
    path(f"{LISTS}/<uuid:pk>/cancel", roster.cancel, name="cancel"),
    path(f"{LISTS}/<uuid:pk>/again", roster.again, name="again"),
    path(f"{LISTS}/<uuid:pk>/apply", roster.apply, name="apply"),
    path(f"{LISTS}/<uuid:pk>/discard", roster.discard, name="discard"),
    path(FILES, export.export, name="export"),
    path(f"{FILES}federation", federation.bundle, name="bundle"),
    path(f"{FILES}<uuid:pk>/", export.export_job, name="export_job"),
    path(f"{FILES}<uuid:pk>/file", export.export_file, name="export_file"),
    path(f"{FILES}<uuid:pk>/cancel", export.export_cancel, name="export_cancel"),
]
