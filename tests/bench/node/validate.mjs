// node validate.mjs SCHEMAS FILE OUT: the report of `arf validate -v FILE`, as a whole process of the reference's stack.
import { readFileSync, writeFileSync } from "node:fs";
import { makeCheck } from "./check.mjs";

const [schemas, file, out] = process.argv.slice(2);
const check = makeCheck(schemas);
const report = [];
let passed = 0;
let failed = 0;
readFileSync(file, "utf8")
  .split("\n")
  .forEach((line, index) => {
    if (line.trim() === "") return;
    const found = check(line);
    if (found) passed += 1;
    else failed += 1;
    report.push(found ? `PASS ${file}:${index + 1} ${found}\n` : `FAIL ${file}:${index + 1}\n`);
  });
report.push(`${passed} passed, ${failed} failed\n`);
writeFileSync(out, report.join(""));
