// A list looked through while somebody types: [data-filter="id of the list"], whose items carry their words as [data-words].
import { fits } from "./pressing_core.js";

document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (!field.matches("[data-filter]")) return;
  const list = document.getElementById(field.dataset.filter);
  const items = [...list.querySelectorAll("[data-words]")];
  for (const item of items) item.hidden = !fits(field.value, item.dataset.words);
  const left = items.filter((item) => !item.hidden);
  const nothing = list.parentElement.querySelector("[data-nothing]");
  if (nothing) nothing.hidden = left.length > 0;
  if (left.length === 1 && field.value) left[0].querySelector("input[type=radio]")?.click();
});
