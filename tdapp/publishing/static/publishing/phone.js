// A player's phone: fresh by itself, and a report that is never lost and never counted twice.
// The outbox is in this phone's storage: table number, scores, the key the report is sent under until the hall has
// answered for good, and the mark of the very game, so that a late report finds no other one at a table of that number.
const part = document.querySelector("[data-me]");
const BOX = `td-phone:${part?.dataset.me}`;
const EVERY = 10;
const pauses = [1, 2, 4, 8, 15];
let fails = 0;
let timer = 0;
let asOf = new Date();
let busy = false;
let tries = 0;
let refused = 0;

// Storage that is full, off or private must not stop a report: it waits in this page then.
let inPage = [];
function box() {
  try {
    return JSON.parse(localStorage.getItem(BOX)) ?? [];
  } catch {
    return inPage;
  }
}
function keep(lines) {
  inPage = lines;
  try {
    if (lines.length) localStorage.setItem(BOX, JSON.stringify(lines));
    else localStorage.removeItem(BOX);
  } catch {
    /* kept in the page */
  }
  tell();
}

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join("");
}

function tell() {
  const place = document.querySelector("[data-unsaved]");
  const line = box()[0];
  place.hidden = !line;
  const said = place.querySelector("[data-unsaved-what]");
  if (line) said.textContent = said.dataset.text.replace("{table}", line.t).replace("{scores}", line.s.join("–"));
  for (const button of part.querySelectorAll("form[data-report] button")) button.disabled = Boolean(line);
}

function swap(html, version) {
  const open = [...part.querySelectorAll("details[open]")].map((one) => one.className);
  part.innerHTML = html;
  part.dataset.version = version ?? "";
  for (const one of part.querySelectorAll("details")) if (open.includes(one.className) && one.className === "phone-why") one.open = true;
  tell();
}

const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";

async function post(line) {
  const body = new URLSearchParams({ table: line.t, game: line.g });
  line.s.forEach((score, place) => body.set(`s${place + 1}`, score));
  (line.b ?? []).forEach((score, place) => body.set(`b${place + 1}`, score));
  if (line.y) body.set("sure", "on");
  const headers = { "Idempotency-Key": line.k, "X-CSRFToken": token(), "X-Part": "1" };
  const answer = await fetch(`${part.dataset.me}report`, { method: "POST", body, headers, signal: AbortSignal.timeout?.(8000) });
  if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  return answer;
}

// Everything with a version is our own answer and final. Anything else (a token that ran out, a phone that is nobody's)
// needs a new page; the report stays.
async function flush() {
  if (busy) return;
  busy = true;
  try {
    for (let line = box()[0]; line; line = box()[0]) {
      const answer = await post(line);
      const version = answer.headers.get("X-Version");
      if (version === null) return renew();
      const html = await answer.text();
      keep(box().slice(1));
      swap(html, version);
      refused = answer.ok ? 0 : Date.now();
      tries = 0;
    }
  } catch {
    setTimeout(flush, pauses[Math.min(tries++, pauses.length - 1)] * 1000 * (0.85 + Math.random() * 0.3));
  } finally {
    busy = false;
    tell();
  }
}

function renew() {
  const last = Number(sessionStorage.getItem("td-phone-renewed") ?? 0);
  if (Date.now() - last < 15000) return setTimeout(flush, 15000);
  sessionStorage.setItem("td-phone-renewed", String(Date.now()));
  location.reload();
}

function scoresOf(form, letter) {
  const fields = [...form.querySelectorAll(`[name^="${letter}"]`)].filter((one) => /^[sb]\d$/.test(one.name));
  return fields.map((one) => one.value.trim()).filter((text) => text !== "");
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-report]");
  if (!form) return;
  event.preventDefault();
  if (box().length) return;
  const line = { k: newKey(), g: form.elements.game.value, t: form.elements.table.value, s: scoresOf(form, "s") };
  const before = scoresOf(form, "b");
  if (before.length) line.b = before;
  if (form.querySelector('[name="sure"][value="on"]')) line.y = 1;
  tries = 0;
  keep([line]);
  flush();
});

function isTyping() {
  const node = document.activeElement;
  return part.contains(node) && node.matches("input:not([type=hidden])");
}
const isBegun = () => [...part.querySelectorAll("input.phone-score")].some((one) => one.value !== one.defaultValue);
// What was refused stays to be read for a minute, and with its scores until it is sent again or folded up.
const isRefused = () => Date.now() - refused < 60000 || part.querySelector("[data-refused][open]") !== null;

async function ask() {
  const answer = await fetch(`${part.dataset.me}?v=${encodeURIComponent(part.dataset.version)}`, { signal: AbortSignal.timeout?.(8000) });
  if (answer.status === 410) return location.reload();
  if (answer.status !== 204 && answer.status !== 200) throw new Error(String(answer.status));
  // What somebody is typing is never swapped away; the version is not taken over, so it is offered again.
  if (answer.status === 200 && !isTyping() && !isBegun() && !isRefused()) swap(await answer.text(), answer.headers.get("X-Version"));
}

function away() {
  const place = document.querySelector("[data-away]");
  place.hidden = !fails;
  const time = asOf.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  place.textContent = fails ? place.dataset.text.replace("{time}", time) : "";
}

async function turn() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    await ask();
    fails = 0;
    asOf = new Date();
  } catch {
    fails += 1;
  }
  away();
  // Two that overlapped must not go on as two.
  clearTimeout(timer);
  timer = setTimeout(turn, Math.min(60, EVERY * 2 ** Math.min(fails, 3)) * 1000 * (0.85 + Math.random() * 0.3));
}

if (part) {
  tell();
  if (box().length) flush();
  timer = setTimeout(turn, EVERY * 1000);
  const wake = () => {
    if (document.hidden) return;
    if (box().length) flush();
    turn();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
}
