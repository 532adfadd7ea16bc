/** What every page does: colours, menu, copying a block of code, search, the copy for offline use. */

import { keepOffline } from "./offline.mjs";
import { searchDialog } from "./search.mjs";

const DARK = "slate";

colours(document.querySelector("[data-scheme-switch]"));
menu(document.querySelector("[data-menu]"), document.getElementById("__drawer"));
sections(document.querySelectorAll("label.md-nav__link[for]"));
copyButtons(document.querySelectorAll(".highlight > pre"));
reachable(document.querySelectorAll("pre > code, .md-typeset table"));
// A page with a checker closes its network once the checker is loaded, and an index could not be fetched any more.
if (!document.querySelector("[data-runtime]")) {
  searchDialog(document.querySelector("[data-search]"), document.querySelector("[data-search-open]"));
}
keepOffline(document.querySelector(".md-footer-meta__inner"));

function colours(button) {
  const name = () => {
    const other = document.body.dataset.mdColorScheme === DARK ? "light" : "dark";
    button.setAttribute("aria-label", `Switch to ${other} mode`);
  };
  button.addEventListener("click", () => {
    const scheme = document.body.dataset.mdColorScheme === DARK ? "default" : DARK;
    document.body.dataset.mdColorScheme = scheme;
    name();
    try {
      localStorage.setItem("arf.scheme", scheme);
    } catch {
      // Storage is switched off: the choice holds for this page.
    }
  });
  name();
  button.hidden = false;
}

function menu(button, drawer) {
  const sync = () => button.setAttribute("aria-expanded", String(drawer.checked));
  button.addEventListener("click", () => {
    drawer.checked = !drawer.checked;
    sync();
    if (drawer.checked) document.querySelector(".md-sidebar--primary a").focus();
  });
  drawer.addEventListener("change", sync);
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !drawer.checked) return;
    drawer.checked = false;
    sync();
    button.focus();
  });
  button.hidden = false;
}

// The theme opens sections of the menu by labels, which a keyboard reaches but does not press.
function sections(labels) {
  for (const label of labels) {
    label.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      label.click();
    });
  }
}

// What is wider than its place scrolls, and has to take the focus to be scrolled without a mouse.
function reachable(elements) {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const element of elements) observer.observe(element);
}

function copyButtons(blocks) {
  for (const block of blocks) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "arf-copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.querySelector("code").textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select and copy by hand";
      }
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    block.append(button);
  }
}
