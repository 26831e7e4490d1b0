"""Clubs: for everybody, for who keeps the installation, for their officers."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill
from tests.contracts.worlds import World


def _code(here: World, number: int) -> str:
    """The public code of somebody of the division whose first round is released."""
    entrant = here.divisions["open"].entrants.select_related("player").get(number=number)
    assert entrant.player
    return entrant.player.code


FILLS: dict[str, Fill] = {
    **{
        f"clubs:{name}": lambda here: {"code": _code(here, 1), "other": _code(here, 2)}
        for name in ("player", "player_opponents", "head_to_head")
    },
    **{
        f"clubs:{name}": lambda here: {"pk": here.facts["first_invitation"].pk}
        for name in ("keeper_invitation", "keeper_revoke")
    },
    **{
        f"clubs:{name}": lambda here: {"pk": here.facts["club_invitation"].pk}
        for name in ("invitation", "revoke")
    },
    **{
        f"clubs:{name}": lambda here: {"pk": here.facts["season"].pk}
        for name in ("season", "remove_season", "certificates", "printed")
    },
    "clubs:certificate": lambda here: {"code": here.facts["season_paper"].code},
    "clubs:withdraw": lambda here: {"pk": here.facts["season_paper"].pk},
    "clubs:file": lambda here: {"pk": here.facts["club_file"].pk},
    "clubs:end": lambda here: {"pk": here.facts["club_officer"].pk},
    **{
        f"clubs:{name}": lambda here: {"pk": here.facts["club_member"].pk}
        for name in ("member", "member_name", "remove_member", "open_private", "private")
    },
}
