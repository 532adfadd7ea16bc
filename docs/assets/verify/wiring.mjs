/** What both forms listen to alike: Check, Ctrl + Enter, and files dropped anywhere on the page. */

/**
 * @param {HTMLElement} root is marked while files are dragged over the page.
 * @param {HTMLFormElement} form
 * @param {() => void} check
 * @param {(files: FileList) => void} takeFiles
 */
export function listen(root, form, check, takeFiles) {
  listenForSubmit(form, check);
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    root.dataset.dropping = "";
  });
  document.addEventListener("dragleave", () => delete root.dataset.dropping);
  document.addEventListener("drop", (event) => {
    delete root.dataset.dropping;
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    takeFiles(event.dataTransfer.files);
  });
}

/**
 * Act on the main button, and on Ctrl + Enter anywhere in the form.
 * @param {HTMLFormElement} form
 * @param {() => void} act
 */
export function listenForSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) act();
  });
}
