// The line that enters results (td/forms/_entry.html): table score score [spread] Enter.
//   data-url       takes POST line=..., agree=... with an Idempotency-Key; answers a fragment whose root carries
//                  data-state="ok | ask | more | stop", for ask data-agree (sent back by a second Enter),
//                  for more data-join (what comes between this line and the next one typed, e.g. " / ")
//   data-undo-url  the same for `u` Enter
// hx-swap-oob parts of the fragment are put where they belong.
import { EntryLine, isListed, reason, spaced, tidy } from "./entry_core.js";
import { chip, el, isTyping, shelf, toast, word } from "./lib.js";
import { Outbox } from "./outbox.js";

const TYPED = "td-typed";
const WHY = {
  decision: () => word("needs_you"),
  writer: () => word("not_saved_who"),
  login: () => word("log_in_again"),
  server: () => word("not_saved"),
};

class Entry {
  constructor(root) {
    this.root = root;
    this.input = root.querySelector("[data-entry-input]");
    this.answer = root.querySelector("[data-answer]");
    this.list = root.querySelector("[data-outbox]");
    this.line = new EntryLine();
    this.outbox = new Outbox(root.dataset.url, document.body.dataset.user ?? "", {
      answered: (job, answer) => this.take(job, answer),
      changed: (jobs) => this.draw(jobs),
    });
    this.listen();
    this.draw(this.outbox.jobs);
    this.outbox.pump();
    this.restore();
    this.focus();
  }

  // A line half typed outlives a reload of the page; one that was sent waits in the outbox.
  restore() {
    const kept = this.input.value ? null : this.line.restored(shelf.read(sessionStorage, TYPED), this.mine(), this.outbox.jobs);
    if (kept) this.input.value = kept;
    if (this.line.stemmed) this.paint();
  }

  keep() {
    shelf.write(sessionStorage, TYPED, this.line.kept(this.text(), this.mine()));
  }

  mine() {
    return { url: this.root.dataset.url, user: this.outbox.user };
  }

  listen() {
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("input", () => this.typed());
    // A click beside the field must not lose it; Tab still leads anywhere.
    this.input.addEventListener("blur", (event) => {
      if (!event.relatedTarget || event.relatedTarget.id === "main") setTimeout(() => this.focus());
    });
    document.addEventListener("keydown", (event) => this.elsewhere(event));
    addEventListener("focus", () => this.focus());
    addEventListener("pagehide", () => this.keep());
    addEventListener("online", () => this.outbox.again());
    addEventListener("beforeunload", (event) => this.outbox.jobs.length && event.preventDefault());
    this.list.addEventListener("click", (event) => this.decide(event));
  }

  focus() {
    const at = document.activeElement;
    if ((!at || at === document.body || at.id === "main") && !document.querySelector("dialog[open]")) this.input.focus();
  }

  // Digits typed while a link or a button has the focus belong to the line.
  elsewhere(event) {
    if (isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (/^\d$/.test(event.key)) this.input.focus();
  }

  typed() {
    const at = this.input.selectionStart;
    const clean = spaced(this.input.value);
    if (clean !== this.input.value) {
      this.input.value = clean;
      this.input.setSelectionRange(at, at);
    }
    if (this.line.typed(this.text())) this.paint();
  }

  text() {
    return tidy(this.input.value);
  }

  paint() {
    const { state, stemmed } = this.line;
    this.root.dataset.state = state;
    this.input.toggleAttribute("aria-invalid", state === "stop");
    const place = this.root.querySelector("[data-stem]");
    place.hidden = !stemmed;
    place.textContent = stemmed ? word("stem", { line: stemmed.line }) : "";
  }

  key(event) {
    if (event.key === "Enter" && this.line.isBounce(event.repeat, performance.now())) return event.preventDefault();
    const act = { Enter: () => this.send(), Escape: () => this.back(), ArrowUp: () => this.recall() }[event.key];
    if (!act || event.isComposing || (event.key === "ArrowUp" && this.input.value)) return;
    event.preventDefault();
    act();
  }

  send() {
    const raw = this.text();
    if (!raw) return;
    const { undo, line, agree, raw: kept } = this.line.sent(raw);
    this.outbox.add(undo ? this.root.dataset.undoUrl : this.root.dataset.url, line, agree, kept);
    // What was saved before goes: its green would be taken for this line's. The line stays in sight until it is answered;
    // the next key typed replaces it.
    this.answer.replaceChildren();
    if (this.text() === raw) this.input.select();
  }

  back() {
    this.input.value = this.line.back(this.input.value);
    this.answer.replaceChildren();
    this.calm();
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
  }

  recall() {
    this.input.value = this.line.last;
    this.typed();
  }

  calm() {
    this.line.calm(this.text());
    this.paint();
  }

  take(job, answer) {
    const way = this.line.route(job, answer, this.text(), job.url !== this.root.dataset.url);
    if (way === "question") return this.question(job, answer);
    return way === "aside" ? this.aside(job, answer) : this.saved(job, answer, way === "saved");
  }

  saved(job, answer, here) {
    if (here) {
      this.input.value = "";
      this.calm();
    }
    this.show(answer);
    if (job.late) toast("ok", word("saved_late", { line: job.line }));
    document.dispatchEvent(new Event("td:ask-now"));
  }

  aside(job, answer) {
    if (job.url === this.root.dataset.url) this.outbox.hold(job, answer);
    this.show(answer);
  }

  question(job, answer) {
    this.show(answer);
    this.input.value = this.line.question(job, answer, performance.now());
    this.paint();
    this.input.select(); // a slip typed without looking replaces it and is never glued to it; Esc goes into it
  }

  show({ html, said, status, state }) {
    if (!html) {
      const text = said || word("request_failed", { status });
      return this.answer.replaceChildren(el("div", { class: `echo echo-${state}` }, chip(state, word(state)), el("span"), el("p", {}, text)));
    }
    if (window.htmx) return window.htmx.swap(this.answer, html, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 });
    return (this.answer.innerHTML = html);
  }

  draw(jobs) {
    const waiting = jobs.filter((job) => job.late);
    this.list.replaceChildren(...waiting.map((job) => this.row(job)));
    if (isListed(waiting, this.text())) {
      this.input.value = "";
      this.calm();
    }
    const busy = this.root.querySelector("[data-wait]");
    busy.textContent = jobs.some((job) => !job.late) ? word("sending") : "";
  }

  row(job) {
    const mine = job.user === this.outbox.user;
    const why = WHY[reason(job, this.outbox.user)]();
    const buttons = job.needs || !mine
      ? [el("button", { type: "button", class: "btn btn-small", "data-take": job.key }, word("take_up")), el("button", { type: "button", class: "btn btn-small btn-quiet", "data-drop": job.key }, word("drop"))]
      : [];
    return el("li", { class: job.needs ? "needs" : false }, chip(job.needs ? "ask" : "stop", why), el("span", { class: "typed" }, job.line), el("span", { class: "said" }, job.said ?? ""), ...buttons);
  }

  decide(event) {
    const take = event.target.closest("[data-take]")?.dataset.take;
    const key = take ?? event.target.closest("[data-drop]")?.dataset.drop;
    if (!key) return;
    const job = this.outbox.jobs.find((one) => one.key === key);
    this.outbox.drop(key);
    if (take) {
      this.calm();
      this.input.value = job.line;
    }
    this.input.focus();
  }
}

for (const root of document.querySelectorAll("[data-entry]")) new Entry(root);
