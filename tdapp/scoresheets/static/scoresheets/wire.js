// One request about a sheet and what came of it:
//   ok (state) | same | refused (problem, status) | away | login: the last two mean that nobody knows yet, so ask again with the same key
import { csrf } from "../td/lib.js";

const PATIENCE = 8000;

async function json(answer) {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}

async function judge(answer) {
  if (answer.status === 204) return { outcome: "same" };
  const kind = answer.headers.get("Content-Type") ?? "";
  const body = kind.includes("json") ? await json(answer) : null;
  if (answer.status >= 500 || answer.status === 429) return { outcome: "away" };
  if (answer.redirected || answer.status === 401 || (answer.status === 403 && !body?.code)) return { outcome: "login" };
  if (answer.ok) return body ? { outcome: "ok", state: body } : { outcome: "away" };
  return { outcome: "refused", status: answer.status, problem: body ?? {} };
}

async function ask(url, options) {
  const stopper = new AbortController();
  const timer = setTimeout(() => stopper.abort(), PATIENCE);
  try {
    return await judge(await fetch(url, { ...options, signal: stopper.signal }));
  } catch {
    return { outcome: "away" };
  } finally {
    clearTimeout(timer);
  }
}

export function send(url, body, key, user) {
  const headers = {
    "Content-Type": "application/json", Accept: "application/json, application/problem+json", "X-CSRFToken": csrf(), "Idempotency-Key": key, "X-Page-User": user,
  };
  return ask(url, { method: "POST", headers, body: JSON.stringify(body) });
}

export function read(url, version) {
  const address = new URL(url, location.href);
  if (version != null) address.searchParams.set("v", version);
  return ask(address, { headers: { Accept: "application/json, application/problem+json", "X-Poll": "1" } });
}
