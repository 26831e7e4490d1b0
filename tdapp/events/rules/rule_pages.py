"""The rule pages in `docs/rules`, shown beside each finding: which page and line tells about a finding code.

They are written in English; the catalogue holds each of their texts in Filipino.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.checks.finding_codes import CODES
from tdapp.kernel.pages.markdown import html_of

FOLDER: Path = settings.BASE_DIR / "docs" / "rules"
INDEX = "README"
# The topic of a finding whose page is not that of the first ruleset field it rests on.
_TOPICS: Mapping[str, str] = {
    "plays": "bad_place runs_off read_otherwise nothing_there no_new_tile off_board on_tile used_twice no_tiles not_in_line gap "
    "not_connected off_start too_few_tiles word_not_whole empty too_long",
    "tiles": "no_such_tile too_many ambiguous over_rack not_on_rack over_set bare_blank blank_as rack_long rack_count rack_short "
    "rack_over_set rack_unreadable",
    "scores": "score_wrong points_for_nothing withdrawn_wrong withdrawn_unscored total_wrong final_total_wrong before_wrong",
    "tie": "winner_wrong",
    "starter": "seat_unknown out_of_turn players_number",
    "exchange": "opener_did_not_play opener_must_play pass_not_allowed exchange_not_allowed exchange_bag_low exchange_over_bag "
    "exchange_over_rack exchange_not_on_rack",
    "challenge": "lost_turn_not_served lost_turn_unexplained challenge_not_allowed challenge_late nothing_to_challenge "
    "over_quota own_play_challenged challenged_word_not_formed verdict_missing nothing_to_withdraw withdrawn_by_another "
    "bonus_not_due bonus_odd bonus_missing",
    "variants": "theme_off theme_without_play theme_word_not_formed theme_word_not_listed theme_missing theme_in_score "
    "theme_wrong recycle_off no_blank_there recycled_other_letter recycled_blank_unused",
    "timer": "overrun overrun_costs_points overrun_turn_lost overrun_not_charged time_wrong time_not_due",
    "end": "after_out after_passes after_turn_limit after_recorded end_not_allowed end_with_tiles_in_bag scoreless_turns "
    "adjust_wrong adjustment_missing no_adjustment_written deduction_missing end_convention end_convention_twice "
    "end_convention_once tiles_left_differ",
    "words": "word_unknown",
    "findings": "ruleset_assumed no_ruleset_fits rests_on_assumed ruling_unclear remark unreadable",
}  # fmt: skip
TOPIC_OF: Mapping[str, str] = {code: topic for topic, codes in _TOPICS.items() for code in codes.split()}


def page_of(code: str) -> str:
    """Where a finding code is explained: `/rules/plays#gap`; the list of findings for a code nobody knows."""
    if code not in CODES:
        return reverse("events:rule_page", args=["findings"])
    return f"{reverse('events:rule_page', args=[TOPIC_OF[code]])}#{code}"


def topics() -> dict[str, str]:
    """Every topic with its title, in the order of the index."""
    return {topic: title(topic) for topic in _listed()}


def shown(topic: str) -> SafeString:
    """A page as HTML in the reader's language; the first line, its title, stands in the page's head. KeyError for no topic."""
    if topic != INDEX and topic not in _listed():
        raise KeyError(topic)
    return _shown(topic, get_language() or "en")


def title(topic: str) -> str:
    """What a page is called."""
    return gettext(_text(topic).partition("\n")[0].lstrip("# ").strip())


@lru_cache(maxsize=1)
def _listed() -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\(([\w-]+)\.md\)", _text(INDEX))))


@lru_cache(maxsize=128)
def _shown(topic: str, language: str) -> SafeString:
    return html_of(_text(topic).partition("\n")[2], _address, gettext)


def _address(link: str) -> str:
    """`tiles.md#writing` as the address on the screen; an anchor alone stays on its page."""
    page, _sign, anchor = link.partition("#")
    if not page:
        return link
    name = page.removesuffix(".md")
    where = reverse("events:rule_index") if name == INDEX else reverse("events:rule_page", args=[name])
    return f"{where}#{anchor}" if anchor else where


@lru_cache(maxsize=64)
def _text(topic: str) -> str:
    return (FOLDER / f"{topic}.md").read_text(encoding="utf-8")
