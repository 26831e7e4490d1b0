// Runs before anything is drawn, so a chosen theme never flashes. Not a module for that reason.
(() => {
  try {
    const theme = localStorage.getItem("td-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is off in this browser: the system's choice holds.
  }
})();
