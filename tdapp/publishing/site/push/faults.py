"""What can go wrong on the way to a place: a code with facts, stored as such and told in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# Tried again by themselves, with growing pauses.
PASSING = {
    "no-network": gettext_lazy(
        "%(host)s cannot be reached: %(why)s. Nothing has to be done: it is tried again by itself."
    ),
    "cut": gettext_lazy("The connection to %(host)s broke: %(why)s. It goes on from there by itself."),
    "full": gettext_lazy(
        "%(host)s did not take %(path)s: %(why)s. Often its disk is full: make room there; it is tried again by itself."
    ),
    "server-fault": gettext_lazy("%(host)s has a fault of its own: %(why)s. It is tried again by itself."),
    "asks-to-wait": gettext_lazy(
        "%(host)s asks to wait: much came there at once. It is tried again by itself."
    ),
    "no-disk": gettext_lazy("%(host)s is not there: %(why)s. Is the disk in? It is tried again by itself."),
}
# Only a person can mend these: trying again would lock the account, or trust a stranger.
ASKING = {
    "unknown-key": gettext_lazy(
        "%(host)s is met for the first time. Nothing was sent. Compare its fingerprint and confirm it here."
    ),
    "changed-key": gettext_lazy(
        "%(host)s shows another key than you confirmed: it is new, or somebody stands between. Nothing was sent. Ask your host."
    ),
    "refused": gettext_lazy(
        "%(host)s does not let %(user)s in. Look at the name and the password, or put our public key there; then press Send now."
    ),
    "key-refused": gettext_lazy(
        "%(host)s does not take the key %(user)s or its secret. Type both again under Change; then press Send now."
    ),
    "secret-lost": gettext_lazy(
        "The secret of this place was sealed by another installation. Type it again under Change."
    ),
    "no-folder": gettext_lazy(
        "There is no folder %(path)s on %(host)s. Make it there or correct its name; then press Send now."
    ),
    "occupied": gettext_lazy(
        "%(path)s on %(host)s holds something else: nothing was sent. Name an empty folder for this event alone under Change."
    ),
    "no-bucket": gettext_lazy(
        "There is no bucket %(path)s at %(host)s. Make it there or correct its name; then press Send now."
    ),
    "not-allowed": gettext_lazy(
        "%(host)s does not let this name write to %(path)s. Have it allowed there; then press Send now."
    ),
    "wrong-clock": gettext_lazy(
        "The clocks of this computer and of %(host)s are too far apart. Set this one right; then press Send now."
    ),
    "inside": gettext_lazy(
        "%(host)s is an address inside this network. Whoever runs this server can allow such places (TD_PUSH_PRIVATE)."
    ),
    "folder-shut": gettext_lazy(
        "%(path)s lies in no folder that websites may be put into. Whoever runs this computer can name one (TD_PUSH_FOLDERS)."
    ),
    "no-certificate": gettext_lazy(
        "%(host)s does not prove that it is %(host)s: %(why)s. Nothing was sent. Ask your host."
    ),
    "said-no": gettext_lazy("%(host)s refuses: %(why)s. Mend it there or here; then press Send now."),
    "too-large": gettext_lazy(
        "The website is larger than %(host)s takes: %(why)s Ask there, then press Send now."
    ),
    "token-refused": gettext_lazy(
        "%(host)s does not know our token any more. Ask there for a new one and type it under Change."
    ),
}
SENTENCES: dict[str, Any] = PASSING | ASKING
# Nobody was met, or who was met said no: of what was to be sent nothing came there.
NOTHING_CAME = frozenset({*ASKING, "no-network", "no-disk"})


class Fault(Exception):
    """The push stopped. `facts`: what its sentence names (host, path, user, why); never a secret."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)
        self.code, self.facts = code, {name: str(value)[:200] for name, value in facts.items()}

    @property
    def passing(self) -> bool:
        """Whether trying again may help."""
        return self.code not in ASKING

    @property
    def nothing_came(self) -> bool:
        """Whether what was being sent lies there by no means."""
        return self.code in NOTHING_CAME

    def as_data(self) -> dict[str, Any]:
        """As it is kept with the place."""
        return {"code": self.code, "facts": self.facts}


def sentence(kept: Mapping[str, Any]) -> str:
    """A kept fault in the active language; "" for none."""
    if not kept:
        return ""
    if (told := SENTENCES.get(kept.get("code", ""))) is None:
        return _("It stopped because of a fault in the program; it is tried again by itself.")
    facts = {"host": "", "path": "", "user": "", "why": "", **kept.get("facts", {})}
    return str(told) % facts


def is_passing(kept: Mapping[str, Any]) -> bool:
    """Whether a kept fault is tried again by itself."""
    return kept.get("code", "") not in ASKING
