/** Copying exact text. */

import { element } from "./dom.mjs";

/**
 * Make a button that copies a text, and says so for two seconds.
 * @param {string} text the exact text, whatever is shown on the page.
 * @param {string} what completes "Copy …" for people who do not see what stands beside the button.
 */
export function copyButton(text, what) {
  const button = element("button", { type: "button", class: "arf-button arf-button--small", "aria-label": `Copy ${what}` }, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = (await copied(text)) ? "Copied" : "Copy failed";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  return button;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedTheOldWay(text);
  }
}

// The clipboard API is absent on plain http and may be refused; the old command needs a selected text area.
function copiedTheOldWay(text) {
  const before = document.activeElement;
  const area = element("textarea", { readonly: true, class: "arf-off-screen", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  return done;
}
