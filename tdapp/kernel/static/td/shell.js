// The desk around every screen: menu, rail, htmx's token and failures, and the live line of the top row.
import { csrf, toast, word } from "./lib.js";
import { loaded } from "./session.js";
import "./look.js";
import "./palette.js";

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// On a phone the rail is a strip, and so are tabs: bring the current one into it.
for (const current of document.querySelectorAll(".rail .stage[aria-current], .tabs [aria-current]")) {
  const strip = current.closest(".rail, .tabs");
  const off = current.getBoundingClientRect().left - strip.getBoundingClientRect().left;
  if (strip.scrollWidth > strip.clientWidth) strip.scrollLeft += off - strip.clientWidth / 3;
}

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb !== "get") event.detail.headers["X-CSRFToken"] = csrf();
});

// A refusal (4xx) that brings a fragment is shown where the answer was expected; the rest is said in a note.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { status } = event.detail.xhr;
  const html = event.detail.xhr.getResponseHeader("Content-Type")?.startsWith("text/html");
  const fragment = html && !/<html/i.test(event.detail.xhr.responseText);
  if (status >= 400 && status < 500 && fragment) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});

document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.requestConfig.verb !== "get") toast("stop", sentence(event.detail.xhr));
});

document.addEventListener("htmx:sendError", (event) => {
  if (event.detail.requestConfig.verb !== "get") toast("stop", word("not_saved_here"));
});

document.addEventListener("htmx:timeout", (event) => {
  if (event.detail.requestConfig.verb !== "get") toast("stop", word("not_saved_here"));
});

function sentence(xhr) {
  try {
    return JSON.parse(xhr.responseText).detail || word("request_failed", { status: xhr.status });
  } catch {
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const said = [...page.querySelectorAll("main .big")].map((p) => p.textContent).join(" ");
    return said || word("request_failed", { status: xhr.status });
  }
}

// A view may say something with the header HX-Trigger: {"td:said": {"state": "ok", "text": "..."}}.
document.addEventListener("td:said", (event) => toast(event.detail.state ?? "ok", event.detail.text));

loaded();
