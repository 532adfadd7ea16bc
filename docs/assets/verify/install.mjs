/** Puts arfpy and what it needs into a fresh Python. The page's worker and the tests under Node both do it this way. */

/**
 * @param {object} python what loadPyodide returned.
 * @param {Object<string, ArrayBuffer>} files the runtime's wheels, among other files, by name.
 * @returns {(request: string, data: object) => string} `arfpy.browser.handle`
 */
export function install(python, files) {
  const wheels = Object.keys(files).filter((name) => name.endsWith(".whl"));
  const own = wheels.find((name) => name.startsWith("arfpy-"));
  python.unpackArchive(files[own], "zip", { extractDir: "/arfpy" });
  python.FS.mkdir("/wheels");
  const path = ["/arfpy"];
  for (const name of wheels.filter((name) => name !== own)) {
    // Read where they lie, when something is imported: a sound record needs none of them.
    python.FS.writeFile(`/wheels/${name}`, new Uint8Array(files[name]));
    path.push(`/wheels/${name}`);
  }
  const system = python.pyimport("sys");
  for (const folder of path) system.path.append(folder);
  system.destroy();
  return python.pyimport("arfpy.browser").handle;
}
