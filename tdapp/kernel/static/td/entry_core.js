// The line that enters results, without a page: what is sent of what is typed, and what an answer makes of the field.

// An Enter that bounces must not agree to a question nobody has read.
const BOUNCE = 200;

export const tidy = (value) => value.trim().replace(/\s+/g, " ");

// The number pad has no space: its point, star and plus do. A question in words keeps its points and commas.
export function spaced(value) {
  return value.includes("?") ? value : value.replace(/[*.,;]/g, " ").replace(/(\d)\+/g, "$1 ");
}

// What waits in the list need not also stand in the field.
export function isListed(jobs, text) {
  return jobs.some((job) => job.late && !job.needs && job.raw === text && job.why);
}

// Why a line waits: for a decision, for its writer, for a log-in, for the server.
export function reason(job, user) {
  if (job.needs) return "decision";
  if (job.user !== user) return "writer";
  return job.why === "login" ? "login" : "server";
}

export class EntryLine {
  armed = 0; // before this moment an Enter is a bounce
  asked = null; // {raw, agree}: the question that a second Enter of the same line agrees to
  last = "";
  shown; // the text that `state` was said of
  state;
  stemmed = null; // {line, join}: what comes before the next text typed

  mark(state, text) {
    this.state = state;
    this.shown = text;
  }

  // Whether what was said of the field is no longer true of its text.
  typed(text) {
    if (this.asked && text !== this.asked.raw) this.asked = null;
    if (this.state === "more" || text === this.shown) return false;
    this.mark("", text);
    return true;
  }

  isBounce(repeat, moment) {
    return repeat || moment < this.armed;
  }

  // What goes to the server for a text that Enter was pressed behind.
  sent(raw) {
    this.last = raw;
    if (raw.toLowerCase() === "u" && !this.stemmed) return { undo: true, line: "u", agree: "", raw: "u" };
    const line = this.stemmed ? `${this.stemmed.line}${this.stemmed.join}${raw}` : raw;
    return { undo: false, line, agree: this.asked?.agree ?? "", raw };
  }

  // What is kept of a line not yet sent when the page goes; null: nothing.
  kept(text, { url, user }) {
    return text || this.stemmed ? { url, user, text, stemmed: this.stemmed } : null;
  }

  // The text that stands in the field of a page that was loaded again: not another person's, and not one that was sent.
  restored(kept, { url, user }, jobs) {
    if (!kept || kept.url !== url || kept.user !== user || jobs.some((job) => job.raw === kept.text)) return "";
    this.stemmed = kept.stemmed ?? null;
    if (this.stemmed) this.mark("more", kept.text);
    return kept.text;
  }

  calm(text) {
    this.asked = null;
    this.stemmed = null;
    this.mark("", text);
  }

  // One step back: the text that stands in the field then.
  back(text) {
    if (this.state === "more") return this.stemmed.line;
    return this.state === "ask" ? text : "";
  }

  // An answer for the line in the field takes the field; one for an earlier line waits in the list.
  // saved: the field is free again; behind: saved, and the field stays; question; aside.
  route(job, answer, text, undo) {
    const here = !text || text === job.raw;
    if (answer.state === "ok") return here ? "saved" : "behind";
    return !here || job.late || undo ? "aside" : "question";
  }

  // A question or a refusal takes the field: the text that stands in it then.
  question(job, answer, moment) {
    const { state, agree, join } = answer;
    const text = state === "more" ? "" : state === "stop" ? job.line : job.raw;
    this.asked = state === "ask" ? { raw: job.raw, agree } : null;
    this.stemmed = state === "more" ? { line: job.line, join } : state === "ask" ? this.stemmed : null;
    this.mark(state, tidy(text));
    this.armed = moment + BOUNCE;
    return text;
  }
}
