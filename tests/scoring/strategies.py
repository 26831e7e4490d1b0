"""Hypothesis strategies shared by the tests of the scoring room."""

from __future__ import annotations

from hypothesis import strategies as st

from scoring import Board, Piece, Placement, Ruleset, Square, TileSet, load_ruleset

RULESETS = {
    name: load_ruleset(name)
    for name in ("salitaan-competition", "salitaan-family", "set-words", "set-words-club", "bisonte")
}


def pieces(tiles: TileSet, *, bare_blanks: bool = True) -> st.SearchStrategy[Piece]:
    """Any piece a rack or board can hold."""
    natural = [tile.piece() for tile in tiles.tiles if bare_blanks or not tile.is_blank]
    blanks = [piece for letters in tiles.blanks_as if (piece := tiles.blank_as(letters))]
    return st.sampled_from(natural + blanks)


@st.composite
def laid_games(draw: st.DrawFn, ruleset: Ruleset) -> tuple[Board, list[list[Placement]]]:
    """Some plays laid one after another anywhere on the board, legal or not, never over each other."""
    board, plays = Board(ruleset.layout), []
    for _ in range(draw(st.integers(1, 5))):
        play = draw(placements_on(ruleset, board))
        if play:
            plays.append(play)
            board = board.with_pieces(play)
    return board, plays


@st.composite
def placements_on(draw: st.DrawFn, ruleset: Ruleset, board: Board) -> list[Placement]:
    """Tiles in one line through the free squares from some start on."""
    layout = board.layout
    start = Square(draw(st.integers(0, layout.height - 1)), draw(st.integers(0, layout.width - 1)))
    across = draw(st.booleans())
    row = draw(st.lists(pieces(ruleset.tile_set, bare_blanks=False), min_size=1, max_size=ruleset.rack.size))
    play, square = [], start
    for piece in row:
        while square in board.pieces:
            square = square.step(across)
        if square not in layout:
            break
        play.append(Placement(square, piece))
        square = square.step(across)
    return play
