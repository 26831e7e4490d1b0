// The sheet store (store_core.js) in a browser: its storage, its requests, and what wakes it.
import { newKey } from "../td/lib.js";
import { renew, whenOneIsLoaded } from "../td/session.js";
import { Kept } from "./shelf.js";
import { SheetStore } from "./store_core.js";
import { rowFrom } from "./store_rows.js";
import { read, send } from "./wire.js";

export const newRow = () => rowFrom(newKey());

export class Store extends SheetStore {
  constructor(facts, hooks) {
    super(facts, hooks, { kept: new Kept(facts.user, facts.sheet), newKey, renew, send, read, hidden: () => document.hidden });
    addEventListener("online", () => this.wake());
    whenOneIsLoaded(() => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    document.addEventListener("submit", (event) => (this.leaving ||= Boolean(/** @type {HTMLElement} */ (event.target).querySelector("[data-seen]"))));
    addEventListener("pageshow", (event) => event.persisted && (this.leaving = false));
    this.start();
  }
}
