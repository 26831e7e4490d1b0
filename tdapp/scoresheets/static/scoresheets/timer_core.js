// The turn timer without a page: a clock that only goes forward, and a game told from the presses on it.
//
// Why two clocks. `performance.now()` never goes back and knows nothing of a clock somebody sets, but it ends with its page,
// and on some systems it stands still while the laptop sleeps. `Date.now()` survives both and may be set at any time. So:
//  - within a page the monotonic clock counts. A wall clock set back, or corrected a little, changes nothing;
//  - a wall clock that is more than JUMP ahead of it between two looks means sleep (or a clock set forward, which looks the
//    same from here). The game went on while the lid was closed, so the gap counts, but it is said and can be taken off;
//  - across a reload only the wall clock knows. What it says is checked against the new page's own start
//    (`performance.timeOrigin` + its monotonic time): the earlier of the two counts, and never less than nothing;
//  - a gap longer than LONGEST is no turn. It is not counted, and the timer comes back paused.
export const JUMP = 2_000;
export const LONGEST = 30 * 60_000;

const HERE = { perf: () => performance.now(), wall: () => Date.now(), origin: () => performance.timeOrigin };

export class ForwardClock {
  from;
  gap;
  t;

  // kept: {t, wall} of an earlier page, or null. `t`: milliseconds of this game, growing only.
  constructor(kept, from = HERE) {
    Object.assign(this, { from, t: kept?.t ?? 0, gap: 0, perf: from.perf(), wall: from.wall() });
    if (kept) this.resume(kept.wall);
  }

  resume(wall) {
    const since = Math.min(this.wall, this.from.origin() + this.perf) - wall;
    this.pass(since > 0 ? since : 0);
    this.back = since < -JUMP;
  }

  pass(gap) {
    if (gap > LONGEST) this.long = gap;
    else this.t += gap;
  }

  // Milliseconds of the game now. A gap is left in `gap` or `long` until somebody took notice of it.
  now() {
    const perf = this.from.perf();
    const wall = this.from.wall();
    const ran = Math.max(0, perf - this.perf);
    const ahead = wall - this.wall - ran;
    this.perf = perf;
    this.wall = wall;
    this.t += ran;
    if (ahead > JUMP) {
      this.pass(ahead);
      if (!this.long) this.gap += ahead;
    }
    return this.t;
  }

  take(name) {
    const found = this[name];
    this[name] = 0;
    return found;
  }

  kept() {
    return { t: this.now(), wall: this.wall };
  }
}

// Presses: {k, t} with k one of start (seat), next (seat or none: clockwise), pause (why), resume, off (ms), end, called.
// The whole game is told from them again after each press, so taking the last one back is leaving it out: the time since
// then goes where it would have gone without it.
const PRESS = {
  start: (game, { seat, t }) => Object.assign(game, { phase: "running", seat, since: t }),
  next: (game, { seat, t }) => turnOver(game, seat ?? after(game.seat, game.seats), t),
  pause: (game, { t, why }) => halt(game, t, "paused", why),
  resume: (game, { t }) => goOn(game, t),
  off: (game, { ms }) => (game.spent -= ms),
  end: (game, { t }) => finish(game, t, "over"),
  called: (game, { t }) => halt(game, t, "called", ""),
};

// before: moves known from elsewhere (another device handed them over), [{move, seat, ms}].
export function tell(presses, seats, before = []) {
  const last = before.at(-1);
  const seat = last ? after(last.seat, seats) : 1;
  const fresh = { spent: 0, paused: 0, since: 0, why: "", whys: [] };
  const game = { phase: "ready", seats, seat, number: (last?.move ?? 0) + 1, moves: before.slice(), ...fresh };
  for (const press of presses) PRESS[press.k]?.(game, press);
  return game;
}

export const after = (seat, seats) => (seat % seats) + 1;

export const spent = (game, t) => Math.max(0, game.spent + (game.phase === "running" ? t - game.since : 0));

export const stood = (game, t) => Math.max(0, game.paused + (game.phase === "paused" ? t - game.since : 0));

function halt(game, t, phase, why) {
  game.spent = spent(game, t);
  Object.assign(game, { phase, since: t, why });
  if (why) game.whys.push(why);
}

function goOn(game, t) {
  game.paused = stood(game, t);
  Object.assign(game, { phase: "running", since: t, why: "" });
}

function finish(game, t, phase) {
  const move = { move: game.number, seat: game.seat, ms: spent(game, t), paused: stood(game, t), whys: game.whys };
  game.moves.push(move);
  Object.assign(game, { phase, since: t, spent: 0, paused: 0, why: "", whys: [] });
}

// A seat that is passed over loses a turn, which stands on the paper as a row of its own: the numbering goes past it.
function turnOver(game, seat, t) {
  finish(game, t, "running");
  game.number += (seat - game.seat + game.seats) % game.seats || game.seats;
  game.seat = seat;
}

// Whole seconds, begun ones left out: half a second over the limit accuses nobody.
export const seconds = (ms) => Math.floor(ms / 1000);

// rules: {kind: per_move | per_game | none, seconds, overrun: record | points | turn_lost, points}
export function limitOf(rules) {
  return rules.kind === "none" ? 0 : rules.seconds;
}

// What counts against the limit: the move itself, or all moves of the seat.
export function used(game, rules, seat, t) {
  const mine = game.seat === seat && game.phase !== "over" ? spent(game, t) : 0;
  if (rules.kind !== "per_game") return mine;
  return mine + game.moves.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.ms, 0);
}

export function pointsFor(over, rules) {
  return rules.overrun === "points" ? Math.ceil(over / 60) * rules.points : 0;
}

// A seat's moves so far: {moves, seconds, overs, over, points, lost}.
export function tally(game, rules, seat) {
  const mine = game.moves.filter((one) => one.seat === seat).map((one) => seconds(one.ms));
  const sum = (list) => list.reduce((all, one) => all + one, 0);
  const limit = limitOf(rules);
  const runs = rules.kind === "per_game" ? [sum(mine)] : mine;
  const overs = limit ? runs.map((one) => one - limit).filter((one) => one > 0) : [];
  const points = sum(overs.map((one) => pointsFor(one, rules)));
  const lost = rules.overrun === "turn_lost" ? overs.length : 0;
  return { moves: mine.length, seconds: sum(mine), overs: overs.length, over: sum(overs), points, lost };
}

// 2:00 while two minutes are left, 0:00 only when nothing is; over the limit: +0:05.
export function clockText(ms, limit) {
  if (!limit) return minutes(seconds(ms));
  const left = limit * 1000 - ms;
  return left > -1000 ? minutes(Math.max(0, Math.ceil(left / 1000))) : `+${minutes(seconds(-left))}`;
}

export function minutes(all) {
  const rest = String(all % 60).padStart(2, "0");
  return all < 3600 ? `${Math.floor(all / 60)}:${rest}` : `${Math.floor(all / 3600)}:${String(Math.floor(all / 60) % 60).padStart(2, "0")}:${rest}`;
}
