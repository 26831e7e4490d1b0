// A part of a page that keeps itself fresh:
//   data-poll="address" data-version="12" [data-every="5"] [data-swap="outer"] [data-live-to="id"]
// The address gets ?v=<version>. 204: nothing new, nothing touched. 200: new content, its version in the header X-Version.
// A [data-poll-waits] inside holds it back for a minute.
// With data-part="open" data-part-version="..." it asks only once now.js heard of another version of that part.
// Hidden pages do not ask. When the server is gone the last good content stays and the page says as of when.
import { clock, isDirty, isTyping, pauseAfter, toast, word } from "./lib.js";

const TRIES = 3;
const parts = new Map();

function say(part, live, text) {
  const place = (part.to && document.getElementById(part.to)) || document;
  const mark = place.querySelector("[data-live]");
  if (!mark) return;
  mark.dataset.live = live;
  mark.querySelector("[data-live-text]").textContent = text;
}

// Whoever walked into the list with the keyboard stays on the same entry.
function keepFocus(place, change) {
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  const mark = held && (held.id ? `#${CSS.escape(held.id)}` : held.getAttribute("href") && `[href="${CSS.escape(held.getAttribute("href"))}"]`);
  change();
  if (mark) place.querySelector(mark)?.focus({ preventScroll: true });
}

// A fragment may bring parts for other places of the page; which entry is the current one stays as it was.
function placeOthers(answer) {
  for (const part of answer.querySelectorAll("template[data-into]")) {
    const place = document.querySelector(part.dataset.into);
    if (!place) continue;
    const here = place.querySelector("[aria-current]")?.getAttribute("href");
    keepFocus(place, () => place.replaceChildren(part.content.cloneNode(true)));
    for (const link of place.querySelectorAll("a")) {
      if (link.getAttribute("href") === here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
}

function swap(part, html) {
  if (part.node.dataset.swap !== "outer") {
    keepFocus(part.node, () => (part.node.innerHTML = html));
    window.htmx?.process(part.node);
    part.node.dispatchEvent(new CustomEvent("td:fresh", { bubbles: true }));
    return;
  }
  const answer = new DOMParser().parseFromString(html, "text/html");
  const next = answer.body.firstElementChild;
  if (!next) return;
  placeOthers(answer);
  parts.delete(part.node);
  part.node.replaceWith(next);
  window.htmx?.process(next);
  watch(next, part.fails);
  if (part.again && parts.has(next)) turn(parts.get(next));
}

function fresh(part, answer, html) {
  if (/<body[^>]*data-bounce/i.test(html)) throw new Error("log in");
  const typing = isTyping(document.activeElement) && part.node.contains(document.activeElement);
  if (isDirty(part.node) || typing) {
    // The version is not taken over, so the same content is offered again later.
    if (!part.told) toast("info", word("newer"));
    part.told = true;
    return;
  }
  part.told = false;
  part.node.dataset.version = answer.headers.get("X-Version") ?? part.node.dataset.version;
  swap(part, html);
}

async function ask(part) {
  // A question in it waits for its answer; a minute later it is taken away with what is new.
  const asked = part.node.querySelector("[data-poll-waits]");
  if (asked && Date.now() - (part.since ??= Date.now()) < 60000) return;
  part.since = null;
  const address = new URL(part.node.dataset.poll, location.href);
  address.searchParams.set("v", part.node.dataset.version ?? "");
  const answer = await fetch(address, { headers: { "X-Poll": "1" }, signal: AbortSignal.timeout?.(10000) });
  // Gone for good: the page itself says so, and asks no more.
  if (answer.status === 410) return location.reload();
  if (answer.status !== 204 && !answer.ok) throw new Error(String(answer.status));
  if (answer.status === 200) fresh(part, answer, await answer.text());
  if (!part.told && answer.headers.has("X-Part-Version")) part.node.dataset.partVersion = answer.headers.get("X-Part-Version");
}

function good(part) {
  if (part.fails) say(part, "on", word("server_back"));
  part.fails = 0;
  part.asOf = new Date();
}

function bad(part) {
  part.fails += 1;
  say(part, "gone", word("server_away", { time: clock(part.asOf) }));
}

// One question at a time: whoever wants to know meanwhile is answered by the next, so that a clerk who types fast does not
// set ever more of them going.
async function turn(part) {
  clearTimeout(part.timer);
  if (!part.node.isConnected) return parts.delete(part.node);
  if (document.hidden) return (part.waits = true);
  if (part.asking) return (part.again = true);
  part.asking = true;
  try {
    await ask(part);
    good(part);
  } catch {
    bad(part);
  }
  part.asking = false;
  return goOn(part);
}

function goOn(part) {
  if (!parts.has(part.node)) return undefined;
  const again = part.again && !part.fails;
  part.again = false;
  return again ? turn(part) : later(part);
}

const follows = (part) => part.node.dataset.part !== undefined;
const isOld = ({ node, versions }) => versions?.[node.dataset.part] !== node.dataset.partVersion;
const following = () => [...parts.values()].filter(follows);

function heard(versions) {
  for (const part of following()) {
    Object.assign(part, { versions, tries: TRIES });
    if (isOld(part)) turn(part);
    else good(part);
  }
}

function later(part) {
  const next = () => turn(part);
  // Another process of the hall may know less than the one that was heard: then soon again, a few times.
  if (follows(part)) part.timer = part.tries-- > 0 && isOld(part) && setTimeout(next, 1500);
  // Two hundred phones must not ask in the same moment.
  else part.timer = setTimeout(next, 1000 * pauseAfter(part.fails, Number(part.node.dataset.every || 5), Math.random(), 4));
}

function watch(node, fails = 0) {
  if (parts.has(node) || !node.dataset?.poll) return;
  const part = { node, fails, asOf: new Date(), to: node.dataset.liveTo, timer: 0, waits: false, told: false, tries: 0 };
  parts.set(node, part);
  later(part);
}

function scan(root = document) {
  for (const node of root.querySelectorAll("[data-poll]")) watch(node);
}

function wake() {
  if (document.hidden) return;
  for (const part of parts.values()) {
    if (part.waits || part.fails) {
      part.waits = false;
      turn(part);
    }
  }
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
document.addEventListener("htmx:afterSwap", () => scan());
document.addEventListener("td:fresh", () => scan());
document.addEventListener("td:ask-now", () => [...parts.values()].forEach((part) => follows(part) || turn(part)));
document.addEventListener("td:heard", ({ detail }) => heard(detail.told.parts));
document.addEventListener("td:unheard", () => following().forEach(bad));
scan();
