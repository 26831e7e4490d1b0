"""The kinds of places: what is said of each, checked before it is kept, and the way to it opened."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site import web_address
from tdapp.publishing.site.push import sealing
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.targets import Target, inbox, local, s3, sftp

Kind = PushPlace.Kind
Where = dict[str, Any]
LABELS = {
    Kind.SFTP: gettext_lazy("Web host (SFTP)"),
    Kind.S3: gettext_lazy("Object storage (S3)"),
    Kind.FOLDER: gettext_lazy("Folder of this computer"),
    Kind.INBOX: gettext_lazy("Inbox of a federation"),
}
# What says where it is: changed, it is another place.
WHERE = {
    Kind.SFTP: ("host", "port", "user", "folder"),
    Kind.S3: ("endpoint", "bucket", "inside"),
    Kind.FOLDER: ("path",),
    Kind.INBOX: ("address",),
}
HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.:_-]{0,251}[A-Za-z0-9])?")
BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]")
KEY, PASSWORD = "key", "password"


def offered() -> list[str]:
    """The kinds that can be chosen here."""
    return [kind for kind in LABELS if kind != Kind.FOLDER or settings.PUSH_FOLDERS]


def checked(kind: str, where: Mapping[str, Any]) -> Where:
    """What was typed about a place, as it is kept. Refuses 422 what leads nowhere."""
    if kind not in offered():
        raise Refusal("no-kind", _("There is no such kind of place here."))
    return _CHECKS[Kind(kind)](where)


def _sftp(where: Mapping[str, Any]) -> Where:
    host, user = str(where.get("host", "")).strip(), str(where.get("user", "")).strip()
    port, folder = where.get("port") or 22, str(where.get("folder", "")).strip().rstrip("/")
    if not HOST.fullmatch(host):
        raise Refusal(
            "bad-host",
            _("“%(text)s” is no name of a host; write it like sftp.example.org.") % {"text": host[:80]},
        )
    if not isinstance(port, int) or not 0 < port < 65536:
        raise Refusal("bad-port", _("A port is a number from 1 to 65535; most hosts use 22."))
    if not user:
        raise Refusal("no-user-name", _("Say the user name your host gave you."))
    _refuse_odd(folder)
    sign = PASSWORD if where.get("sign") == PASSWORD else KEY
    return {"host": host, "port": port, "user": user[:80], "folder": folder or ".", "sign": sign}


def _s3(where: Mapping[str, Any]) -> Where:
    endpoint = web_address.read(str(where.get("endpoint", "")))
    bucket, inside = str(where.get("bucket", "")).strip(), str(where.get("inside", "")).strip().strip("/")
    parts = urlsplit(endpoint)
    if not endpoint or parts.path or parts.username:
        raise Refusal(
            "bad-endpoint",
            _(
                "“%(text)s” is no address of object storage; write it like https://s3.example.org, without a bucket."
            )
            % {"text": endpoint[:80]},
        )
    _refuse_plain(parts.scheme)
    if not BUCKET.fullmatch(bucket):
        raise Refusal("bad-bucket", _("“%(text)s” is no name of a bucket.") % {"text": bucket[:80]})
    _refuse_odd(inside)
    if not str(where.get("key_id", "")).strip():
        raise Refusal("no-key-id", _("Say the id of the key your storage gave you."))
    return {
        "endpoint": endpoint, "bucket": bucket, "inside": inside, "key_id": str(where["key_id"]).strip()[:200],
        "region": str(where.get("region", "")).strip()[:40], "path_style": bool(where.get("path_style", True)),
    }  # fmt: skip


def _folder(where: Mapping[str, Any]) -> Where:
    path = str(where.get("path", "")).strip()
    if not local.is_allowed(path):
        raise Refusal("folder-shut", str(_allowed() % {"folders": ", ".join(settings.PUSH_FOLDERS)}))
    return {"path": path}


def _inbox(where: Mapping[str, Any]) -> Where:
    address = web_address.read(str(where.get("address", "")))
    if not address or urlsplit(address).username:
        raise Refusal(
            "bad-inbox",
            _("“%(text)s” is no address of an inbox; copy the one the federation gave you with the token.")
            % {"text": address[:80]},
        )
    _refuse_plain(urlsplit(address).scheme)
    return {"address": address}


def _allowed() -> str:
    return _("Websites may be put only into a folder inside: %(folders)s.")


def _refuse_plain(scheme: str) -> None:
    if scheme != "https" and not settings.PUSH_PRIVATE:
        raise Refusal(
            "no-https", _("The address must begin with https://, so that nobody reads the key on the way.")
        )


def _refuse_odd(folder: str) -> None:
    odd = ".." in folder.split("/") or "\\" in folder or not folder.isprintable() or len(folder) > 300
    if odd:
        raise Refusal(
            "bad-folder",
            _("“%(text)s” is no folder; write it like public_html/results.") % {"text": folder[:80]},
        )


_CHECKS: dict[str, Callable[[Mapping[str, Any]], Where]] = {
    Kind.SFTP: _sftp,
    Kind.S3: _s3,
    Kind.FOLDER: _folder,
    Kind.INBOX: _inbox,
}


def is_elsewhere(place: PushPlace, where: Where) -> bool:
    """Whether what is said leads somewhere else than the place as it is."""
    return any(place.where.get(name) != where.get(name) for name in WHERE[Kind(place.kind)])


def shown(place: PushPlace) -> str:
    """Where a place is, in one line, nothing secret."""
    where = place.where
    if place.kind == Kind.SFTP:
        port = "" if where["port"] == 22 else f":{where['port']}"
        return f"{where['user']}@{where['host']}{port}:{where['folder']}"
    if place.kind == Kind.S3:
        return f"{where['endpoint']}/{where['bucket']}/{where['inside']}".rstrip("/")
    return str(where.get("path") or where.get("address", ""))


def secrets_of(place: PushPlace) -> dict[str, str]:
    """What was sealed for a place. Fault when another installation did."""
    if not place.sealed:
        return {}
    text = sealing.opened(place.pk, place.sealed)
    if text is None:
        raise Fault("secret-lost")
    told: dict[str, str] = json.loads(text)
    return told


def opened(place: PushPlace) -> AbstractContextManager[Target]:
    """The way to a place, open. Fault when there is none."""
    if place.kind == Kind.INBOX:
        kept = secrets_of(place)
        at, token = clock.now(), kept.get("secret", "")
        return inbox.opened(
            inbox.Account(place.where["address"], place.event.slug, token, kept.get("key", ""), at)
        )
    return _OPEN[Kind(place.kind)](place.where, secrets_of(place), place.host_key)


def _open_sftp(where: Where, kept: Mapping[str, str], host_key: str) -> AbstractContextManager[Target]:
    by_key = where["sign"] == KEY
    return sftp.opened(
        sftp.Account(
            where["host"],
            where["port"],
            where["user"],
            where["folder"],
            host_key,
            password="" if by_key else kept.get("secret", ""),
            private_key=kept.get("key", "") if by_key else "",
        )
    )


def _open_s3(where: Where, kept: Mapping[str, str], _host_key: str) -> AbstractContextManager[Target]:
    return s3.opened(
        s3.Account(
            where["endpoint"],
            where["bucket"],
            where["inside"],
            where["key_id"],
            kept.get("secret", ""),
            where["region"],
            where["path_style"],
        )
    )


def _open_folder(where: Where, _kept: Mapping[str, str], _host_key: str) -> AbstractContextManager[Target]:
    return local.opened(where["path"])


_OPEN: dict[str, Callable[[Where, Mapping[str, str], str], AbstractContextManager[Target]]] = {
    Kind.SFTP: _open_sftp, Kind.S3: _open_s3, Kind.FOLDER: _open_folder,
}  # fmt: skip
