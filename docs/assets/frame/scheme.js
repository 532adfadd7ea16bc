/* Sets the colours before the page is drawn: what the reader chose here last, or what the system asks for. */
document.body.dataset.mdColorScheme =
  (() => {
    try {
      return localStorage.getItem("arf.scheme");
    } catch {
      return null; // storage is switched off
    }
  })() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "slate" : "default");
