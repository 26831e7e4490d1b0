// Zoom inside a photo's frame: buttons, + and - on the frame, a double click where to look. Without it the picture is a link.
const MOST = 4;

function zoomOf(view) {
  const found = [...view.classList].find((name) => name.startsWith("zoom-"));
  return found ? Number(found.slice(5)) : 1;
}

function show(view, zoom, at = { x: 0.5, y: 0.5 }) {
  const old = zoomOf(view);
  const next = Math.min(MOST, Math.max(1, zoom));
  view.classList.remove(`zoom-${old}`);
  if (next > 1) view.classList.add(`zoom-${next}`);
  view.scrollTo({ left: at.x * view.scrollWidth - view.clientWidth / 2, top: at.y * view.scrollHeight - view.clientHeight / 2 });
}

function middle(view) {
  return {
    x: (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth,
    y: (view.scrollTop + view.clientHeight / 2) / view.scrollHeight,
  };
}

function step(view, way) {
  const to = { in: zoomOf(view) + 1, out: zoomOf(view) - 1, fit: 1 }[way];
  if (to) show(view, to, middle(view));
}

function clicked(view, event) {
  event.preventDefault();
  const box = view.querySelector("img").getBoundingClientRect();
  const at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  show(view, zoomOf(view) > 1 ? 1 : 2, at);
}

for (const figure of document.querySelectorAll("[data-photo]")) {
  const view = figure.querySelector(".photo-view");
  const bar = figure.querySelector("[data-zoom]");
  bar.hidden = false;
  bar.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom-to]");
    if (button) step(view, button.dataset.zoomTo);
  });
  view.addEventListener("keydown", (event) => {
    const way = { "+": "in", "=": "in", "-": "out", 0: "fit" }[event.key];
    if (!way || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(view, way);
  });
  view.querySelector("a").addEventListener("click", (event) => clicked(view, event));
}
