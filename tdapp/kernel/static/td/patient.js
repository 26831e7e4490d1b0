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
