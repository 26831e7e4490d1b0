// What is typed and not yet saved, kept in this browser under its writer and its sheet: a reload, a closed tab or a flat
// battery loses nothing. Every page keeps its own; what a page that is gone left behind, another of the same writer takes up.
import { newKey, shelf } from "../td/lib.js";

const GONE = 15000; // a page that has not been heard of for so long is gone

export class Kept {
  constructor(user, sheet) {
    this.prefix = `td-sheet ${user} ${sheet} `;
    this.name = this.prefix + newKey();
    addEventListener("pagehide", () => this.rewrite(0));
    // A page that comes back from the browser's memory may have been taken up by another meanwhile.
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    setInterval(() => this.rewrite(Date.now()), GONE / 3);
  }

  // {jobs, drafts, both} of pages that are gone, taken over; null when there are none.
  adopt() {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(this.prefix) && name !== this.name);
    const found = names.map((name) => [name, shelf.read(localStorage, name)]);
    const free = found.filter(([, kept]) => !kept || Date.now() - kept.at > GONE);
    for (const [name] of free) shelf.write(localStorage, name, null);
    const all = free.map(([, kept]) => kept).filter(Boolean).sort((one, other) => one.at - other.at);
    if (!all.length) return null;
    return { jobs: all.flatMap((kept) => kept.jobs ?? []), drafts: Object.assign({}, ...all.map((kept) => kept.drafts)), both: Object.assign({}, ...all.map((kept) => kept.both)) };
  }

  save({ jobs, drafts, both }) {
    this.work = { jobs, drafts, both };
    this.rewrite(Date.now());
  }

  rewrite(at) {
    if (!this.work) return;
    const idle = !this.work.jobs.length && !Object.keys(this.work.drafts).length && !Object.keys(this.work.both).length;
    shelf.write(localStorage, this.name, idle ? null : { ...this.work, at });
  }
}
