/** Keeps a copy of the whole site in this browser, so that it works without a network after the first visit. */

import { SERVICE_WORKER, scriptAddress } from "./trusted.mjs";

const QUIET = 3000; // ms after loading: the copy must not slow down what the reader came for

/**
 * Register the service worker when the page has come to rest, and say in the footer what is kept.
 * @param {HTMLElement} footer
 */
export function keepOffline(footer) {
  if (!("serviceWorker" in navigator)) return;
  const note = document.createElement("p");
  note.className = "arf-offline";
  note.dataset.offline = "";
  footer.append(note);
  addEventListener("load", () => setTimeout(() => register(note), QUIET));
}

async function register(note) {
  try {
    const registration = await navigator.serviceWorker.register(scriptAddress(SERVICE_WORKER));
    const say = () => tell(note, registration);
    registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", say));
    registration.installing?.addEventListener("statechange", say);
    say();
  } catch {
    note.textContent = "This browser keeps no copy of the site for use without a network.";
  }
}

function tell(note, { active, waiting }) {
  note.dataset.offline = waiting ? "waiting" : active ? "kept" : "";
  if (waiting) note.textContent = "A newer version of this site is stored. Close all its tabs to change over.";
  else if (active) note.textContent = "Works without a network: this browser holds a copy of the whole site.";
}
