"""A place websites are sent to, as the stages see it (`tdapp.publishing.site.staging.stages`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.conf import settings

from tdapp.publishing.site.addresses import INDEX, of_event
from tdapp.publishing.site.push import sending
from tdapp.publishing.site.push.holds import Holds
from tdapp.publishing.site.push.targets import Target
from tdapp.publishing.site.staging import standing
from tdapp.publishing.site.staging.standing import Standing
from tdapp.publishing.site.staging.withdrawal import Emptied, updating


class Pushed:
    """An open way to a place, what it holds, and what was done there so far, in files."""

    def __init__(self, target: Target, holds: Holds, step: sending.Step, event: str) -> None:
        self._target, self._holds, self._step, self._event = target, holds, step, event
        self.whole = target.whole
        self.unchanged, self._sent, self._removed = 0, set[str](), set[str]()

    @property
    def sent(self) -> int:
        """How many were sent, each counted once."""
        return len(self._sent)

    @property
    def removed(self) -> int:
        """How many were taken away and did not come back."""
        return len(self._removed - self._holds.files.keys())

    def holds(self) -> Mapping[str, str]:
        """The digests of what is there, or may be."""
        return dict(self._holds.files)

    def made_of(self) -> Standing | None:
        """What its files were made of."""
        return standing.of_data(self._holds.made_of())

    def take_back(self, emptied: Emptied) -> None:
        """What is public no longer goes. Where the website is taken as one, its pages say meanwhile that they come back."""
        kept, instead = emptied.kept, emptied.instead
        if self.whole and emptied.made_of is not None:
            roots = ("", *(of_event(code, self._event) for code, _name in settings.LANGUAGES))
            kept, instead = frozenset(), {f"{root}{INDEX}": updating(root) for root in roots}
        self._send(instead, kept)
        self._holds.note_made_of(emptied.made_of.as_data() if emptied.made_of else None)

    def bring(
        self, files: Mapping[str, bytes], kept: Collection[str], during: Standing, after: Standing
    ) -> None:
        """These files come, and of the others the `kept` stay."""
        self._holds.note_made_of(during.as_data())
        self._send(files, kept)
        self._holds.note_made_of(after.as_data())

    def empty(self) -> None:
        """Nothing is to stand there."""
        self._send({}, ())
        self._holds.note_made_of(None)

    def _send(self, files: Mapping[str, bytes], kept: Collection[str]) -> None:
        stays = {path: self._holds.files[path] for path in kept if path in self._holds.files}
        told = sending.with_list(files, stays)
        done = sending.send(told, self._target, self._holds, self._step, event=self._event, kept=stays)
        self.unchanged = done.unchanged
        self._sent.update(done.changed)
        self._removed.update(done.gone, done.left)
