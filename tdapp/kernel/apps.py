from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class KernelConfig(AppConfig):
    name = "tdapp.kernel"
    label = "kernel"

    def ready(self) -> None:
        """A log-in waits for no writer: when it was is stored with its note (`signing_in.doors.notes`)."""
        user_logged_in.disconnect(dispatch_uid="update_last_login")
