/*
 * Keeps a copy of the whole site and answers from it. One cache is one version: it is named by the digest of the
 * manifest, filled only with files that have the manifest's digests, and answered from as a whole. A newer version is
 * stored beside it and takes over when no tab of the older one is left.
 */
const MANIFEST = "{{ manifest }}"; // SHA-256 of manifest.json in base64, written here by the site's build
const PREFIX = "arf-site ";
const CACHE = PREFIX + MANIFEST;
const ROOT = new URL("./", self.location.href).href;
const RUNTIME = ROOT + "assets/runtime/";
const AT_ONCE = 6; // files fetched at a time
const PATIENCE = 2000; // ms for a server to begin its answer

self.addEventListener("install", (event) => event.waitUntil(store()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(ROOT)) event.respondWith(answer(event.request));
});

async function store() {
  const cache = await caches.open(CACHE);
  const manifest = await fetched("manifest.json", MANIFEST);
  await cache.put(ROOT + "manifest.json", manifest.clone());
  const { files } = await manifest.json();
  const waiting = files.filter(({ kept }) => kept);
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const address = file.path.replace(/(^|\/)index\.html$/, "$1");
      await cache.put(ROOT + address, await fetched(address, file.integrity));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    await caches.delete(CACHE); // half a version is none
    throw error;
  }
}

async function fetched(address, integrity) {
  const response = await fetch(ROOT + address, { cache: "no-cache", integrity: "sha256-" + integrity.replace(/^sha256-/, "") });
  if (!response.ok || response.redirected) throw new Error(`${address} answered ${response.status}`);
  return response;
}

async function forgetOlder() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

async function answer(request) {
  const address = request.url.replace(/[?#].*$/, "").replace(/(^|\/)index\.html$/, "$1");
  const kept = await (await caches.open(CACHE)).match(address);
  if (!kept) return fetch(request);
  return address.startsWith(RUNTIME) ? passedOn(request, kept) : kept;
}

// A browser keeps compiled WebAssembly only of what a server sent, and without it Python starts at half the speed. The
// page checks these files against its own list, and takes the kept ones where the server has others by now.
async function passedOn(request, kept) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  const sent = fetch(request).then((response) => (response.ok ? response : kept), () => kept);
  return Promise.race([sent, late]);
}
