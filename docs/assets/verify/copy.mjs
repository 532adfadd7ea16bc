/** Copying exact text. */

import { element } from "./dom.mjs";

/**
 * Make a button that copies a text, and says so for two seconds.
 * @param {string|(() => Promise<string>)} text the exact text, whatever is shown on the page, or what makes it.
 * @param {string} what completes "Copy …" for people who do not see what stands beside the button.
 * @param {string} label what the button says.
 */
export function copyButton(text, what, label = "Copy") {
  const button = element("button", { type: "button", class: "arf-button arf-button--small", "aria-label": `Copy ${what}` }, label);
  button.addEventListener("click", async () => {
    const exact = typeof text === "string" ? text : await text();
    button.textContent = (await copied(exact)) ? "Copied" : "Copy failed";
    setTimeout(() => (button.textContent = label), 2000);
  });
  return button;
}

/** Copy a text and say whether that worked. */
export async function copied(text) {
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
