// Lines built by pressing: a button named `press` asks the server for the form's parts anew, and so does typing in a line.
// The server says what the lines mean; here it is only put in place. Without an answer the form is sent as any other.
import { patient } from "./patient.js";
import { isAnswer, takesLines } from "./pressing_core.js";

const PAUSE = 300;

class Pressing {
  constructor(form) {
    this.form = form;
    this.queue = Promise.resolve();
    this.work = patient(form);
    form.addEventListener("click", (event) => this.click(event));
    form.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener("input", (event) => this.typed(event));
  }

  click(event) {
    const button = event.target.closest("button[name=press]");
    if (!button || button === this.let) return;
    event.preventDefault();
    this.ask(button.value);
  }

  // Enter in a control presses the button of its group, never the first one of the form.
  key(event) {
    if (event.key !== "Enter" || !event.target.matches("input, select")) return;
    const button = event.target.closest("[data-part]")?.querySelector("[data-enter]");
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  typed(event) {
    if (!event.target.matches("[data-line]")) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask("read"), PAUSE);
  }

  // One after the other: each press begins with what the one before made.
  ask(press) {
    clearTimeout(this.timer);
    const before = this.queue.catch(() => null);
    this.queue = this.work(() => before.then(() => this.fetch(press)));
  }

  async fetch(press) {
    const data = new FormData(this.form);
    data.set("press", press);
    const answer = await fetch(this.form.action, { method: "POST", body: data, headers: { "X-Pressed": "1" } }).catch(() => null);
    const text = answer && !answer.redirected ? await answer.text() : "";
    if (isAnswer(answer, text)) this.put(new DOMParser().parseFromString(text, "text/html"), press);
    else if (takesLines(press)) this.send(press);
  }

  // As a form without a script: logged out or refused, the page that follows says so.
  send(press) {
    this.let = this.form.querySelector(`button[name=press][value="${press}"]`);
    if (this.let) this.form.requestSubmit(this.let);
    this.let = null;
  }

  put(page, press) {
    const at = document.activeElement?.id || document.activeElement?.closest("[data-part]")?.id;
    for (const part of page.querySelectorAll("[data-part]")) {
      const open = document.getElementById(part.id)?.open;
      if (open) part.open = true;
      document.getElementById(part.id)?.replaceWith(document.importNode(part, true));
    }
    if (takesLines(press)) this.take(page);
    this.back(page, at, press);
  }

  take(page) {
    for (const line of page.querySelectorAll("[data-line]")) {
      const own = this.form.querySelector(`[data-line][name="${line.name}"]`);
      if (own) own.value = line.value;
    }
    // What changed is a new intention, as if it had been typed.
    this.form.dispatchEvent(new Event("change", { bubbles: true }));
    this.form.dataset.dirty = "";
    this.form.querySelector("input[name=idempotency_key]")?.remove();
  }

  // The hand stays where it was: on the same control, else on the first of its part.
  back(page, at, press) {
    if (!takesLines(press) || !at || document.getElementById(at)?.contains(document.activeElement)) return;
    const place = document.getElementById(at);
    (place?.matches("[data-part]") ? place.querySelector("[data-first], button, input, select") : place)?.focus({ preventScroll: true });
  }
}

for (const form of document.querySelectorAll("form[data-pressing]")) new Pressing(form);
