// A hall screen: one page of rows at a time, turned by itself; the clock in the corner.
const hall = document.querySelector("[data-hall]");
const pages = () => [...hall.querySelectorAll("[data-hall-page]")];
let at = 0;

function show() {
  const all = pages();
  if (!all.length) return;
  at %= all.length;
  all.forEach((page, index) => (page.hidden = index !== at));
  const count = document.querySelector("[data-hall-count]");
  if (count) count.textContent = all.length > 1 ? `${at + 1} / ${all.length}` : "";
}

function tell() {
  const place = document.querySelector("[data-hall-clock]");
  if (place) place.textContent = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

if (hall) {
  show();
  tell();
  setInterval(tell, 1000);
  setInterval(() => {
    at += 1;
    show();
  }, Number(hall.dataset.seconds || 12) * 1000);
  hall.addEventListener("td:fresh", show);
}
