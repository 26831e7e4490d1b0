"""How fast lists are imported, words ruled on, editions compared; beside a frozenset and a plain indexed table.

    python bench/engine/lexicon.py [--quick]

Words are syllables put together by a fixed seed, a sixth of them with NG, as Tagalog lists have. Import is everything the
job does outside the database: decode, normalise, sift, tilings, store, index, hash. `--quick` leaves the million out.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.engine.plain_words import table  # noqa: E402
from bench.engine.plain_words.scan import SALITAAN, Chance, Plain  # noqa: E402
from lexicon_admin.words import building, store  # noqa: E402
from lexicon_admin.words.adjudicate import Layer, Layers, adjudicate  # noqa: E402
from lexicon_admin.words.files.packing import Files  # noqa: E402
from lexicon_admin.words.files.reading import open_list  # noqa: E402
from lexicon_admin.words.finding import answering, making  # noqa: E402
from lexicon_admin.words.finding.index import ORDERS, Index  # noqa: E402
from lexicon_admin.words.normalise import Policy  # noqa: E402
from lexicon_admin.words.sifting import Tally  # noqa: E402

SYLLABLES = (
    "ba", "ka", "da", "ga", "ha", "la", "ma", "na", "pa", "ra", "sa", "ta", "wa", "ya", "i", "o", "u", "an", "bi", "ki", "ti",
    "lo", "po", "su", "mu", "ni", "to", "li", "nga", "ang",
)  # fmt: skip
GOALS = {40_000: 5.0, 300_000: 20.0, 1_000_000: 90.0}
RULING_MS, DIFFERENCE_S, MEMORY_MB = 50.0, 2.0, 300.0
SEARCH_MS, INDEX_S, COMPARED_S = 50.0, 20.0, 5.0
# Forms of a made-up dictionary with affixes, and the processor time they may take.
FORMS, FORMS_S = 600_000, 30.0
EDITIONS, RULINGS, SEARCHES = 5, 2_000, 500


def words(count: int, seed: int = 5) -> list[str]:
    """Different made-up words in no order, the same ones on every machine."""
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(chance.choice(SYLLABLES) for _ in range(chance.randint(2, 6)))] = None
    return list(found)


def made(folder: Path, name: str, some: Iterable[str]) -> store.Store:
    """An edition of these words, opened as the program opens it."""
    data = "\n".join(some).encode()
    entries = open_list(Files(data)).entries
    built = building.build(entries, Policy(), SALITAAN, folder / f"{name}.sqlite3", Tally())
    return store.open_verified(built.path, built.file_sha256)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def line(what: str, value: str, goal: str = "", held: bool | None = None) -> bool:
    verdict = "" if held is None else "  held" if held else "  MISSED"
    print(f"{what:<58} {value:>14}  {goal:>10}{verdict}")
    return held is not False


def import_in_a_process(count: int) -> tuple[float, float, float]:
    """Seconds, seconds of CPU and added peak memory (MB) of one import, in a fresh process."""
    told = subprocess.run(
        [sys.executable, __file__, "--one", str(count)],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    took, spent, memory = map(float, told.stdout.split())
    return took, spent, memory


def one(count: int) -> None:
    """The child of `import_in_a_process`: the list is on disk, as an upload is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.txt"
        subprocess.run([sys.executable, __file__, "--write", str(count), str(path)], check=True, timeout=600)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        def work() -> None:
            entries = open_list(Files(path.read_bytes())).entries
            building.build(entries, Policy(), SALITAAN, Path(folder) / "x.sqlite3", Tally())

        spent = time.process_time()
        took = seconds(work)
        print(
            took,
            time.process_time() - spent,
            (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024,
        )


def imports(sizes: Iterable[int]) -> bool:
    held = True
    for count in sizes:
        took, spent, memory = import_in_a_process(count)
        held &= line(
            f"import {count:,} words", f"{took:.1f} s", f"{GOALS[count]:.0f} s", took <= GOALS[count]
        )
        line("    of that CPU (a busy machine makes the rest)", f"{spent:.1f} s")
        held &= line("    added peak memory", f"{memory:.0f} MB", f"{MEMORY_MB:.0f} MB", memory <= MEMORY_MB)
    return held


def forms() -> bool:
    """A Hunspell dictionary of so many forms, where two tiles may not spell a digraph."""
    told = subprocess.run(
        [sys.executable, __file__, "--forms"], capture_output=True, text=True, check=True, timeout=600
    )
    words, spent = told.stdout.split()
    what = f"import of a Hunspell dictionary of {int(words):,} words: CPU"
    return line(what, f"{float(spent):.1f} s", f"{FORMS_S:.0f} s", float(spent) <= FORMS_S)


def forms_in_this_process() -> None:
    """The child of `forms`: stems with forty endings each, a third of the forms with an accent or a digraph."""
    ends = [f"{first}{last}" for first in ("o", "é", "ar", "erra", "ech") for last in ("", *"sanelid")]
    rules = "\n".join(f"SFX V 0 {end} ." for end in ends)
    stems = words(FORMS // (len(ends) + 1))
    dictionary = "\n".join([str(len(stems)), *(f"{stem}/V" for stem in stems)])
    affixes = f"SET UTF-8\nSFX V Y {len(ends)}\n{rules}\n"
    spent = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        entries = open_list(Files(dictionary.encode(), affixes.encode())).entries
        policy = Policy(linker="off")
        built = building.build(
            entries, policy, replace(SALITAAN, split=False), Path(folder) / "x.sqlite3", Tally()
        )
        print(built.words, time.process_time() - spent)


def plays(some: list[str], seed: int = 9) -> list[list[str]]:
    """Plays of one to four words, half of them with a word no list has."""
    chance = random.Random(seed)
    return [
        [chance.choice(some) + ("x" if chance.random() < 0.2 else "") for _ in range(chance.randint(1, 4))]
        for _ in range(RULINGS)
    ]


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{statistics.median(ordered) * 1000:.3f} / {ordered[int(len(ordered) * 0.95)] * 1000:.3f} ms"


def rulings(folder: Path, some: list[str], main: store.Store) -> bool:
    """One play ruled by five editions of this size, by frozensets of them, and by one plain indexed table."""
    stores = [main] + [made(folder, f"e{n}", some[n:] + some[: n - 1]) for n in range(1, EDITIONS)]
    asked = plays(some)
    layers = _layers([Layer(f"e{n}", one) for n, one in enumerate(stores)])
    times = [seconds(lambda play=play: adjudicate(play, layers)) for play in asked]  # type: ignore[misc]
    p95 = sorted(times)[int(len(times) * 0.95)] * 1000
    held = line(
        f"ruling, {EDITIONS} editions: median / p95", spread(times), f"{RULING_MS:.0f} ms", p95 <= RULING_MS
    )
    start = time.perf_counter()
    sets = [frozenset(found.key for found in one) for one in stores]
    line("    frozensets: loading", f"{time.perf_counter() - start:.2f} s")
    layers = _layers([Layer(f"s{n}", one) for n, one in enumerate(sets)])
    line(
        "    frozensets: median / p95",
        spread([seconds(lambda play=play: adjudicate(play, layers)) for play in asked]),
    )  # type: ignore[misc]
    listed = table.rulings(folder, some)
    times = [seconds(lambda play=play: listed(play)) for play in asked]  # type: ignore[misc]
    line("    plain indexed table, one edition: median / p95", spread(times))
    return held


def _layers(five: list[Layer]) -> Layers:
    return Layers(
        five[0], tuple(five[1:3]), (Layer("none", frozenset()),), Layer("two", frozenset()), {}, five[4]
    )


def searches(folder: Path, some: list[str], stores: list[store.Store]) -> bool:
    """Conditions combined by chance, asked of editions of this size in turn: the total and the first hundred words."""
    spent = time.process_time()
    for number, one in enumerate(stores):
        making.make(one, folder / f"{number}.index")
    spent = (time.process_time() - spent) / len(stores)
    held = line("index of one of them: CPU", f"{spent:.1f} s", f"{INDEX_S:.0f} s", spent <= INDEX_S)
    line("    its file", f"{(folder / '0.index').stat().st_size / 1e6:.1f} MB")
    pair = [Index(folder / f"{number}.index", stores[0].table) for number in (0, 1)]
    spent = processor(lambda: pair[0].among(pair[1].keys()))
    held &= line(
        "    two of them compared, once: CPU", f"{spent:.1f} s", f"{COMPARED_S:.0f} s", spent <= COMPARED_S
    )
    indexes = [Index(folder / f"{number}.index", one.table) for number, one in enumerate(stores)]
    lists = {
        "one": frozenset(word.upper() for word in some[::2]),
        "two": frozenset(map(str.upper, some[::3])),
    }
    known = {(index.path, name): index.among(keys) for index in indexes for name, keys in lists.items()}
    lines = Chance(4, Plain(dict.fromkeys(map(str.upper, some[:20_000]), ""), SALITAAN, lists))
    asked = [(lines.line()[0], indexes[n % EDITIONS], ORDERS[n % len(ORDERS)]) for n in range(SEARCHES)]
    alone = [(lines.condition()[0], indexes[n % EDITIONS], "chance") for n in range(SEARCHES)]
    for what, some_asked in (
        ("one condition", alone),
        ("conditions combined", asked),
        ("the same again", asked),
    ):
        times = [processor(lambda ask=ask: _answered(*ask, known)) for ask in some_asked]  # type: ignore[misc]
        p95 = sorted(times)[int(len(times) * 0.95)] * 1000
        held &= line(
            f"search, {what}: median / p95, CPU", spread(times), f"{SEARCH_MS:.0f} ms", p95 <= SEARCH_MS
        )
        line("    the slowest", f"{max(times) * 1000:.1f} ms")
    for sql, ask in table.searches(folder):
        line(f"    plain indexed table: {sql}", spread([processor(ask) for _ in range(9)]))
    return held


def processor(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _answered(text: str, index: Index, order: str, known: dict[tuple[Path, str], int]) -> int:
    found = answering.find(text, index, lambda asked, _name: known[index.path, asked.value])
    index.page(found.words, order, True, 0, 100)
    return found.total


def beside_an_import(folder: Path, some: list[str], main: store.Store) -> None:
    """Rulings in one thread while another imports: the store takes no lock, the two share one interpreter."""
    layers, asked = Layers(Layer("main", main)), plays(some)[:300]
    alone = [seconds(lambda play=play: adjudicate(play, layers)) for play in asked]  # type: ignore[misc]
    worker = threading.Thread(target=made, args=(folder, "beside", some[:100_000]))
    worker.start()
    together = [seconds(lambda play=play: adjudicate(play, layers)) for play in asked]  # type: ignore[misc]
    worker.join()
    line("ruling alone: median / p95", spread(alone))
    line("ruling while the same process imports: median / p95", spread(together))


def main(quick: bool) -> int:
    print(f"{'':<58} {'measured':>14}  {'goal':>10}")
    held = forms()
    held &= imports([count for count in GOALS if not quick or count < 1_000_000])
    with tempfile.TemporaryDirectory() as name:
        folder, some = Path(name), words(300_000)
        edition = made(folder, "main", some)
        line("store of 300,000 words", f"{edition.path.stat().st_size / 1e6:.1f} MB")
        line(
            "open and verify it",
            f"{seconds(lambda: store.open_verified(edition.path, building.hash_of(edition.path))):.2f} s",
        )
        held &= rulings(folder, some, edition)
        other = made(folder, "other", [*some[1000:], *words(1500, 77)])
        took = seconds(lambda: store.difference(edition, other))
        held &= line(
            "difference of two editions of 300,000",
            f"{took:.2f} s",
            f"{DIFFERENCE_S:.0f} s",
            took <= DIFFERENCE_S,
        )
        held &= searches(
            folder, some, [edition, *(store.Store(folder / f"e{n}.sqlite3") for n in range(1, EDITIONS))]
        )
        beside_an_import(folder, some, edition)
    return 0 if held else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--write", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--forms", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.forms:
        forms_in_this_process()
    elif options.write:
        Path(options.write[1]).write_text("\n".join(words(int(options.write[0]))), encoding="utf-8")
    elif options.one:
        one(options.one)
    else:
        sys.exit(main(options.quick))
