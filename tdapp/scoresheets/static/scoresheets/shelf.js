// What is typed and not yet saved, kept in this browser under its writer and its sheet: a reload, a closed tab or a flat
// battery loses nothing. Every tab keeps its own; a tab that is gone leaves its work to the next one of the same writer.
import { newKey, shelf } from "../td/lib.js";

const GONE = 15000; // a tab that has not been heard of for so long is gone
const EMPTY = { jobs: [], drafts: {}, both: {} };

function tabName() {
  const known = shelf.read(sessionStorage, "td-tab") ?? newKey();
  shelf.write(sessionStorage, "td-tab", known);
  return known;
}

export class Kept {
  constructor(user, sheet) {
    this.prefix = `td-sheet ${user} ${sheet} `;
    this.name = this.prefix + tabName();
    addEventListener("pagehide", () => this.rewrite(0));
    setInterval(() => this.rewrite(Date.now()), GONE / 3);
  }

  // Everything this tab left behind, and what tabs that are gone did.
  load() {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(this.prefix));
    const found = names.map((name) => [name, shelf.read(localStorage, name)]);
    const free = found.filter(([name, kept]) => kept && (name === this.name || Date.now() - kept.at > GONE));
    for (const [name] of free) shelf.write(localStorage, name, null);
    const all = free.sort(([, one], [, other]) => one.at - other.at).map(([, kept]) => kept);
    return {
      jobs: all.flatMap((kept) => kept.jobs ?? []), drafts: Object.assign({}, ...all.map((kept) => kept.drafts)),
      both: Object.assign({}, ...all.map((kept) => kept.both)),
    };
  }

  save(work) {
    this.work = Object.fromEntries(Object.keys(EMPTY).map((name) => [name, work[name]]));
    this.rewrite(Date.now());
  }

  rewrite(at) {
    const work = this.work;
    if (!work) return;
    const idle = !work.jobs.length && ["drafts", "both"].every((name) => !Object.keys(work[name]).length);
    shelf.write(localStorage, this.name, idle ? null : { ...work, at });
  }
}
