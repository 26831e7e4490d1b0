"""A finding in one word, for the chip beside its row; the whole sentence stands beside the board."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.checks.finding_codes import CODES

# Codes of one word; a code of no group is about the row as a whole.
GROUPS: Mapping[object, str] = {
    pgettext_lazy("square on the board", "place"):
        "bad_place runs_off off_board on_tile used_twice not_in_line gap not_connected off_start",
    _("word"): "read_otherwise nothing_there no_new_tile no_tiles word_not_whole empty too_long word_unknown",
    _("tiles"): "no_such_tile too_many ambiguous over_set bare_blank letter_missing blank_as too_few_tiles tiles_left_differ",
    _("rack"): "over_rack not_on_rack rack_long rack_count rack_short rack_over_set rack_unreadable"
    " rack_split tiles_vanished on_two_racks",
    _("score"): "score_wrong points_for_nothing withdrawn_wrong withdrawn_unscored",
    _("total"): "total_wrong final_total_wrong before_wrong",
    _("winner"): "winner_wrong winner_undecided",
    _("slip"): "slip",
    _("turn"): "seat_unknown out_of_turn lost_turn_not_served lost_turn_unexplained opener_did_not_play"
    " opener_must_play pass_not_allowed players_number scoreless_turns",
    _("exchange"): "exchange_not_allowed exchange_bag_low exchange_over_bag exchange_over_rack exchange_not_on_rack",
    _("challenge"): "challenge_not_allowed challenge_late nothing_to_challenge over_quota own_play_challenged"
    " challenged_word_not_formed verdict_missing nothing_to_withdraw withdrawn_by_another bonus_not_due bonus_odd"
    " bonus_missing ruling_unclear",
    _("theme"): "theme_off theme_without_play theme_word_not_formed theme_word_not_listed theme_missing theme_in_score"
    " theme_wrong",
    _("blank"): "recycle_off no_blank_there recycled_other_letter recycled_not_on_rack recycled_blank_unused",
    _("time"): "overrun overrun_costs_points overrun_turn_lost overrun_not_charged time_wrong time_not_due",
    _("end"): "after_out after_passes after_turn_limit after_recorded end_not_allowed end_with_tiles_in_bag",
    _("unplayed tiles"): "adjust_wrong adjustment_missing no_adjustment_written deduction_missing end_convention"
    " end_convention_twice end_convention_once unplayed_of_nobody out_by_another out_had_tiles",
}  # fmt: skip
LABELS: Mapping[str, object] = {code: label for label, codes in GROUPS.items() for code in codes.split()}
OTHER = _("note")


def labels() -> dict[str, str]:
    """Code -> word in the reader's language, for every code there is."""
    return {code: str(LABELS.get(code, OTHER)) for code in CODES}
