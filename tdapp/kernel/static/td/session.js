// The session of a desk's page. Apart from lib.js, which every phone loads.

// After logging in again in another tab the page's token is old: the new one is taken from the page itself. False when
// somebody else, or nobody, is in now (`user`: whose page this is; null: anybody's), or nobody answers.
export async function renew(user = null) {
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout?.(8000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const token = page.querySelector('meta[name="csrf-token"]')?.content;
    if (!token || (user !== null && (page.body.dataset.user ?? "") !== user)) return false;
    document.querySelector('meta[name="csrf-token"]').content = token;
    return true;
  } catch {
    return false;
  }
}

// The desk's pages tell each other when one is loaded: somebody may have logged in there, and what waits need not wait.
const CHANNEL = "td-page";

export function loaded() {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("");
  channel.close();
}

export function whenOneIsLoaded(act) {
  new BroadcastChannel(CHANNEL).onmessage = act;
}
