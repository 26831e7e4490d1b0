"""What each ruleset value means in plain words, for the rule sheet. docs/rules/ says more.

One entry a field: a template for its value, or one template a choice. No template: that value needs no line.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import Message, say
from core.messages import gettext_noop as _

Templates = str | Mapping[object, str]

SENTENCES: Mapping[str, Templates] = {
    "players.fewest": _("At least %(value)s players."),
    "players.most": _("At most %(value)s players."),
    "players.order": {
        "clockwise": _("Turns pass clockwise, to the left."),
        "counterclockwise": _("Turns pass counterclockwise, to the right."),
    },
    "board.name": _("Board: %(value)s."),
    "board.grid": _("%(value)s squares, premiums as drawn."),
    "board.start": _("The start square is %(value)s."),
    "board.evidenced": _("Squares the book proves, with their mirror images: %(value)s."),
    "board.confirmed": {
        True: _("The organisers confirmed that this is their board."),
        False: _("Nobody has confirmed yet that this is the board on the tables."),
    },
    "tiles.name": _("Tile set: %(value)s."),
    "tiles.table": _("Tiles (value, how many): %(value)s."),
    "tiles.total": _("%(value)s tiles in all."),
    "tiles.alphabet": _("Letters in use: %(value)s."),
    "tiles.blank_may_be": {
        "any_letter": _("A blank may be any letter in use."),
        "letters_with_a_tile": _("A blank may only be a letter that has a tile."),
    },
    "tiles.digraph_from_singles": {
        "allow": _("Single tiles may spell what a tile of two letters spells (N and G for NG)."),
        "forbid": _("Single tiles may not spell what a tile of two letters spells (C and H are not CH)."),
    },
    "tiles.confirmed": {
        True: _("The tile table is confirmed."),
        False: _("Nobody has confirmed yet that this is the tile set on the tables."),
    },
    "rack.size": _("A full rack holds %(value)s tiles."),
    "bag.policy": {
        "one": _("All tiles are in one bag."),
        "two": _("The tiles are in two bags."),
    },
    "bag.split": _("A full rack is drawn as %(value)s."),
    "bag.when_empty": {
        "draw_from_other": _("When one bag is empty, draw from the other until the rack is full."),
        "draw_nothing": "",
    },
    "premiums.counted": {
        "once": _("A premium square counts only in the turn that covers it."),
        "every_turn": _("A premium square counts in every word laid through it."),
    },
    "premiums.two_words": {
        "multiply": _("Two word squares in one word multiply: 4 or 9 times."),
        "add": _("Two word squares in one word add up."),
    },
    "bonus.by_tiles": _("Bonus for tiles laid in one turn: %(value)s."),
    "first_play.min_tiles": _("The first play lays at least %(value)s tiles."),
    "first_play.covers_start": {
        True: _("The first play covers the start square."),
        False: _("The first play may lie anywhere."),
    },
    "first_play.word_multiplier": {
        1: _("The first word is not multiplied for being first."),
        2: _("The first word counts double for being first."),
        3: _("The first word counts three times for being first."),
        4: _("The first word counts four times for being first."),
    },
    "exchange.allowed": {
        True: _("A turn may be used to exchange any number of tiles, never more than the bag holds."),
        False: _("Tiles may not be exchanged."),
    },
    "exchange.refused_at": {
        0: _("Any number of tiles in the bag is enough for an exchange of that many."),
        "*": _("No exchange when the bag holds %(value)s tiles or fewer."),
    },
    "exchange.order": {
        "draw_first": _("Exchanging: put the tiles aside, draw new ones, then mix the old ones in."),
        "return_first": _("Exchanging: mix the old tiles in, then draw new ones."),
    },
    "exchange.opener_may": {
        True: _("The first turn may be an exchange or a pass; the sheet then shows a question."),
        False: _("The first turn must be a play."),
    },
    "passing.allowed": {True: _("A turn may be passed."), False: _("Passing is not allowed.")},
    "end.when_out": {
        True: _("The game ends when the bag is empty and a player has no tiles left."),
        False: _("Going out does not end the game."),
    },
    "end.passes_each": {
        "none": _("Passing does not end the game."),
        "*": _("The game ends when every player has passed %(value)s times in a row."),
    },
    "end.lost_turns": {
        "ignored": _("A lost turn is no pass, and does not break a run of passes."),
        "counted": _("A lost turn counts as a pass."),
        "reset": _("A lost turn breaks a run of passes."),
    },
    "end.nobody_can_move": {
        "never": "",
        "any_time": _("The game ends when it is recorded that nobody can move."),
        "empty_bag": _("With an empty bag, the game ends when it is recorded that nobody can move."),
    },
    "end.question_after_scoreless": {
        "none": "",
        "*": _("After %(value)s turns in a row without a score the sheet shows a question."),
    },
    "adjustment.deduct_own": {
        True: _("At the end everybody loses the value of their own unplayed tiles."),
        False: _("Unplayed tiles are not deducted."),
    },
    "adjustment.out_gains": {
        "nothing": _("Going out earns nothing extra."),
        "others_tiles": _("Who goes out gains the value of all others' unplayed tiles."),
        "twice_others_tiles": _("Who goes out gains twice the value of all others' unplayed tiles."),
    },
    "challenge.allowed": {True: _("Words may be challenged."), False: _("There are no challenges.")},
    "challenge.window": {
        "until_next_turn": _("A play may be challenged until the next player starts."),
        "until_score_called": _("A play may be challenged until its score is called."),
    },
    "challenge.hold": {
        True: _("Saying “hold” keeps the challenge open while a player thinks."),
        False: _("There is no “hold”."),
    },
    "challenge.invalid_play": {
        "turn_lost": _("An invalid play is taken back, scores nothing, and the turn is lost."),
    },
    "challenge.wrong": {
        "nothing": _("A wrong challenge costs nothing."),
        "next_turn_lost": _("A wrong challenge costs the challenger the next turn."),
        "points_to_player": _("A wrong challenge gives the challenged player points."),
        "points_per_word_to_player": _(
            "A wrong challenge gives the challenged player points for every word challenged."
        ),
        "points_off_challenger": _("A wrong challenge costs the challenger points."),
    },
    "challenge.wrong_points": {0: "", "*": _("Points for a wrong challenge: %(value)s.")},
    "challenge.challengers": {
        "first": _("The first to claim is the challenger and alone at risk."),
        "each": _("Everybody who challenges is at risk."),
    },
    "challenge.scope": {
        "named": _("The words the challenger names are judged together in one verdict."),
        "play": _("All words of the play are judged together in one verdict."),
    },
    "challenge.quota": {
        "none": _("There is no limit to challenges."),
        "*": _("Each player has %(value)s challenges a game."),
    },
    "challenge.quota_counts": {
        "all": _("Every challenge counts towards the limit, right or wrong."),
        "wrong": _("Only wrong challenges count towards the limit."),
    },
    "challenge.decided_by": {
        "players": _("The players settle challenges with the agreed dictionary."),
        "judge": _("A judge settles challenges."),
    },
    "timer.kind": {
        "none": _("No timer is used."),
        "per_move": _("Each move is timed."),
        "per_game": _("Each player has a game clock."),
    },
    "timer.seconds": _("Time allowed: %(value)s seconds."),
    "timer.overrun": {
        "record": _("Running over is recorded, without a penalty."),
        "points": _("Running over costs points."),
        "turn_lost": _(
            "Running over costs the turn: write it as a lost turn with its seconds, or the play and below it the play taken back."
        ),
    },
    "timer.points_per_minute": _("Each started minute over costs %(value)s points."),
    "timer.stops_at": {
        "score_called": _("Calling the score stops the timer."),
        "tiles_laid": _("Laying the last tile stops the timer."),
    },
    "tie.rule": {
        "higher_before_adjustment": _(
            "Equal at the end: the higher score before unplayed tiles wins; still equal, the game is tied."
        ),
        "half_each": _("Equal at the end: the game is tied, half a win each."),
    },
    "starter.rule": {
        "eldest": _("The eldest player goes first."),
        "nearest_a": _("Each draws a tile; the letter nearest to A goes first."),
        "balanced": _("The pairings balance firsts and seconds over the event."),
        "lots": _("Lots are drawn for the start."),
    },
    "starter.blank_first": {True: _("In that draw a blank beats any letter."), False: ""},
    "variants.open_dictionary": {
        True: _("Words may be looked up before they are played; a wrong challenge still costs."),
        False: "",
    },
    "variants.theme": {True: _("Words of the theme earn extra points."), False: ""},
    "variants.theme_points": _("Each theme word a play forms earns %(value)s points."),
    "variants.recycled_blanks": {
        True: _("A blank on the board may be exchanged for its letter, and must be used in the same turn."),
        False: "",
    },
    "variants.short_turns": {
        "none": "",
        "*": _("The game ends after %(value)s turns each; unplayed tiles are deducted all the same."),
    },
    "words.length_in": {
        "tiles": _("The length of a word is counted in tiles."),
        "letters": _("The length of a word is counted in letters."),
    },
    "words.refused": _("Not allowed: %(value)s."),
    "words.printed_list": _("Words printed in the rulebook: %(value)s."),
    "words.printed_list_outranks": {
        True: _("The rulebook's printed list outranks every dictionary."),
        False: "",
    },
    "words.dialects": _("Also allowed are words of: %(value)s."),
    "words.unchallenged_stands": {
        True: _("A word nobody challenges stands, whatever it is."),
        False: _("A word that is not in the lexicon is struck out even without a challenge."),
    },
}

# Values told in words of their own instead of as they stand in the file.
WORDS: Mapping[str, Message] = {
    "proper_nouns": say("proper nouns"),
    "abbreviations": say("abbreviations"),
    "affixes": say("prefixes and suffixes standing alone"),
    "foreign": say("foreign words"),
    "english": say("English words that are not in the dictionary used"),
    "apostrophes": say("words with an apostrophe"),
    "hyphens": say("words with a hyphen"),
}
