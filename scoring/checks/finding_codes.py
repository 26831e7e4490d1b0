"""The table of finding codes: (severity, sentence, ruleset fields it rests on, book lines where no field has them)."""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import gettext_noop as _
from scoring.checks.play_codes import ERROR, INFO, PLAY_CODES, QUESTION, UNVERIFIABLE, Row, row

_E, _U, _Q, _I = ERROR, UNVERIFIABLE, QUESTION, INFO
_COUNT = "SAL:80-86 SET:88-116 BIS:28-56"
_TURNS = "SAL:106 SET:30 BIS:24"
_WRONG = ("challenge.wrong", "challenge.wrong_points")
_OUT = "SAL:223-228 BIS:58"
_KEEP = "SAL:88-90 SET:83 BIS:47"


CODES: Mapping[str, Row] = {
    **PLAY_CODES,
    # scores
    "score_wrong": row(_E, _("%(recorded)s points are written; the play scores %(line)s."), lines=_COUNT),
    "points_for_nothing": row(
        _E, _("%(recorded)s points are written for a turn that scores none."), lines=_COUNT
    ),
    "withdrawn_wrong": row(
        _E,
        _("%(recorded)s is written for the play taken back; it was worth %(worth)s."),
        lines="SAL:136 SET:73 BIS:43",
    ),
    "withdrawn_unscored": row(_I, _("The play taken back is written without the %(worth)s points it loses.")),
    "total_wrong": row(
        _E, _("The running total is written as %(recorded)s; it should be %(computed)s."), lines=_KEEP
    ),
    "final_total_wrong": row(
        _E, _("The final total is written as %(recorded)s; it should be %(computed)s."), lines=_KEEP
    ),
    "before_wrong": row(
        _E,
        _("The score before unplayed tiles is written as %(recorded)s; it should be %(computed)s."),
        lines=_KEEP,
    ),
    "winner_wrong": row(
        _E, _("The sheet names %(named)s as winner; by these rules it is %(winner)s."), "tie.rule"
    ),
    "winner_undecided": row(
        _U,
        _("The final totals are equal; without the scores before unplayed tiles nobody can say who won."),
        "tie.rule",
    ),
    # turns
    "seat_unknown": row(_E, _("This row belongs to no player."), lines=_TURNS),
    "out_of_turn": row(_E, _("It was the turn of player %(due)s."), lines=_TURNS),
    "lost_turn_not_served": row(_E, _("This player had a turn to lose, and played."), "challenge.wrong"),
    "lost_turn_unexplained": row(_Q, _("A turn is written as lost; the sheet does not say why.")),
    "opener_did_not_play": row(
        _Q, _("The first turn of the game was no play. Is a row missing?"), "exchange.opener_may"
    ),
    "opener_must_play": row(_E, _("The first turn must be a play."), "exchange.opener_may"),
    "pass_not_allowed": row(_E, _("Passing is not allowed."), "passing.allowed"),
    "players_number": row(
        _Q, _("%(seats)s players are named; these rules are for %(fewest)s to %(most)s."), "players.most"
    ),
    # exchanges
    "exchange_not_allowed": row(_E, _("Tiles may not be exchanged."), "exchange.allowed"),
    "exchange_bag_low": row(
        _E,
        _("No exchange with %(bag)s tiles in the bag; at least %(least)s are needed."),
        "exchange.refused_at",
        "tiles.total",
        "rack.size",
    ),
    "exchange_over_bag": row(
        _E, _("%(number)s tiles were exchanged, but the bag held %(bag)s."), "tiles.total", "rack.size"
    ),
    "exchange_over_rack": row(_E, _("%(number)s tiles were exchanged from a rack of %(size)s."), "rack.size"),
    "exchange_not_on_rack": row(
        _E, _("%(tiles)s was exchanged, but is not on the rack written down."), "exchange.allowed"
    ),
    # challenges
    "challenge_not_allowed": row(_E, _("Under these rules nothing can be challenged."), "challenge.allowed"),
    "challenge_late": row(
        _E, _("Turn %(of)s was challenged after the next player had started."), "challenge.window"
    ),
    "nothing_to_challenge": row(_E, _("There is no play to challenge here."), "challenge.window"),
    "over_quota": row(
        _E, _("Challenge number %(used)s of player %(seat)s; only %(quota)s are allowed."), "challenge.quota"
    ),
    "own_play_challenged": row(_Q, _("A player is written as challenging their own play.")),
    "challenged_word_not_formed": row(_Q, _("The play did not form %(words)s."), "challenge.scope"),
    "verdict_missing": row(_Q, _("The challenge has no verdict.")),
    "nothing_to_withdraw": row(_E, _("There is no play to take back here."), "challenge.window"),
    "withdrawn_by_another": row(
        _E, _("The play taken back belongs to player %(owner)s."), lines="SAL:136 SET:73-74 BIS:43"
    ),
    "bonus_not_due": row(
        _Q, _("%(points)s points for a challenge; these rules give none."), "challenge.wrong"
    ),
    "bonus_odd": row(_E, _("%(points)s points for a challenge; these rules give none."), "challenge.wrong"),
    "bonus_missing": row(
        _E,
        _("Player %(seat)s should have %(points)s points for the wrong challenge."),
        "challenge.wrong",
        "challenge.wrong_points",
    ),
    # variants
    "theme_off": row(_E, _("Theme points are written, but no theme is played."), "variants.theme"),
    "theme_without_play": row(
        _E, _("Theme points need a play of that player just before."), "variants.theme"
    ),
    "theme_word_not_formed": row(_E, _("The play did not form %(words)s."), "variants.theme"),
    "theme_word_not_listed": row(_E, _("Not on the theme list: %(words)s."), "variants.theme"),
    "theme_missing": row(
        _E,
        _("Theme words without their points: %(words)s, +%(points)s."),
        "variants.theme",
        "variants.theme_points",
    ),
    "theme_in_score": row(
        _I,
        _("The score holds %(points)s theme points for %(words)s; they belong on a line of their own."),
        "variants.theme_points",
    ),
    "theme_wrong": row(
        _E, _("%(recorded)s theme points are written; it should be %(computed)s."), "variants.theme_points"
    ),
    "recycle_off": row(_E, _("Blanks may not be taken from the board."), "variants.recycled_blanks"),
    "no_blank_there": row(
        _E, _("There is no blank at “%(square)s” that a tile can replace."), "variants.recycled_blanks"
    ),
    "recycled_other_letter": row(
        _E,
        _("The blank at %(square)s stands for %(letter)s and can be had only for that tile."),
        "variants.recycled_blanks",
    ),
    "recycled_not_on_rack": row(
        _E,
        _("The blank was taken for %(letter)s, which is not on the rack written down."),
        "variants.recycled_blanks",
    ),
    "recycled_blank_unused": row(
        _E,
        _("Player %(owner)s took a blank from the board and did not use it at once."),
        "variants.recycled_blanks",
    ),
    # time
    "overrun": row(_Q, _("%(seconds)s seconds were used; %(limit)s are allowed."), "timer.seconds"),
    "overrun_costs_points": row(
        _Q,
        _("%(seconds)s seconds were used; %(limit)s are allowed, over that costs points."),
        "timer.seconds",
    ),
    "overrun_turn_lost": row(
        _E,
        _("%(seconds)s seconds were used; %(limit)s are allowed, and running over costs the turn."),
        "timer.overrun",
        "timer.seconds",
    ),
    "overrun_not_charged": row(
        _E, _("%(points)s points for time are not written."), "timer.overrun", "timer.points_per_minute"
    ),
    "time_wrong": row(
        _E,
        _("%(recorded)s points for time are written; it should be %(computed)s."),
        "timer.overrun",
        "timer.points_per_minute",
    ),
    "time_not_due": row(_Q, _("%(points)s points for time; these rules take none."), "timer.overrun"),
    # the end
    "after_out": row(
        _E, _("The game was over with turn %(ended)s: the bag was empty and a rack too."), "end.when_out"
    ),
    "after_passes": row(
        _E, _("The game was over with turn %(ended)s: everybody had passed."), "end.passes_each"
    ),
    "after_turn_limit": row(
        _E, _("The game was over with turn %(ended)s: all turns were used."), "variants.short_turns"
    ),
    "after_recorded": row(
        _E,
        _("The game was over with row %(ended)s, where its end is recorded."),
        lines="SAL:221-224 SET:76-78 BIS:45",
    ),
    "end_not_allowed": row(
        _E, _("“Nobody can move” does not end a game under these rules."), "end.nobody_can_move"
    ),
    "end_with_tiles_in_bag": row(
        _E,
        _("“Nobody can move” ends a game only with an empty bag; %(bag)s tiles were left."),
        "end.nobody_can_move",
    ),
    "scoreless_turns": row(
        _Q,
        _("%(turns)s turns in a row brought no points. Did the game go on?"),
        "end.question_after_scoreless",
    ),
    "adjust_wrong": row(
        _E,
        _("%(recorded)s points are written for unplayed tiles; it should be %(computed)s."),
        "adjustment.deduct_own",
        "adjustment.out_gains",
    ),
    "adjustment_missing": row(
        _E,
        _("The final total %(recorded)s leaves out the unplayed tiles; with them it is %(computed)s."),
        "adjustment.deduct_own",
        "adjustment.out_gains",
    ),
    "no_adjustment_written": row(
        _Q, _("The game is over, and nothing is written about unplayed tiles."), "adjustment.deduct_own"
    ),
    "deduction_missing": row(
        _Q,
        _("%(points)s points were earned for unplayed tiles, but nobody lost them."),
        "adjustment.deduct_own",
    ),
    "end_convention": row(
        _I,
        _(
            "Unplayed tiles are written as %(twice)s to one player; these rules write %(points)s off and %(points)s on. "
            "The difference is the same."
        ),
    ),
    "end_convention_twice": row(
        _Q,
        _("Unplayed tiles are written as twice their %(points)s points, %(twice)s; these rules do not."),
        "adjustment.out_gains",
    ),
    "end_convention_once": row(
        _Q, _("Unplayed tiles are written as %(points)s points; these rules do not."), "adjustment.out_gains"
    ),
    "tiles_left_differ": row(_Q, _("%(written)s is written as left over; by the board it is %(left)s.")),
    "unplayed_of_nobody": row(
        _Q, _("Unplayed tiles are counted in this row, and nobody is named: whose row is it?"), lines=_OUT
    ),
    "out_by_another": row(
        _Q,
        _("Seat %(named)s is written as the one who went out; seat %(seat)s made the last play."),
        lines=_OUT,
    ),
    "out_had_tiles": row(_Q, _("Seat %(named)s went out, so no tiles can be left there."), lines=_OUT),
    # words, rules, file
    "word_unknown": row(_Q, _("Not in the word list: %(words)s. Nobody has ruled on it.")),
    "ruleset_assumed": row(
        _I, _("No ruleset was named; %(ruleset)s was taken: %(agree)s of %(plays)s plays agree with it.")
    ),
    "no_ruleset_fits": row(
        _U, _("No ruleset was named and none fits: with %(ruleset)s only %(agree)s of %(plays)s plays agree.")
    ),
    "rests_on_assumed": row(
        _I, _("%(number)s of %(plays)s plays rest on squares or values nobody has confirmed yet.")
    ),
    "slip": row(_E, "%(text)s"),
    "ruling_unclear": row(_Q, "%(text)s"),
    "remark": row(_I, "%(text)s"),
    "unreadable": row(_U, "%(text)s"),
}
