"""What is asked of the hall: the loads of the demand model, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace

# How people look: the page's share of all reads. `{n}`: a player's number.
PAGES = (
    ("{t}{d}/", 35),
    ("{t}{d}/players/{n}/", 25),
    ("{t}{d}/standings/", 20),
    ("{t}", 10),
    ("{t}now.json", 10),
)


@dataclass(frozen=True)
class Goal:
    """What must hold; milliseconds, None where nothing is asked. `turns`: of scoresheets, a second; `grown`: megabytes by which
    a web process may grow.
    """

    write_p95: int | None = None
    write_p99: int | None = None
    read_p95: int | None = None
    stale: float | None = None
    accepted: int | None = None
    memory: int | None = None
    turns: int | None = None
    grown: int | None = None
    of_bare: float | None = None


@dataclass(frozen=True)
class Plan:
    """One load. Rates a second; `steps`: write rates tried one after the other, each for so many seconds, until the 95th
    percentile passes a second; `visitors`: each asks three pages over a connection of his own, spread over the time;
    `bare`: as many reads as it can bear, beside a bare server with the same bytes; `sheets`: whole scoresheets brought and
    finished; `own`: so many players' phones ask for their own views.
    """

    name: str
    what: str
    players: int
    seconds: int
    writes: float = 0.0
    reads: float = 0.0
    clerks: int = 4
    visitors: int = 0
    events: int = 1
    releases: bool = False
    steps: tuple[int, ...] = ()
    step_seconds: int = 8
    kills: tuple[str, ...] = ()
    bare: bool = False
    sheets: float = 0.0
    own: int = 0
    lite: Goal = Goal()
    postgresql: Goal = Goal()

    def short(self) -> Plan:
        """The same for a look: a tenth of the time, a smaller field."""
        return replace(
            self, players=min(self.players, 200), seconds=max(12 if self.bare else 4, self.seconds // 30),
            visitors=self.visitors // 20, own=min(self.own, 200),
            steps=self.steps[:2], step_seconds=2,
        )  # fmt: skip


BIG = Goal(write_p95=150, write_p99=600, read_p95=20, stale=3)
BARE = Goal(of_bare=0.8)
PLANS = {
    plan.name: plan
    for plan in (
        Plan(
            "L1", "club: 40 players, 2 clerks, 30 phones", 40, 60, writes=0.3, reads=3, clerks=2,
            lite=Goal(write_p95=60, read_p95=50, memory=250), postgresql=Goal(write_p95=60, read_p95=50, memory=250),
        ),
        Plan(
            "L2", "big: 500 results in 180 s beside 300 reads/s for ten minutes", 1000, 600, writes=2.8, reads=300, releases=True,
            lite=BIG, postgresql=replace(BIG, write_p99=300),
        ),
        Plan(
            "L3", "burst: 25 results/s for 20 s and 300 reads/s", 1000, 20, writes=25, reads=300, clerks=8,
            lite=Goal(write_p95=400), postgresql=Goal(write_p95=250),
        ),
        Plan(
            "L4", "release: 3,000 phones fetch in 30 s, nothing kept", 1000, 30, visitors=3000, releases=True,
            lite=Goal(read_p95=100), postgresql=Goal(read_p95=100),
        ),
        Plan(
            "L5", "ceiling: more and more results/s until p95 > 1 s", 6000, 0, clerks=8,
            steps=(20, 40, 60, 80, 100, 120), lite=Goal(accepted=80), postgresql=Goal(accepted=100),
        ),
        Plan(
            "L6", "scoresheets: 500 tables of 25 turns against 280,000 words", 1000, 60, sheets=10, clerks=8,
            lite=Goal(turns=200, grown=60), postgresql=Goal(turns=200, grown=60),
        ),
        Plan(
            "L7", "soak: the big load for an hour", 1000, 3600, writes=0.13, reads=60, releases=True,
            lite=BIG, postgresql=replace(BIG, write_p99=300),
        ),
        Plan(
            "L8", "faults: web and worker killed under the big load", 1000, 90, writes=2.8, reads=300,
            kills=("web", "worker", "web"),
        ),
        Plan(
            "L9", "ten events at once, 1 result/s each", 200, 60, writes=10, reads=50, clerks=10, events=10,
            lite=Goal(write_p95=150), postgresql=Goal(write_p95=150),
        ),
        Plan(
            "L10", "ceiling of reads, beside a bare server with the same bytes", 1000, 60, bare=True,
            lite=BARE, postgresql=BARE,
        ),
        Plan(
            "L11", "players' phones: 1,000 ask for their own view beside 2.8 results/s", 1000, 300, writes=2.8, own=1000,
            lite=Goal(write_p95=150, read_p95=20), postgresql=Goal(write_p95=150, read_p95=20),
        ),
    )
}  # fmt: skip
