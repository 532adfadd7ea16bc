/** The search: every word typed has to begin a word of a section; titles count more than text. */

const MOST = 30; // results shown
const AROUND = 80; // characters shown on each side of the first hit

/**
 * Let a button, or the key `/`, open the dialog; the index is fetched when it is first opened.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLButtonElement} button
 */
export function searchDialog(dialog, button) {
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("[data-search-results]");
  const count = dialog.querySelector("[data-search-count]");
  let sections = null;

  const draw = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 || sections === null ? [] : find(sections, words);
    list.replaceChildren(...found.slice(0, MOST).map((section) => row(section, words, dialog.dataset.base)));
    if (words.length > 0) count.textContent = found.length === 1 ? "1 place" : `${found.length} places`;
  };
  const open = async () => {
    dialog.showModal();
    input.select();
    try {
      sections ??= await load(dialog.dataset.index);
      draw();
    } catch {
      count.textContent = "The index could not be loaded. Try again when you are online.";
    }
  };
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    open();
  });
  input.addEventListener("input", draw);
  dialog.querySelector("[data-search-close]").addEventListener("click", () => dialog.close());
  list.addEventListener("click", () => dialog.close());
  button.hidden = false;
}

async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the index answered ${response.status}`);
  const { docs } = await response.json();
  return docs.map(({ location, title, text }) => ({ location, title, text, low: ` ${title} ${text}`.toLowerCase() }));
}

function find(sections, words) {
  const begins = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape?.(word) ?? escaped(word)}`, "u"));
  const scored = [];
  for (const section of sections) {
    if (!begins.every((pattern) => pattern.test(section.low))) continue;
    const title = section.title.toLowerCase();
    scored.push({ section, score: begins.filter((pattern) => pattern.test(title)).length });
  }
  return scored.sort((left, right) => right.score - left.score).map(({ section }) => section);
}

function escaped(word) {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function row({ location, title, text }, words, base) {
  const link = document.createElement("a");
  link.href = base + location;
  link.textContent = title;
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - AROUND);
  const excerpt = document.createElement("p");
  excerpt.textContent = `${at > 0 ? "… " : ""}${text.slice(at, at + 2 * AROUND)}`;
  const item = document.createElement("li");
  item.append(link, excerpt);
  return item;
}
