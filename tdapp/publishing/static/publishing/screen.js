// A hall screen. The server sends everything there is to show; the screen splits it into pages of its own size,
// turns them by itself, asks for news every few seconds and keeps the last good page when nobody answers.
// Somebody who stands at it, unless it fills the screen, finds the language at the foot.
// Keys: right and left turn a page, space holds it, f fills the screen.
const stage = document.querySelector("[data-screen]");
const at = (name) => document.querySelector(`[data-sc-${name}]`);
const EVERY = 3000;
const SLOWEST = 10000;
const ROW = 1 / 25; // of the height, at least: readable from ten metres
const ROW_MOST = 1 / 9;
const FONT = 0.62; // of the row
const AIRY = 1.6; // of the row its letters need
const NAMES_FIT = 0.9; // so many of the rows need no smaller letters
const SMALLER = [0.88, 0.76];
const TWO_LINES = [0.7, 0.6, 0.5, 0.42];

let source = null; // the last good answer, in no document
let views = []; // one for each page: {slide, first, last, layout}
let here = 0;
let turns = 0;
let held = false;
let turning = 0;
let asking = 0;
let fails = 0;
let etag = `"${stage.dataset.etag}"`;
let server = null; // the server's time of day in seconds, and when it was told

const words = document.getElementById("sc-words").content;
// A screen may show everything in one language, then in the other; its own words follow.
const tongueOf = (slide) => slide?.closest("[data-tongue]")?.dataset.tongue;
const say = (name, facts) =>
  (words.querySelector(`[data-tongue="${document.documentElement.lang}"] [data-word="${name}"]`) ?? words.querySelector(`[data-word="${name}"]`)).textContent.replace(/\{(\w+)\}/g, (_all, key) => facts?.[key] ?? "");

/* The time of day, by the server: a projector's own clock may be wrong. */

function setTime(text) {
  const [hours, minutes, seconds] = text.split(":").map(Number);
  server = { told: hours * 3600 + minutes * 60 + seconds, at: performance.now() };
}

