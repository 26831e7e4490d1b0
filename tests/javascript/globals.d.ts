// What our scripts know of a page and a type checker cannot. A found element is of any kind: which one it is, is said by
// the template; the browser tests look at that. Everything else (our own modules, classes, the browser's calls) is checked.
export {};

declare global {
  interface ParentNode {
    querySelector(selectors: string): any;
    querySelectorAll(selectors: string): NodeListOf<any>;
  }

  interface Document {
    getElementById(id: string): any;
  }

  interface Element {
    closest(selectors: string): any;
  }

  // Whoever listens knows whom an event is for.
  interface EventTarget {
    closest(selectors: string): any;
    contains(other: Node | null): boolean;
    hasAttribute(name: string): boolean;
    form: any;
    name: any;
  }

  // htmx tells everything in `detail`.
  interface Event {
    detail: any;
  }

  interface Window {
    htmx: any;
  }

  // The kiosk asks for the whole keyboard where a browser can give it.
  interface Navigator {
    keyboard?: { lock(keys: string[]): Promise<void> };
  }
}
