"""Templates in lines: what may be broken where, and that no page changes by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tdapp.devtools.laying_out import files
from tdapp.devtools.laying_out.printing import LIMIT, laid_out
from tdapp.kernel.folding.fold import fold

ROOT = Path(__file__).resolve().parents[2]
LONG = "a word and " * 20
# As written, and what it folds to: one space where a page needs one, none where a browser drops it.
FOLDED = {
    "<p>\n  one\n  <b>two</b>\n</p>": "<p>one <b>two</b></p>",
    "<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>": "<ul><li>one</li><li>two</li></ul>",
    "<p>{{ one }}\n{{ two }}</p>": "<p>{{ one }} {{ two }}</p>",
    "<p>{{ one }}{{ two }}</p>": "<p>{{ one }}{{ two }}</p>",
    "<p>\n{% if one %}\n  one\n{% else %}\n  two\n{% endif %}\n</p>": "<p>{% if one %}one{% else %}two{% endif %}</p>",
    "<pre>\n  one\n    two\n</pre>": "<pre>\n  one\n    two\n</pre>",
    "<textarea>\n one </textarea>": "<textarea>\n one </textarea>",
    '<a\n    class="btn"\n    href="/">\n  one\n</a>': '<a class="btn" href="/">one</a>',
    "{% blocktranslate trimmed %}\n  one\n  two\n{% endblocktranslate %}":
        "{% blocktranslate trimmed %}one two{% endblocktranslate %}",
}  # fmt: skip


@pytest.mark.parametrize("source", FOLDED, ids=lambda source: " ".join(source.split()))
def test_white_space_that_a_page_needs_stays_and_no_other(source: str) -> None:
    assert fold(source) == FOLDED[source]


@pytest.mark.parametrize("source", [
    f"<p>{LONG}</p>",
    f"<p>{{% translate 'one' %}} {LONG}<b>two</b></p>",
    f'<section class="card"><h2>one</h2><ul><li>{LONG}</li><li><a href="/">two</a>, {LONG}</li></ul></section>',
    f"{{% blocktranslate trimmed %}}{LONG}{{% endblocktranslate %}}",
    f'<button class="btn" title="{LONG}" name="one" value="two" data-key="s">three</button>',
])  # fmt: skip
def test_a_long_line_is_broken_and_the_page_stays(source: str) -> None:
    laid = laid_out(source)
    assert max(map(len, laid.split("\n"))) <= max(LIMIT, len(LONG) + 20)
    assert len(laid.split("\n")) > 1
    assert fold(laid) == fold(source)
    assert laid_out(laid) == laid


def test_what_clings_together_stays_together() -> None:
    source = "<p>" + "".join(f"<b>{number}</b>" for number in range(40)) + "</p>"
    assert "".join(laid_out(source).split()) == source


def test_every_template_is_laid_out_and_says_how_to_lay_it_out(tmp_path: Path) -> None:
    assert files.main([], ROOT) == 0
    page = tmp_path / "tdapp" / "room" / "templates" / "page.html"
    page.parent.mkdir(parents=True)
    page.write_text("<ul><li>one</li><li>two</li></ul>", encoding="utf-8")
    assert files.main([], tmp_path) == 1
    assert files.main(["--mend"], tmp_path) == 0
    assert page.read_text(encoding="utf-8") == "<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>\n"
