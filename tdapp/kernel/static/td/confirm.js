// A button with data-confirm asks first, in a <dialog>:
//   data-confirm="Recall round 4?"  data-confirm-text="..."  data-confirm-verb="Recall"
//   data-confirm-reason="reason"    also asks for a reason and puts it into the form's field of that name
//   data-confirm-type="Open 2026"   asks to type this text before it goes on
import { word } from "./lib.js";

const dialog = document.getElementById("td-confirm");
const agreed = new WeakSet();
let waiting = null;

const part = (name) => dialog.querySelector(name);

function offer(name, on, label) {
  const field = part(`[data-confirm-${name}]`);
  field.hidden = !on;
  field.querySelector("input").value = "";
  field.querySelector("input").required = on;
  if (label) field.querySelector("label").textContent = label;
}

function ask(button) {
  const { confirm, confirmText, confirmVerb, confirmReason, confirmType } = button.dataset;
  waiting = button;
  part("#td-confirm-title").textContent = confirm;
  part("#td-confirm-text").textContent = confirmText ?? "";
  part("[data-confirm-yes]").textContent = confirmVerb ?? word("yes");
  offer("reason", Boolean(confirmReason));
  offer("type", Boolean(confirmType), word("type_to_confirm", { text: confirmType }));
  dialog.returnValue = "no";
  dialog.showModal();
  (dialog.querySelector(".field:not([hidden]) input") ?? part('[value="no"]')).focus();
}

function fill(form, name, value) {
  let field = form.elements[name];
  if (!field) {
    field = Object.assign(document.createElement("input"), { type: "hidden", name });
    form.append(field);
  }
  field.value = value;
}

function go(button) {
  const { confirmReason } = button.dataset;
  if (confirmReason && button.form) fill(button.form, confirmReason, part("#td-confirm-reason").value.trim());
  agreed.add(button);
  button.click();
  agreed.delete(button);
}

if (dialog) {
  // First in line, so that neither htmx nor the form sees a click that was not agreed to.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-confirm]");
    if (!button || agreed.has(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(button);
  }, true);

  dialog.addEventListener("submit", (event) => {
    const typed = waiting?.dataset.confirmType;
    if (event.submitter?.value !== "yes" || !typed) return;
    const field = part("#td-confirm-type");
    field.setCustomValidity(field.value.trim() === typed ? "" : word("type_to_confirm", { text: typed }));
    if (!field.reportValidity()) event.preventDefault();
  });
  part("#td-confirm-type").addEventListener("input", (event) => event.target.setCustomValidity(""));

  dialog.addEventListener("close", () => {
    const button = waiting;
    waiting = null;
    if (dialog.returnValue === "yes" && button) go(button);
    else button?.focus();
  });
}
