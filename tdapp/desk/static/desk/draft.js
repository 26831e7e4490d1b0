// Two names of a draft change places: one is dragged onto the other, or picked up and put down by the key x. What is sent is
// the form "Change by hand", so that everything works without this file.
const root = document.querySelector("[data-draft]");
const form = document.querySelector("[data-by-hand]");
let held = null;

const said = (text) => (root.querySelector("[data-drag-said]").textContent = text);
const nameOf = (link) => link.textContent.trim();

function pick(link) {
  held?.classList.remove("held");
  held = link;
  link?.classList.add("held");
  said(link ? root.dataset.picked.replace("{name}", nameOf(link)) : root.dataset.letGo);
}

function exchange(one, other) {
  if (!one || one === other) return pick(null);
  form.elements.one.value = one.dataset.seat;
  form.elements.other.value = other.dataset.seat;
  return form.requestSubmit(form.querySelector('[name=action][value="swap"]'));
}

const under = (event) => event.target.closest?.("[data-seat]") ?? event.target.closest?.("th")?.querySelector("[data-seat]");

function key(event) {
  const link = event.target.closest?.("[data-seat]");
  if (event.key === "Escape" && held) return pick(null);
  if (!link || event.key !== "x" || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  return held ? exchange(held, link) : pick(link);
}

function listen() {
  root.querySelector("[data-drag-help]").hidden = false;
  for (const link of root.querySelectorAll("[data-seat]")) link.draggable = true;
  root.addEventListener("keydown", key);
  root.addEventListener("dragstart", (event) => {
    const link = under(event);
    if (!link) return;
    event.dataTransfer.setData("text/plain", nameOf(link));
    event.dataTransfer.effectAllowed = "move";
    pick(link);
  });
  root.addEventListener("dragover", (event) => held && under(event) && event.preventDefault());
  root.addEventListener("drop", (event) => {
    const link = under(event);
    if (!held || !link) return;
    event.preventDefault();
    exchange(held, link);
  });
  root.addEventListener("dragend", () => pick(null));
}

if (root && form) listen();
