// [data-copy="id"] copies what stands in that field, and says so. Without scripts there is no button; the field can be selected.
// navigator.clipboard needs https or localhost; a selected field can be copied everywhere, so `copy` makes one.
import { copy, toast } from "./lib.js";

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  const field = button && document.getElementById(button.dataset.copy);
  if (!field) return;
  if (copy(field.value)) toast("ok", button.dataset.copied);
  else field.select();
});
