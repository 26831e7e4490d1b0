// Small helpers shared by the modules. Sentences and pictures come from the page (td/shell/_words.html), so they are translated.
const source = () => document.getElementById("td-words")?.content;

export function word(name, facts = {}) {
  const text = source()?.querySelector(`[data-word="${name}"]`)?.textContent ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);
}

export function icon(name) {
  const found = source()?.querySelector(`[data-icon="${name}"]`)?.firstElementChild;
  return found ? found.cloneNode(true) : document.createTextNode("");
}

export function el(tag, facts = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

export function chip(state, text) {
  return el("span", { class: `chip chip-${state}` }, icon(state), text);
}

// A note in the corner, read out politely. Refusals and questions stay until closed; the rest leaves by itself.
export function toast(state, text) {
  const place = document.querySelector("[data-toasts]");
  if (!place) return;
  const shut = el("button", { type: "button", class: "btn btn-quiet btn-small", "data-toast-close": "" }, icon("cross"));
  shut.append(el("span", { class: "vh" }, word("close")));
  const note = el("div", { class: `note note-${state}`, "data-toast": "" }, icon(state), el("div", {}, text), shut);
  place.append(note);
  if (state === "ok" || state === "info") setTimeout(() => note.remove(), 6000);
}

export function csrf() {
  return document.querySelector('meta[name="csrf-token"]')?.content ?? "";
}

// After logging in again in another tab the page's token is old: the new one is taken from the page itself. False when
// somebody else, or nobody, is in now (`user`: whose page this is; null: anybody's), or nobody answers.
export async function renew(user = null) {
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout?.(8000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const token = page.querySelector('meta[name="csrf-token"]')?.content;
    if (!token || (user !== null && (page.body.dataset.user ?? "") !== user)) return false;
    document.querySelector('meta[name="csrf-token"]').content = token;
    return true;
  } catch {
    return false;
  }
}

// The desk's pages tell each other when one is loaded: somebody may have logged in there, and what waits need not wait.
const CHANNEL = "td-page";

export function loaded() {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("");
  channel.close();
}

export function whenOneIsLoaded(act) {
  new BroadcastChannel(CHANNEL).onmessage = act;
}

export function isTyping(node) {
  return Boolean(node?.closest?.("input:not([type=checkbox],[type=radio],[type=button],[type=submit]), textarea, select, [contenteditable]"));
}

// crypto.randomUUID needs https or localhost; a hall's LAN address has neither.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function clock(date = new Date()) {
  return date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

// Storage that is full, off or private must never stop the work.
export const shelf = {
  read(area, name, otherwise = null) {
    try {
      return JSON.parse(area.getItem(name)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  write(area, name, value) {
    try {
      if (value == null) area.removeItem(name);
      else area.setItem(name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  },
};

// A form sent while an answer that changes it is still coming waits for it: nothing pressed before is left out. Returns what
// such work is handed to.
export function patient(form) {
  let waiting = 0;
  let held = null;
  form.addEventListener("submit", (event) => {
    if (!waiting) return;
    event.preventDefault();
    held = { by: event.submitter };
  });
  return async (work) => {
    waiting += 1;
    await work().finally(() => (waiting -= 1));
    if (waiting || !held) return;
    const by = form.contains(held.by) ? held.by : null;
    held = null;
    form.requestSubmit(by);
  };
}

export function isDirty(place) {
  if (place.matches?.("form[data-dirty]")) return true;
  return Boolean(place.querySelector?.("form[data-dirty]"));
}

// Seconds until the next question: longer after each that failed, and never all devices of a hall at once (chance: 0 to 1).
export function pauseAfter(fails, every, chance, most = 2) {
  return Math.min(60, every * 2 ** Math.min(fails, most)) * (0.85 + chance * 0.3);
}

export function copy(text) {
  const field = el("textarea", { readonly: "", class: "vh" }, text);
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
