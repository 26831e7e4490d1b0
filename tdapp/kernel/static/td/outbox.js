// The outbox (outbox_core.js) in a browser. Kept in this tab's storage: the line, its key, who typed it.
import { csrf, newKey, shelf } from "./lib.js";
import { renew, whenOneIsLoaded } from "./session.js";
import { Lines } from "./outbox_core.js";

const PATIENCE = 8000;

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

export class Outbox extends Lines {
  constructor(url, user, hooks) {
    const name = `td-outbox ${url}`;
    super(user, hooks, {
      kept: () => shelf.read(sessionStorage, name, []),
      keep: (jobs) => shelf.write(sessionStorage, name, jobs.length ? jobs : null),
      newKey,
      post,
      renew,
    });
    whenOneIsLoaded(() => this.again());
  }
}
