// Lines on their way to the server, in order, one at a time. A line keeps its key until the server has answered for good,
// so a retry after a lost answer can never save it twice. Kept in this tab's storage: the line, its key, who typed it.
import { csrf, newKey, renew, shelf, whenOneIsLoaded } from "./lib.js";

const PATIENCE = 8000;
const pauses = [1000, 2000, 4000, 8000];

// ok | ask | more | stop: final, with the fragment to show. away | login: nobody knows yet, send again with the same key.
async function read(answer) {
  const type = answer.headers.get("Content-Type") ?? "";
  const text = await answer.text();
  if (type.includes("json")) return problem(answer.status, text);
  const page = new DOMParser().parseFromString(text, "text/html");
  const root = page.querySelector("[data-state]");
  if (root) return { state: root.dataset.state, html: text, agree: root.dataset.agree ?? "1", join: root.dataset.join ?? " " };
  if (answer.status >= 500) return { state: "away", said: said(page) };
  if (page.body.hasAttribute("data-bounce")) return bounced(answer, page);
  return { state: "stop", said: said(page), status: answer.status };
}

function said(page) {
  return [...page.querySelectorAll("main .big")].map((p) => p.textContent).join(" ");
}

function bounced(answer, page) {
  return answer.redirected || answer.status === 403 ? { state: "login" } : { state: "stop", said: said(page), status: answer.status };
}

function problem(status, text) {
  let facts = {};
  try {
    facts = JSON.parse(text);
  } catch {
    // A broken answer: its status has to do.
  }
  if (status === 401 || (status === 403 && !facts.code)) return { state: "login" };
  return { state: status >= 500 ? "away" : "stop", said: facts.detail ?? "", status };
}

async function post(job) {
  const body = new URLSearchParams({ line: job.line });
  if (job.agree) body.set("agree", job.agree);
  const stopper = new AbortController();
  const timer = setTimeout(() => stopper.abort(), PATIENCE);
  try {
    const headers = { "X-CSRFToken": csrf(), "Idempotency-Key": job.key, "X-Page-User": job.user, Accept: "text/html, application/problem+json" };
    return await read(await fetch(job.url, { method: "POST", body, headers, signal: stopper.signal }));
  } catch {
    return { state: "away" };
  } finally {
    clearTimeout(timer);
  }
}

export class Outbox {
  constructor(name, user, { answered, changed }) {
    Object.assign(this, { name: `td-outbox ${name}`, user, answered, changed, busy: false, eager: false, tries: 0, timer: 0 });
    this.jobs = shelf.read(sessionStorage, this.name, []).map((job) => ({ ...job, late: true }));
    whenOneIsLoaded(() => this.again());
  }

  // At once, and often again from here on. What is under way may have left too early: once more behind it.
  again() {
    this.tries = 0;
    this.eager = this.busy;
    return this.pump();
  }

  // The same line, agreed to or not, keeps its key while it waits: pressing Enter twice is one job, tried again at once.
  add(url, line, agree = "", raw = line) {
    if (this.jobs.some((job) => job.url === url && job.line === line && job.agree === agree && !job.needs)) return this.again();
    const behind = this.tries ? { late: true, why: "away" } : {};
    this.jobs.push({ key: newKey(), url, line, agree, raw, user: this.user, ...behind });
    this.save();
    this.pump();
  }

  drop(key) {
    this.jobs = this.jobs.filter((job) => job.key !== key);
    this.save();
  }

  // The server has answered but somebody must decide: the line stays in sight until taken up or dropped.
  hold(job, answer) {
    this.jobs.push({ ...job, key: newKey(), needs: answer.state, said: answer.said ?? "", late: true });
    this.save();
  }

  save() {
    const kept = this.jobs.map(({ key, url, line, agree, raw, user, needs }) => ({ key, url, line, agree, raw, user, needs }));
    shelf.write(sessionStorage, this.name, kept.length ? kept : null);
    this.changed(this.jobs);
  }

  next() {
    return this.jobs.find((job) => !job.needs && job.user === this.user);
  }

  async pump() {
    clearTimeout(this.timer);
    const job = this.next();
    if (this.busy || !job) return;
    this.busy = true;
    const answer = job.why === "login" && !(await renew(this.user)) ? { state: "login" } : await post(job);
    this.busy = false;
    if (answer.state === "away" || answer.state === "login") return this.wait(job, answer);
    this.tries = 0;
    this.drop(job.key);
    this.answered(job, answer);
    return this.pump();
  }

  wait(job, { state, said: text }) {
    // Those behind it are just as unsaved.
    for (const one of this.jobs) if (!one.needs && one.user === this.user) Object.assign(one, { late: true, why: state });
    job.said = text ?? "";
    this.save();
    if (this.eager) return this.again();
    this.timer = setTimeout(() => this.pump(), pauses[Math.min(this.tries++, pauses.length - 1)]);
  }
}
