// The clock without a page: what is left in a round, which round is shown, what is announced and what comes next.
// Times are milliseconds of one line, the server's: `now` is what Line says for a moment of performance.now().

export class Line {
  base = 0; // the server's line minus performance.now(), at the best (quickest) answer
  quickest = Infinity;

  // An answer was sent somewhere between asking and receiving; the quickest of them says it best. A line that was set
  // anew (the server's machine was started again) shows as a jump, and is taken at once.
  heard(sent, asked, got) {
    const found = sent - (asked + got) / 2;
    const way = got - asked;
    if (way > this.quickest + 50 && Math.abs(found - this.base) <= way) return;
    this.quickest = way;
    this.base = found;
  }

  at(moment) {
    return this.base + moment;
  }
}

export function leftAt(clock, now) {
  if (clock.zero == null) return clock.left;
  return Math.max(0, Math.ceil((clock.zero - now) / 1000));
}

export function stateAt(clock, now) {
  return clock.state === "running" && leftAt(clock, now) <= 0 ? "called" : clock.state;
}

export function shown(seconds) {
  const hours = Math.floor(seconds / 3600);
  const two = (n) => String(n).padStart(2, "0");
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

// Of several rounds: the one with the least left that runs, else the one called, paused, ready.
const ORDER = ["running", "called", "paused", "ready", "over"];
export function clockOf(clocks, division, round, now) {
  const fit = clocks.filter((one) => (!division || one.division === division) && (!round || one.round === Number(round)));
  const by = (one) => ORDER.indexOf(stateAt(one, now)) * 1e6 + leftAt(one, now);
  return fit.sort((a, b) => by(a) - by(b))[0];
}

// What is announced at a place ("": anywhere) for a division ("": any).
export function announced(announcements, place, division) {
  return announcements.filter(
    (one) => (!place || one.place === "both" || one.place === place) && (!one.division || !division || one.division === division),
  );
}

// A division's own day where divisions run apart, else the hall's ("": the first one told): two stops and the prizes,
// each [label, time]. words: {until, about}, sentences with {time}.
export function comingUp(forecast, division, words) {
  const mine = forecast.filter((one) => !one.division || !division || one.division === division);
  const stops = mine.filter((one) => one.kind !== "prizes").slice(0, 2);
  return [...stops, ...mine.filter((one) => one.kind === "prizes").slice(0, 1)].map((one) => {
    const sentence = one.until ? words.until : one.sure ? "{time}" : words.about;
    return [one.label, sentence.replace("{time}", one.until || one.at)];
  });
}
