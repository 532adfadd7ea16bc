// Compiles Python sources to .pyc inside Pyodide, so that the byte code is that of the Python that will run it.
//
//   node runtime_compile.mjs JOB.json
//
// JOB.json is a list of {source, target}: folders. Every .py below source becomes a .pyc below target (unchecked
// hash, no path of this machine inside); every other file is copied. A fixed hash seed keeps the result the same.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadPyodide } from "pyodide";

const jobs = JSON.parse(readFileSync(process.argv[2], "utf8"));
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
jobs.forEach((job, index) => {
  python.mountNodeFS(`/source${index}`, resolve(job.source));
  python.mountNodeFS(`/target${index}`, resolve(job.target));
});
python.globals.set("count", jobs.length);
python.runPython(`
import py_compile, shutil
from pathlib import Path

for index in range(count):
    source, target = Path(f"/source{index}"), Path(f"/target{index}")
    for path in sorted(source.rglob("*")):
        where = target / path.relative_to(source)
        if path.is_dir():
            where.mkdir(parents=True, exist_ok=True)
        elif path.suffix == ".py":
            shown = str(path.relative_to(source))
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(str(path), str(where) + "c", shown, doraise=True, invalidation_mode=mode)
        else:
            shutil.copyfile(path, where)
`);
