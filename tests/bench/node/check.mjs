// What `arf validate` does, on the reference's stack: JSON.parse, ajv with ajv-formats, canonicalize, node:crypto.
import Ajv from "ajv";
import addFormats from "ajv-formats";
import canonicalize from "canonicalize";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export function makeCheck(schemaFolder) {
  const ajv = new Ajv();
  addFormats(ajv);
  const types = readdirSync(schemaFolder)
    .sort()
    .filter((file) => file.endsWith(".schema.json"))
    .map((file) => {
      const schema = JSON.parse(readFileSync(join(schemaFolder, file), "utf8"));
      const known = new Set(Object.keys(schema.properties));
      return { name: file.slice(0, -".schema.json".length), schema, known, validate: ajv.compile(schema) };
    });
  const fits = (record, names) => ({ schema, known }) =>
    schema.required.every((name) => Object.hasOwn(record, name)) && names.every((name) => known.has(name));
  const seen = new Map();

  // The type is the first whose required members are all there and which knows every member.
  function infer(record) {
    const names = Object.keys(record);
    const shape = names.join("\0");
    if (!seen.has(shape)) seen.set(shape, types.find(fits(record, names)));
    return seen.get(shape);
  }

  // The rest of a line of `arf validate -v`: "(claim) sha256:… 403 bytes", or null where the record fails.
  return function check(text) {
    const record = JSON.parse(text);
    const type = infer(record);
    if (!type?.validate(record)) return null;
    const canonical = Buffer.from(canonicalize(record), "utf8");
    const digest = createHash("sha256").update(canonical).digest("hex");
    return `(${type.name}) sha256:${digest} ${canonical.length} bytes`;
  };
}
