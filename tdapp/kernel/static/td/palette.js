// Ctrl K: any player, table, page or action. The address in body[data-palette] answers {items: [{label, hint, url}]} to ?q=.
import { el, word } from "./lib.js";

const dialog = document.getElementById("td-palette");
const address = document.body.dataset.palette;

if (dialog && address) {
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const said = dialog.querySelector('[role="status"]');
  let asked = 0;
  let timer = 0;

  const options = () => [...list.querySelectorAll('[role="option"]')];
  const chosen = () => list.querySelector('[aria-selected="true"]');

  const choose = (option) => {
    chosen()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option?.id ?? "");
  };

  const go = (option) => {
    if (option?.dataset.url) location.assign(option.dataset.url);
  };

  const row = (item, index) =>
    el("li", { role: "option", id: `td-palette-${index}`, "aria-selected": "false", "data-url": item.url, click: (e) => go(e.currentTarget) },
      el("span", {}, item.label), el("span", { class: "palette-hint" }, item.hint ?? ""));

  const show = (items) => {
    list.replaceChildren(...items.map(row));
    list.hidden = !items.length;
    said.textContent = items.length ? "" : word("nothing_found");
    choose(items.length ? options()[0] : null);
  };

  const ask = async () => {
    const mine = ++asked;
    try {
      const answer = await fetch(`${address}?q=${encodeURIComponent(input.value)}`, { headers: { Accept: "application/json" } });
      const { items } = await answer.json();
      if (mine === asked) show(items);
    } catch {
      if (mine !== asked) return;
      list.hidden = true;
      said.textContent = word("palette_away");
    }
  };

  const open = () => {
    input.value = "";
    dialog.showModal();
    input.focus();
    ask();
  };

  const step = (by) => {
    const all = options();
    const at = all.indexOf(chosen());
    choose(all[(at + by + all.length) % all.length]);
  };

  const moves = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Enter: () => go(chosen()) };
  input.addEventListener("keydown", (event) => {
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  });
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 80);
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.addEventListener("click", (event) => event.target.closest("[data-palette-open]") && open());
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });
}
