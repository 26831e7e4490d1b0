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
