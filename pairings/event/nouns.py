"""What is counted in sentences: '1 repeat', '3 repeats'. Some of these words mean something else where they stand alone."""

from __future__ import annotations

from core.messages import Noun, say, say_as

BYES = Noun(say_as("counted", "bye"), say_as("counted", "byes"))
ERRORS = Noun(say("error"), say("errors"))
PAIRS_HAVE = Noun(say("pair has"), say("pairs have"))
REPEATS = Noun(say("rematch"), say("rematches"))
REPLIES = Noun(say_as("counted", "second"), say_as("counted", "seconds"))
ROUNDS = Noun(say_as("counted", "round"), say_as("counted", "rounds"))
STARTS = Noun(say_as("counted", "first"), say_as("counted", "firsts"))
THINGS = Noun(say("thing"), say("things"))
TIMES = Noun(say_as("counted", "time"), say_as("counted", "times"))
WARNINGS = Noun(say("warning"), say("warnings"))
WINS = Noun(say_as("counted", "win"), say_as("counted", "wins"))
POINTS = say_as("counted", "points")
