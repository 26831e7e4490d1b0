// One button: the browser's print dialog.
document.addEventListener("click", (event) => event.target.closest("[data-print]") && window.print());
// "Print all parts" leads to the whole print with #print: the dialog opens once it is there, and not again on a reload.
if (window.location.hash === "#print")
  window.addEventListener("load", () => {
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    window.print();
  });
