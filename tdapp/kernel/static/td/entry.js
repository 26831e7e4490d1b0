// The line that enters results (td/_entry.html): table score score [spread] Enter.
//   data-url       takes POST line=..., agree=... with an Idempotency-Key; answers a fragment whose root carries
//                  data-state="ok | ask | more | stop", for ask data-agree (sent back by a second Enter),
//                  for more data-join (what comes between this line and the next one typed, e.g. " / ")
//   data-undo-url  the same for `u` Enter
// hx-swap-oob parts of the fragment are put where they belong.
import { chip, el, isTyping, toast, word } from "./lib.js";
import { Outbox } from "./outbox.js";

// An Enter that bounces must not agree to a question nobody has read.
const BOUNCE = 200;

class Entry {
  constructor(root) {
    this.root = root;
    this.input = root.querySelector("[data-entry-input]");
    this.answer = root.querySelector("[data-answer]");
    this.list = root.querySelector("[data-outbox]");
    this.stemmed = null;
    this.asked = null;
    this.last = "";
    this.armed = 0;
    this.outbox = new Outbox(root.dataset.url, document.body.dataset.user ?? "", {
      answered: (job, answer) => this.take(job, answer),
      changed: (jobs) => this.draw(jobs),
    });
    this.listen();
    this.draw(this.outbox.jobs);
    this.outbox.pump();
    this.focus();
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

  // The number pad has no space: its point, star and plus do. A question in words keeps its points and commas.
  typed() {
    const at = this.input.selectionStart;
    const clean = this.input.value.includes("?") ? this.input.value : this.input.value.replace(/[*.,;]/g, " ").replace(/(\d)\+/g, "$1 ");
    if (clean !== this.input.value) {
      this.input.value = clean;
      this.input.setSelectionRange(at, at);
    }
    if (this.asked && this.text() !== this.asked.raw) this.asked = null;
    if (this.state !== "more" && this.text() !== this.shown) this.mark("");
  }

  text() {
    return this.input.value.trim().replace(/\s+/g, " ");
  }

  mark(state) {
    this.state = state;
    this.shown = this.text();
    this.root.dataset.state = state;
    this.input.toggleAttribute("aria-invalid", state === "stop");
  }

  key(event) {
    if (event.key === "Enter" && (event.repeat || performance.now() < this.armed)) return event.preventDefault();
    const act = { Enter: () => this.send(), Escape: () => this.back(), ArrowUp: () => this.recall() }[event.key];
    if (!act || event.isComposing || (event.key === "ArrowUp" && this.input.value)) return;
    event.preventDefault();
    act();
  }

  send() {
    const raw = this.text();
    if (!raw) return;
    if (raw.toLowerCase() === "u" && !this.stemmed) this.outbox.add(this.root.dataset.undoUrl, "u");
    else this.outbox.add(this.root.dataset.url, this.line(raw), this.asked?.agree ?? "", raw);
    this.last = raw;
    // The line stays in sight until it is answered; the next key typed replaces it.
    if (this.text() === raw) this.input.select();
  }

  line(raw) {
    return this.stemmed ? `${this.stemmed.line}${this.stemmed.join}${raw}` : raw;
  }

  back() {
    if (this.state === "more") this.input.value = this.stemmed.line;
    else if (this.state !== "ask") this.input.value = "";
    this.answer.replaceChildren();
    this.calm();
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
  }

  recall() {
    this.input.value = this.last;
    this.typed();
  }

  calm() {
    this.asked = null;
    this.stem(null);
    this.mark("");
  }

  stem(stemmed) {
    this.stemmed = stemmed;
    const place = this.root.querySelector("[data-stem]");
    place.hidden = !stemmed;
    place.textContent = stemmed ? word("stem", { line: stemmed.line }) : "";
  }

  // An answer for the line in the field takes the field; one for an earlier line waits in the list.
  take(job, answer) {
    const here = !this.text() || this.text() === job.raw;
    if (answer.state === "ok") return this.saved(job, answer, here);
    if (!here || job.late || job.url !== this.root.dataset.url) return this.aside(job, answer);
    return this.question(job, answer);
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
    this.input.value = answer.state === "more" ? "" : job.raw;
    this.asked = answer.state === "ask" ? { raw: job.raw, agree: answer.agree } : null;
    this.stem(answer.state === "more" ? { line: job.line, join: answer.join } : answer.state === "ask" ? this.stemmed : null);
    if (answer.state === "stop") this.input.value = job.line;
    this.mark(answer.state);
    this.armed = performance.now() + BOUNCE;
    if (answer.state === "stop") this.input.select(); // refused: the next slip replaces it
    else this.input.setSelectionRange(this.input.value.length, this.input.value.length);
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
    // What waits in the list need not also stand in the field.
    if (waiting.some((job) => !job.needs && job.raw === this.text() && job.why)) {
      this.input.value = "";
      this.calm();
    }
    const busy = this.root.querySelector("[data-wait]");
    busy.textContent = jobs.some((job) => !job.late) ? word("sending") : "";
  }

  row(job) {
    const mine = job.user === this.outbox.user;
    const why = job.needs ? word("needs_you") : !mine ? word("not_saved_who") : job.why === "login" ? word("log_in_again") : word("not_saved");
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
