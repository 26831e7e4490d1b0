// Light or dark by choice, notes that can be closed: what every page has, with or without the desk around it.
function show(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const button of document.querySelectorAll("[data-set-theme]")) {
    button.setAttribute("aria-pressed", String(button.dataset.setTheme === theme));
  }
}

function choose(theme) {
  try {
    if (theme) localStorage.setItem("td-theme", theme);
    else localStorage.removeItem("td-theme");
  } catch {
    // Not kept in this browser; shown all the same.
  }
  show(theme);
}

document.addEventListener("click", (event) => {
  const theme = event.target.closest("[data-set-theme]");
  if (theme) choose(theme.dataset.setTheme);
  event.target.closest("[data-toast-close]")?.closest("[data-toast]")?.remove();
});

show(document.documentElement.dataset.theme ?? "");
