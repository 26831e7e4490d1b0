"""How sure a rule is: every ruleset value carries one of four marks (docs/rules/marks.md)."""

from typing import NamedTuple

SOURCE = "source"
ASSUMED = "assumed"
UNCONFIRMED = "unconfirmed"
DEPARTURE = "departure"
KINDS = (SOURCE, ASSUMED, UNCONFIRMED, DEPARTURE)


class Mark(NamedTuple):
    """`kind` is one of KINDS; `text` cites lines (`SAL:254`) for a source, else gives the reason."""

    kind: str
    text: str
    note: str = ""

    @property
    def firm(self) -> bool:
        """Whether the book says it, or the organisers decided it themselves."""
        return self.kind in (SOURCE, DEPARTURE)

    def as_data(self) -> dict[str, str]:
        """The mark as the ruleset files write it: `{"source": "SAL:254", "note": ...}`."""
        data = {self.kind: self.text}
        return {**data, "note": self.note} if self.note else data
