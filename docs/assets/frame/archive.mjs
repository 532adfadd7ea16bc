/** Shows the digest of the archive, which stands beside it and can be in none of its files. */

const shown = document.querySelector("[data-archive-digest]");
const response = await fetch(new URL("../../arf-site-v0.1.zip.sha256", import.meta.url)).catch(() => null);
if (response?.ok) shown.textContent = (await response.text()).split(" ")[0];
