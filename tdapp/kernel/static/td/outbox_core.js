// Lines on their way to the server, in order, one at a time. A line keeps its key until the server has answered for good,
// so a retry after a lost answer can never save it twice.
// Without a page: what a browser has comes in as ports (outbox.js). kept(): the jobs of an earlier page; keep(jobs);
// post(job): its answer, with state ok | ask | more | stop (final) or away | login (nobody knows yet);
// renew(user): whether that user is still in; newKey().
const PAUSES = [1000, 2000, 4000, 8000];

export class Lines {
  answered;
  changed;
  ports;
  user;

  constructor(user, { answered, changed }, ports) {
    Object.assign(this, { user, answered, changed, ports, busy: false, eager: false, tries: 0, timer: 0 });
    this.jobs = ports.kept().map((job) => ({ ...job, late: true }));
  }

  // At once, and often again from here on. What is under way may have left too early: once more behind it.
  again() {
    this.tries = 0;
    this.eager = this.busy;
    return this.pump();
  }

  // The same line, agreed to or not, keeps its key while it waits: pressing Enter twice is one job, tried again at once.
  add(url, line, agree = "", raw = line) {
    if (this.jobs.some((job) => job.url === url && job.line === line && job.agree === agree && !job.needs)) return this.again();
    const behind = this.tries ? { late: true, why: "away" } : {};
    this.jobs.push({ key: this.ports.newKey(), url, line, agree, raw, user: this.user, ...behind });
    this.save();
    this.pump();
  }

  drop(key) {
    this.jobs = this.jobs.filter((job) => job.key !== key);
    this.save();
  }

  // The server has answered but somebody must decide: the line stays in sight until taken up or dropped.
  hold(job, answer) {
    this.jobs.push({ ...job, key: this.ports.newKey(), needs: answer.state, said: answer.said ?? "", late: true });
    this.save();
  }

  save() {
    const kept = this.jobs.map(({ key, url, line, agree, raw, user, needs }) => ({ key, url, line, agree, raw, user, needs }));
    this.ports.keep(kept);
    this.changed(this.jobs);
  }

  next() {
    return this.jobs.find((job) => !job.needs && job.user === this.user);
  }

  async pump() {
    clearTimeout(this.timer);
    const job = this.next();
    if (this.busy || !job) return;
    this.busy = true;
    const answer = job.why === "login" && !(await this.ports.renew(this.user)) ? { state: "login" } : await this.ports.post(job);
    this.busy = false;
    if (answer.state === "away" || answer.state === "login") return this.wait(job, answer);
    this.tries = 0;
    this.drop(job.key);
    this.answered(job, answer);
    return this.pump();
  }

  wait(job, { state, said: text }) {
    // Those behind it are just as unsaved.
    for (const one of this.jobs) if (!one.needs && one.user === this.user) Object.assign(one, { late: true, why: state });
    job.said = text ?? "";
    this.save();
    if (this.eager) return this.again();
    this.timer = setTimeout(() => this.pump(), PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
  }
}
