"""Who of a file's players is somebody known here, by name alone, where whoever imports says that names are enough."""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from django.utils.translation import gettext as _

from tdapp.people.models import Player
from tdapp.people.names import fold


class KnownPeople:
    """The people of this installation by their names, whichever part of a name stands first; each once an event."""

    def __init__(self) -> None:
        self._names: dict[str, list[UUID]] = defaultdict(list)
        real = Player.objects.filter(merged_into=None).exclude(entries__event__demo=True)
        for pk, key in real.values_list("pk", "key").distinct():
            self._names[_words(key)].append(pk)
        self._met: set[UUID] = set()
        self.found, self.several = 0, list[str]()

    def find(self, given: str, surname: str) -> Player | None:
        """The only one of this name; None for nobody, for one of several, and for who was met already."""
        same = self._names.get(_words(fold(f"{surname} {given}")), [])
        if len(same) > 1:
            self.several.append(f"{surname}, {given}".strip(", "))
        if len(same) != 1 or same[0] in self._met:
            return None
        self._met.add(same[0])
        self.found += 1
        return Player.objects.select_related("merged_into", "club").get(pk=same[0])

    def told(self, players: int) -> list[str]:
        """What is said of it beside the division, and forgotten for the next."""
        facts = {"found": self.found, "players": players, "names": "; ".join(self.several[:20])}
        said = [_("%(found)s of %(players)s players are people known here by name.") % facts]
        if self.several:
            said.append(
                _("Several people here have these names, so that they are new people: %(names)s.") % facts
            )
        self.found, self.several = 0, []
        return said

    def met(self, player: Player) -> None:
        """Somebody found by number, whom no name may mean again."""
        self._met.add(player.pk)


def _words(key: str) -> str:
    return " ".join(sorted(key.replace(",", " ").split()))
