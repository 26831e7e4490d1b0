"""One piece over several lines: a tag between its attributes, a message or a remark between its words."""

from __future__ import annotations

import re

from tdapp.kernel.folding.fold import INNER, SEGMENT, TRIMMED, fold_tag
from tdapp.kernel.folding.levels import CLOSES, OPENS, TURNS
from tdapp.kernel.folding.pieces import ASIDE, DJANGO, Piece, django_name

# A word of a text: Django's tags are never broken.
TEXT_WORD = re.compile(rf"(?:{DJANGO}|[^ {{]|\{{)+")
# A message whose white space is part of its words.
LETTERS_COUNT = re.compile(r"\{% *blocktranslate\b(?![^%]*\btrimmed\b)")


def wrapped(piece: Piece, column: int, indent: int, width: int) -> str:
    """A remark or a trimmed message, its words filled into lines."""
    if piece.kind == ASIDE:
        return filled(TEXT_WORD.findall(piece.text), column, indent, width)
    if not TRIMMED.match(piece.text):
        return piece.text
    out = ""
    for part in SEGMENT.split(piece.text):
        if SEGMENT.fullmatch(part):
            out += ("\n" + " " * (indent - 2) if out else "") + part
        elif part:
            out += "\n" + " " * indent + filled(TEXT_WORD.findall(part), indent, indent, width)
    return out


def filled(words: list[str], column: int, indent: int, width: int) -> str:
    """Words with a space or the end of a line between them."""
    out = words[0]
    column += len(words[0])
    for word in words[1:]:
        if column + 1 + len(word) > width:
            out += "\n" + " " * indent + word
            column = indent + len(word)
        else:
            out += " " + word
            column += 1 + len(word)
    return out


def broken_tag(text: str, column: int, indent: int, tail: int, width: int, limit: int) -> str:
    """A tag in lines: all attributes on the next line, or one on each, when they are too many for one."""
    units = attributes(text)
    if len(units) == 1:
        # No attribute: only its own end can go to the next line, and only if nothing else helps.
        needed = column + len(text) + tail > limit and column > indent
        return text[:-1] + "\n" + " " * indent + ">" if needed else text
    step = indent + 4
    if column <= indent and column + len(text) <= width and column + len(text) + tail <= limit:
        return text
    together = " ".join(units[1:])
    if column > indent and step + len(together) + tail <= width:
        return units[0] + "\n" + " " * step + together
    lines = [_value(unit, step, width, limit) for unit in units[1:]]
    last = lines[-1].rpartition("\n")[2]
    if len(last) + tail + (0 if last != lines[-1] else step) > limit:
        lines[-1] = lines[-1].removesuffix(">") + "\n" + " " * indent + ">"
    return ("\n" + " " * step).join([units[0], *lines])


def _value(unit: str, indent: int, width: int, limit: int) -> str:
    """An attribute; one that is too long for any line is broken at the spaces of its value."""
    if indent + len(unit) <= width:
        return unit
    if unit.startswith("{%") and unit.count("%}") > 1:
        return _condition(unit, indent, limit)
    if indent + len(unit) <= limit or LETTERS_COUNT.search(unit):
        return unit
    return filled(TEXT_WORD.findall(unit), indent, indent + 2, width)


def _condition(unit: str, indent: int, limit: int) -> str:
    """Attributes that depend on something: each on a line of its own, a step further in."""
    lines = [(indent, "")]
    for found in INNER.finditer(unit):
        name = django_name(found[0]) if found["django"] else ""
        if name in OPENS | TURNS | CLOSES:
            lines += [(indent, found[0]), (indent + 2, "")]
        elif found["space"]:
            lines.append((indent + 2, ""))
        else:
            lines[-1] = (lines[-1][0], lines[-1][1] + found[0])
    text = "".join("\n" + " " * step + _value(line, step, limit, limit) for step, line in lines if line)
    return re.sub(r"\n *(/?>)$", r"\1", text).lstrip()


def attributes(text: str) -> list[str]:
    """The parts of a folded tag between which a line may end; the first is its name, the last has its end.

    The space at the start of a condition's branches goes before the condition, when the tag folds to the same.
    """
    parts = _split(text, moved=True)
    return parts if fold_tag(" ".join(parts)) == text else _split(text, moved=False)


def _split(text: str, *, moved: bool) -> list[str]:
    closing = "/>" if text.endswith("/>") else ">"
    parts, depth, skip = [""], 0, False
    tokens = [*INNER.finditer(text.removesuffix(closing))]
    for at, found in enumerate(tokens):
        name = django_name(found[0]) if found["django"] else ""
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        leading = moved and name in OPENS | TURNS and bool(following and following["space"])
        if found["space"] and (depth == 0 or skip):
            parts += [""] if depth == 0 else []
            skip = False
            continue
        if name in OPENS and depth == 0 and leading:
            parts.append("")
        depth += (name in OPENS) - (name in CLOSES)
        skip = leading
        parts[-1] += found[0]
    return [part for part in parts[:-1] if part] + [parts[-1] + closing]