function timeOf(moment) {
  const seconds = Math.floor(server.told + (moment - server.at) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}`;
}

function tick() {
  const text = timeOf(performance.now());
  if (at("time").textContent !== text) at("time").textContent = text;
  keepClocks();
}

// A clock drawn anew begins with what it showed last; one with hours in it has smaller figures.
const lastShown = new Map();
function keepClocks() {
  for (const node of document.querySelectorAll("[data-clock]")) {
    const { clock } = node.dataset;
    if (/\d/.test(node.textContent)) lastShown.set(clock, node.textContent);
    else if (lastShown.has(clock)) node.textContent = lastShown.get(clock);
    node.classList.toggle("long", node.textContent.length > 5);
  }
}

// The clock in the corner is that of the division on the screen; where the page is its clock, there is none.
function cornerFor(division) {
  const corner = at("round");
  const mark = corner.querySelector("[data-clock]");
  corner.classList.toggle("sc-none", division === undefined || stage.querySelector("[data-clock]") !== null);
  if (division === undefined || mark.dataset.clock === division) return;
  corner.dataset.clockOf = division;
  mark.dataset.clock = division;
  mark.textContent = "";
}

/* Pages: how many rows of which height, in how many columns. */

const pen = document.createElement("canvas").getContext("2d");

function needed(row, font) {
  let width = 0;
  for (const cell of row.cells) {
    pen.font = `${cell.classList.contains("big") ? 700 : 600} ${font}px ${getComputedStyle(document.body).fontFamily}`;
    width += cell.classList.contains("name") ? pen.measureText(cell.textContent.trim()).width + 0.9 * font : 4.2 * font;
  }
  return width;
}

function widthNeeded(rows, font) {
  const widths = rows.map((row) => needed(row, font)).sort((a, b) => a - b);
  return widths[Math.min(widths.length - 1, Math.floor(widths.length * NAMES_FIT))] ?? 0;
}

function layoutOf(table) {
  const rows = [...table.tBodies[0].rows];
  const zoom = Number(source.dataset.zoom || 100) / 100;
  const least = Math.ceil(innerHeight * ROW * zoom);
  const head = table.tHead?.classList.contains("vh") ? 0 : Math.ceil(innerHeight * 0.032);
  const height = stage.clientHeight - head - 2;
  const gap = innerWidth * 0.03;
  const width = stage.clientWidth - 2 * gap;
  const most = Math.max(1, Math.floor(height / least));
  const need = widthNeeded(rows, least * FONT);
  const fitting = Math.max(1, Math.floor((width + gap) / (need + gap)));
  const columns = Math.min(Number(table.dataset.most || 1), fitting, Math.max(1, Math.ceil(rows.length / most)));
  const pages = Math.max(1, Math.ceil(rows.length / (most * columns)));
  const each = Math.max(1, Math.ceil(rows.length / (pages * columns)));
  const across = (width - gap * (columns - 1)) / columns;
  // Letters grow until the names fill the width; rows until the list fills the height, but not far apart.
  const font = Math.min(innerHeight * ROW_MOST * zoom * FONT, (least * FONT * across) / Math.max(1, need));
  const row = Math.max(least, Math.floor(Math.min(height / each, (Math.max(font, least * FONT) / FONT) * AIRY)));
  return { rows, pages, each, columns, row, font: Math.max(least * FONT, Math.min(font, row * FONT)) };
}

function plan() {
  views = [];
  for (const slide of source.querySelectorAll(".sc-slide")) {
    const table = slide.querySelector("table[data-rows]");
    const layout = table && layoutOf(table);
    for (let page = 0; page < (layout?.pages ?? 1); page += 1) views.push({ slide, table, layout, page });
  }
}

/* Drawing one page. */

function column(view, first, last) {
  const copy = view.table.cloneNode(false);
  for (const part of view.table.children) if (part.tagName !== "TBODY") copy.append(part.cloneNode(true));
  const body = document.createElement("tbody");
  for (const row of view.layout.rows.slice(first, last)) body.append(row.cloneNode(true));
  copy.append(body);
  return copy;
}

function pageOf(view) {
  const page = document.createElement("div");
  page.className = "sc-page";
  if (!view.layout) {
    for (const part of view.slide.querySelectorAll(":scope > :not([data-title], [data-sub])")) page.append(part.cloneNode(true));
    return page;
  }
  const { each, columns, row, font } = view.layout;
  page.style.setProperty("--sc-row", `${row}px`);
  page.style.setProperty("--sc-font", `${font}px`);
  page.style.setProperty("--sc-columns", columns);
  for (let place = 0; place < columns; place += 1) {
    const first = (view.page * columns + place) * each;
    if (first < view.layout.rows.length) page.append(column(view, first, first + each));
  }
  return page;
}

// A name is never cut: first a little smaller, then on two lines.
function fitNames(page) {
  const row = parseFloat(page.style.getPropertyValue("--sc-row"));
  let wide = [...page.querySelectorAll(".name > span")];
  const steps = [...SMALLER.map((size) => [size, false]), ...TWO_LINES.map((size) => [size, true])];
  for (const [size, two] of steps) {
    wide = wide.filter((span) => span.scrollWidth > span.clientWidth + 1 || span.offsetHeight > row);
    if (!wide.length) return;
    for (const span of wide) {
      span.style.fontSize = `${size}em`;
      span.classList.toggle("two", two);
    }
  }
}

function fitWhole(page) {
  for (const text of page.querySelectorAll("[data-fit]")) {
    const whole = text.closest(".sc-whole");
    const fits = () => whole.scrollHeight <= whole.clientHeight + 1 && text.scrollWidth <= text.clientWidth + 1;
    for (let size = parseFloat(getComputedStyle(text).fontSize); size > 18 && !fits(); size *= 0.92) {
      text.style.fontSize = `${size * 0.92}px`;
    }
  }
}

function show() {
  const view = views[here];
  if (!view) return;
  const page = pageOf(view);
  document.documentElement.lang = tongueOf(view.slide);
  at("title").textContent = view.slide.querySelector("[data-title]").textContent;
  at("sub").textContent = view.slide.querySelector("[data-sub]").textContent;
  stage.replaceChildren(page);
  tell(view.slide);
  cornerFor(view.slide.dataset.division);
  keepClocks();
  if (view.layout) fitNames(page);
  else fitWhole(page);
  at("count").textContent = views.length > 1 ? say("count", { n: here + 1, all: views.length }) : "";
}

// What is announced stands at the foot of every page, one after the other; not below the announcement itself.
const said = (slide) => (slide?.closest("[data-tongue]") ?? source.querySelector("[data-tongue]")).querySelectorAll(".sc-saids li");
function tell(slide) {
  const all = slide.dataset.slide.startsWith("said-") ? [] : said(slide);
  const place = at("said");
  const text = all.length ? all[turns % all.length].textContent : "";
  place.style.fontSize = "";
  place.textContent = text;
  document.body.classList.toggle("sc-announces", Boolean(text));
  for (let size = 3.4; size > 1.8 && place.scrollHeight > place.clientHeight + 1; size -= 0.2) place.style.fontSize = `${size}vh`;
}

/* Turning. */

function turn(by = 1) {
  if (views.length) here = (here + by + views.length) % views.length;
  turns += 1;
  show();
  wait();
}

function wait() {
  clearTimeout(turning);
  turning = 0;
  at("held").hidden = !held;
  at("held").textContent = say("held");
  const bar = at("bar");
  bar.classList.remove("running");
  if (held || (views.length < 2 && said().length < 2)) return;
  const seconds = Number(views[here].slide.dataset.stay || 0) || Number(source.dataset.seconds || 12);
  bar.style.animationDuration = `${seconds}s`;
  void bar.offsetWidth; // starts the bar anew
  bar.classList.add("running");
  turning = setTimeout(turn, seconds * 1000);
}

function take(feed) {
  const before = views[here];
  const same = source && source.dataset.show === feed.dataset.show;
  source = feed;
  const theme = feed.dataset.themeWanted;
  if (["light", "dark", "projector"].includes(theme)) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  again(same ? before : null);
}

// Another answer or another size: the same list goes on where it was, everything else begins.
function again(before) {
  // Pages are planned with the line at the foot in its place.
  document.body.classList.toggle("sc-announces", said().length > 0);
  plan();
  const same = (view) => view.slide.dataset.slide === before?.slide.dataset.slide && tongueOf(view.slide) === tongueOf(before.slide);
  const found = views.findIndex((view) => same(view) && view.page === before.page);
  const first = views.findIndex(same);
  const remains = Boolean(before) && found >= 0;
  here = remains ? found : Math.max(0, first);
  show();
  if (!remains || !turning) wait();
}

/* Asking. */

function read(html) {
  return new DOMParser().parseFromString(html, "text/html").querySelector(".sc-feed");
}

async function ask() {
  const answer = await fetch(stage.dataset.feed, {
    cache: "no-store",
    headers: { "If-None-Match": etag, "X-Poll": "1" },
    signal: AbortSignal.timeout?.(8000),
  });
  // Taken off the public pages: what stood here may not stay.
  if (answer.status === 404) return withdrawn();
  if (answer.status !== 304 && !answer.ok) throw new Error(String(answer.status));
  const now = answer.headers.get("X-Now");
  if (answer.status === 200) {
    const feed = read(await answer.text());
    if (!feed) throw new Error("no screen");
    etag = answer.headers.get("ETag") ?? "";
    take(feed);
  }
  if (now) setTime(now);
  return undefined;
}

function withdrawn() {
  const feed = words.querySelector(".sc-feed");
  if (source.dataset.show !== feed.dataset.show) take(feed.cloneNode(true));
  etag = "";
}

async function poll() {
  clearTimeout(asking);
  try {
    if (!document.hidden) await ask();
    fails = 0;
    asOf = performance.now();
    gone("");
  } catch {
    fails += 1;
    gone(say("gone", { time: timeOf(asOf) }));
  }
  const pause = Math.min(SLOWEST, EVERY * 2 ** Math.min(fails, 3));
  // Two that overlapped must not go on as two.
  clearTimeout(asking);
  asking = setTimeout(poll, pause * (0.9 + Math.random() * 0.2));
}

let asOf = performance.now();

function gone(text) {
  if (at("gone").textContent !== text) at("gone").textContent = text;
}

/* The person at the projector. */

const KEYS = {
  ArrowRight: () => turn(1),
  PageDown: () => turn(1),
  ArrowLeft: () => turn(-1),
  PageUp: () => turn(-1),
  " ": () => {
    held = !held;
    wait();
  },
  f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
};

// Reloading without the server would leave the browser's own error page on the wall, and over plain http no page can
// keep itself. So the server is asked first; where a key is not what reloads, the browser asks the person.
async function reload() {
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout?.(4000) });
    if (!answer.ok) throw new Error(String(answer.status));
    leaving = true;
    location.reload();
  } catch {
    fails = Math.max(fails, 1);
    gone(say("kept"));
  }
}
let leaving = false;

function stays(event) {
  if (fails && !leaving) event.preventDefault();
}

const reloads = (event) => event.key === "F5" || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "r");

function pressed(event) {
  if (reloads(event)) {
    event.preventDefault();
    reload();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
}

let resting = 0;
function moved() {
  document.body.classList.remove("sc-idle");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.add("sc-idle"), 3000);
}

async function stayAwake() {
  // Only browsers that trust the address allow it; elsewhere the laptop's own setting has to do.
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Refused: the page goes on.
  }
}

function seen() {
  if (document.hidden) return;
  stayAwake();
  poll();
}

let sized = 0;
function resized() {
  clearTimeout(sized);
  sized = setTimeout(() => again(views[here]), 150);
}

document.body.classList.add("sc-live");
setTime(stage.dataset.time);
const first = stage.querySelector(".sc-feed");
first.remove();
take(first);
tick();
setInterval(tick, 1000);
asking = setTimeout(poll, EVERY);
addEventListener("resize", resized);
addEventListener("keydown", pressed);
addEventListener("beforeunload", stays);
for (const sign of ["mousemove", "pointerdown", "keydown"]) addEventListener(sign, moved);
addEventListener("online", poll);
document.addEventListener("visibilitychange", seen);
moved();
stayAwake();
