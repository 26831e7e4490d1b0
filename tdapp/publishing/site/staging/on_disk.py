"""A folder of this computer that follows what is public. What is taken back is gone with a few renames, however many files it
was, and deleted after that.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from tdapp.publishing.site import folder
from tdapp.publishing.site.folder import Kept
from tdapp.publishing.site.staging import standing
from tdapp.publishing.site.staging.standing import Standing
from tdapp.publishing.site.staging.withdrawal import Emptied

GONE = ".gone-"
_SHUT = 0o700


class OnDisk:
    """The folder and, in files, what was done to it so far."""

    whole = False

    def __init__(self, root: Path) -> None:
        self.root, self.done = root, Kept(0, 0, 0)

    def holds(self) -> Mapping[str, str]:
        """The digests of its files by path."""
        return folder.known_in(self.root)

    def made_of(self) -> Standing | None:
        """What they were made of."""
        return standing.of_data(folder.made_of(self.root))

    def take_back(self, emptied: Emptied) -> None:
        """What is public no longer goes: out of sight at once, then off the disk."""
        removed = hide(self.root, emptied)
        sweep(self.root, emptied)
        self.done = Kept(self.done.written, self.done.unchanged, self.done.removed + removed)

    def bring(
        self, files: Mapping[str, bytes], kept: Collection[str], during: Standing, after: Standing
    ) -> None:
        """These files come, and of the others the `kept` stay."""
        sweep(self.root)
        done = folder.keep(files, self.root, kept=kept, during=during.as_data(), after=after.as_data())
        self.done = Kept(self.done.written + done.written, done.unchanged, self.done.removed + done.removed)


def hide(root: Path, emptied: Emptied) -> int:
    """Out of sight: whole trees by one rename each, to names nobody knows; how many files. Then `sweep` them away.

    Until that is done the list says what the folder was made of before, and of no file that goes or is replaced what it
    holds: whoever is killed here hides it once more, and nothing is taken for whole that is not.
    """
    told = folder.told_in(root)
    known = told.files if told else folder.known_in(root)
    kept, instead = emptied.kept, emptied.instead
    gone = [path for path in known if path not in kept and path not in instead]
    leaving = dict(told.leaving) if told else {}
    trees: dict[str, dict[str, Any]] = {}
    for tree in emptied.trees:
        inside = [path.removeprefix(tree) for path in known if path.startswith(tree)]
        if inside and os.path.isdir(root / tree) and not any(path.startswith(tree) for path in kept):
            trees[f"{GONE}{uuid4().hex}"] = {"from": tree, "files": inside}
    open_ = {path: found if path in kept else folder.BEING_WRITTEN for path, found in known.items()}
    open_ |= dict.fromkeys(instead, folder.BEING_WRITTEN)
    folder.write(root / folder.LIST, folder.listed(open_, told.made_of if told else None, leaving | trees))
    moved = tuple(one["from"] for name, one in trees.items() if _is_moved(root, one["from"], name))
    for path in gone:
        if not path.startswith(moved):
            folder.remove(root, path)
    for path, data in instead.items():
        folder.write(os.path.join(root, path), data)
    return len(gone)


def _is_moved(root: Path, tree: str, name: str) -> bool:
    """Windows moves no folder of which a file is being read: there its files go one by one."""
    try:
        os.replace(root / tree, root / name)
        os.chmod(root / name, _SHUT)
    except OSError:
        return False
    return True


def sweep(root: Path, emptied: Emptied | None = None) -> None:
    """Delete what was hidden; what somebody else had put there goes back to its place. With `emptied`, which was hidden just
    now, the list says afterwards what is left.
    """
    told = folder.told_in(root)
    if told is None:
        return
    for name, one in told.leaving.items():
        if name.startswith(GONE) and folder.is_inside(name) and (root / name).is_dir():
            _swept(root, root / name, one)
    if emptied:
        left = {path: told.files[path] for path in emptied.kept if path in told.files}
        left |= {path: folder.digest(data) for path, data in emptied.instead.items()}
        note = emptied.made_of.as_data() if emptied.made_of else None
        folder.write(root / folder.LIST, folder.listed(left, note))
    elif told.leaving:
        folder.write(root / folder.LIST, folder.listed(told.files, told.made_of))


def _swept(root: Path, hidden: Path, one: Mapping[str, Any]) -> None:
    for path in one["files"]:
        if folder.is_inside(path):
            (hidden / path).unlink(missing_ok=True)
    for place, _folders, names in os.walk(hidden, topdown=False):
        for name in names:
            back = root / one["from"] / Path(place).relative_to(hidden) / name
            if folder.is_inside(one["from"]) and not back.exists():
                back.parent.mkdir(parents=True, exist_ok=True)
                os.replace(Path(place) / name, back)
        if not any(os.scandir(place)):
            os.rmdir(place)
