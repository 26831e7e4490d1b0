// Nothing typed is lost: forms know they are dirty, live pages leave them alone, a lost session brings the values back,
// and a double click or a retry sends the same idempotency key.
import { isDirty, newKey, shelf, toast, word } from "./lib.js";

const KEPT = "td-kept";
const BOUNCED = "td-bounced";
const isWatched = (form) => form && form.method === "post" && !form.hasAttribute("data-unwatched");

function mark(form) {
  form.dataset.dirty = "";
  // What changed is a new intention: it gets a new key.
  form.querySelector('input[name="idempotency_key"]')?.remove();
}

function clean(form) {
  delete form.dataset.dirty;
}

document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (isWatched(form)) mark(form);
});

function stampKey(form) {
  if (form.elements.idempotency_key) return;
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "idempotency_key", value: newKey() }));
}

// Never kept: passwords, PINs, files, hidden fields, and what a screen marks data-private (birth dates, guardians, contacts).
function isKept(field) {
  return field.name && !field.closest("[data-private]") && !["password", "file", "hidden", "submit", "button"].includes(field.type);
}

function nameOf(form) {
  return `${new URL(form.action, location.href).pathname}#${form.id}`;
}

function keep(form) {
  const fields = [...form.elements].filter(isKept);
  const values = fields.map((field) => [field.name, field.type === "checkbox" || field.type === "radio" ? [field.value, field.checked] : field.value]);
  shelf.write(sessionStorage, KEPT, { page: location.pathname, form: nameOf(form), user: document.body.dataset.user ?? "", values });
}

function putBack(field, value) {
  if (Array.isArray(value)) {
    if (field.value === value[0]) field.checked = value[1];
  } else field.value = value;
}

function restore(kept) {
  const form = [...document.forms].find((one) => isWatched(one) && nameOf(one) === kept.form);
  if (!form) return false;
  const left = [...form.elements].filter(isKept);
  for (const [name, value] of kept.values) {
    const at = left.findIndex((field) => field.name === name);
    if (at >= 0) putBack(left.splice(at, 1)[0], value);
  }
  mark(form);
  toast("info", word("kept"));
  return true;
}

// A page with data-bounce (log in, refusal, fault) came in between: the values were not taken, so they come back.
// Anything else after sending means they were. Another person's values are never shown.
function arrive() {
  if (document.body.hasAttribute("data-bounce")) return shelf.write(sessionStorage, BOUNCED, true);
  const kept = shelf.read(sessionStorage, KEPT);
  const bounced = shelf.read(sessionStorage, BOUNCED, false);
  const mine = kept && kept.user === (document.body.dataset.user ?? "");
  if (bounced && mine && kept.page === location.pathname && restore(kept)) shelf.write(sessionStorage, KEPT, null);
  if (!bounced || (kept && !mine)) shelf.write(sessionStorage, KEPT, null);
  return shelf.write(sessionStorage, BOUNCED, null);
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!isWatched(form) || event.defaultPrevented) return;
  stampKey(form);
  if (form.hasAttribute("hx-post")) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  // A slow answer must not lock the form for good; the key makes a second sending harmless.
  setTimeout(() => delete form.dataset.sent, 4000);
  if (!document.body.hasAttribute("data-bounce")) keep(form);
  clean(form);
});

// htmx reads the form at its own submit listener, which may run before the one above.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb === "get") return;
  const form = event.detail.elt.closest("form");
  if (form && isWatched(form)) stampKey(form);
  event.detail.headers["Idempotency-Key"] ??= form?.elements.idempotency_key?.value ?? newKey();
});

function isOwn(detail, target) {
  const asker = detail.requestConfig?.elt;
  return asker && asker.closest("form") && target.contains(asker.closest("form")) && detail.requestConfig.verb !== "get";
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (/<body[^>]*data-bounce/i.test(detail.xhr.responseText) && detail.xhr.status < 400) {
    detail.shouldSwap = false;
    toast("stop", word("log_in_here"));
  } else if (isDirty(detail.target) && !isOwn(detail, detail.target)) {
    detail.shouldSwap = false;
    toast("info", word("newer"));
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt.closest("form");
  if (form && event.detail.successful && event.detail.requestConfig.verb !== "get") clean(form);
});

addEventListener("beforeunload", (event) => {
  if (document.querySelector("form[data-guard][data-dirty]")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-back]") || history.length < 2 || !document.referrer.startsWith(location.origin)) return;
  event.preventDefault();
  history.back();
});

// Also after "back" from the browser's own memory.
addEventListener("pageshow", (event) => {
  for (const form of document.forms) delete form.dataset.sent;
  if (event.persisted) shelf.write(sessionStorage, BOUNCED, null);
});

arrive();
