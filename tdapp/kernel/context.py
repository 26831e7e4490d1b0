"""Who acts, where, by which door: the first argument of every command."""

from __future__ import annotations

from dataclasses import dataclass, replace

INSTALLATION = "installation"
SYSTEM = "system"
PROGRAM = "The program"  # as it is stored; `|by` says it in the language of the page


@dataclass(frozen=True, slots=True)
class Context:
    """One actor's standing in one scope, fixed at the door.

    actor: "user:<uuid>" or "system". scope: "event:<uuid>", likewise of a club, a word list, a rating list, an account, or
    "installation". via: web, cli, api or job.
    key: idempotency key, "" for none. person: the actor's player id, "" when the actor does not play.
    by_pin: a desk taken over by PIN, which does desk work only (`permissions.DESK_WORK`).
    only: of what the roles hold, what the key of a program reaches; None: all of it.
    """

    actor: str
    actor_name: str
    scope: str
    roles: frozenset[str]
    via: str
    request_id: str = ""
    key: str = ""
    person: str = ""
    by_pin: bool = False
    only: frozenset[str] | None = None

    def keyless(self) -> Context:
        """The same for a second command of one request: its key belongs to the first."""
        return replace(self, key="")


def system(scope: str = INSTALLATION, via: str = "job") -> Context:
    """The program itself, allowed everything in `scope`: set-up, demo, jobs that carry out a person's order."""
    return Context(SYSTEM, PROGRAM, scope, frozenset({"system"}), via)
