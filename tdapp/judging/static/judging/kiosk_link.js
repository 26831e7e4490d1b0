// The kiosk and its server: a ruling asked for once whatever happens on the way, and a look every 15 seconds.
import { csrf, newKey, shelf } from "../td/lib.js";

const PENDING = "kiosk-pending";
const PATIENCE = 8000;
const EVERY = 15000;

// What was asked and not yet answered survives a reload and is asked again under its own key: no second ruling.
export const pending = () => shelf.read(sessionStorage, PENDING);
export const drop = () => shelf.write(sessionStorage, PENDING, null);

async function reach(url, options = {}) {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE), cache: "no-store", redirect: "error" });
  if (answer.status >= 500) throw new Error(String(answer.status));
  return { status: answer.status, body: await answer.json() };
}

// {status, body}, or null when nobody answered.
export async function send(url, body = new URLSearchParams(), key = newKey()) {
  const headers = { "X-CSRFToken": csrf(), "Idempotency-Key": key, Accept: "application/json" };
  try {
    return await reach(url, { method: "POST", headers, body });
  } catch {
    return null;
  }
}

// The same for a ruling; unanswered it is still pending.
export async function ask(url, state, body, known = null) {
  const key = known ?? newKey();
  shelf.write(sessionStorage, PENDING, { key, state });
  const answer = await send(url, body, key);
  if (answer) drop();
  return answer;
}

// `tell(facts)` with what the server says, null when it does not answer.
export function watch(url, tell) {
  const look = async () => {
    try {
      const { status, body } = await reach(url, { headers: { Accept: "application/json" } });
      tell(status === 200 ? body : { open: false, playing: false, shown: null });
    } catch {
      tell(null);
    }
  };
  setInterval(look, EVERY);
  return look;
}
