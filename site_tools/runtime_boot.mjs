// Boots a built runtime under Node the way the page's worker does, and answers requests from stdin.
//
//   node runtime_boot.mjs build/runtime            one JSON line {"request", "data": base64} -> one line of JSON
//   node runtime_boot.mjs build/runtime --modules  answers nothing; at the end prints the modules of the standard
//                                                  library that were imported: the content of runtime_stdlib.txt
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { loadPyodide } from "pyodide";
import { install } from "../docs/assets/verify/install.mjs";

const listModules = process.argv[3] === "--modules";
const folder = `${resolve(process.argv[2])}/`;
const files = Object.fromEntries(readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(folder + name))]));
const python = await loadPyodide({
  indexURL: folder,
  stdLibURL: `${folder}python_stdlib.zip`,
  lockFileContents: JSON.parse(new TextDecoder().decode(files["pyodide-lock.json"])),
  packageBaseUrl: folder,
});
const handle = install(python, files);

for await (const line of createInterface({ input: process.stdin })) {
  const { request, data } = JSON.parse(line);
  const bytes = python.toPy(new Uint8Array(Buffer.from(data, "base64")));
  const answer = handle(request, bytes);
  bytes.destroy();
  if (!listModules) process.stdout.write(`${answer}\n`);
}
if (listModules) {
  console.log(python.runPython(`
import sys
"\\n".join(sorted(n for n, m in sys.modules.items() if "python314.zip" in (getattr(m, "__file__", None) or "")))
`));
}
