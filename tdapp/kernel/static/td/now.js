// What the hall is at, asked with its ETag for all of a page: <... data-now="/t/open/now.json" [data-now-every="8"]>.
// document gets "td:heard" with {told, sent, asked, got} (`sent`: see clock_core.js), or "td:unheard".
import { pauseAfter } from "./lib.js";

const place = document.querySelector("[data-now]");
const EVERY = Number(place?.dataset.nowEvery || 12);
let etag = "";
let told = null;
let fails = 0;
let timer = 0;
let asking = false;
let again = false;

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

async function ask() {
  const asked = performance.now();
  const headers = { Accept: "application/json" };
  if (etag) headers["If-None-Match"] = etag;
  const answer = await fetch(place.dataset.now, { headers, cache: "no-store", signal: AbortSignal.timeout?.(8000) });
  const got = performance.now();
  if (answer.status !== 304 && !answer.ok) throw new Error(String(answer.status));
  if (answer.status === 200) {
    told = await answer.json();
    etag = answer.headers.get("ETag") ?? "";
  }
  return { told, sent: Number(answer.headers.get("X-Td-Now")), asked, got };
}

// One question at a time: what an early one says must not arrive after what a late one found.
async function turn() {
  clearTimeout(timer);
  if (document.hidden) return;
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  again = false;
  try {
    const heard = await ask();
    fails = 0;
    say("td:heard", heard);
  } catch {
    fails += 1;
    say("td:unheard");
  }
  asking = false;
  // Away from the server the clock counts on: it needs nobody's permission to know what time it is in the round.
  document.documentElement.toggleAttribute("data-now-away", fails > 1);
  clearTimeout(timer);
  timer = setTimeout(turn, again ? 0 : pauseAfter(fails, EVERY, Math.random()) * 1000);
}

if (place) {
  // Whoever listens is loaded after this.
  setTimeout(turn);
  document.addEventListener("visibilitychange", () => document.hidden || turn());
  // A device that slept may have let performance.now() stand: what it shows is asked again when it wakes.
  addEventListener("pageshow", (event) => event.persisted && turn());
  addEventListener("online", turn);
  document.addEventListener("td:ask-now", turn);
}
