// Reads {schemas: {type: schema}, records: [{id, type, text}]} on stdin and answers {id: [[keyword, path], …]} on stdout:
// what ajv with ajv-formats finds wrong with each record by the schema of its type. A path is a JSON Pointer.
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';

const { schemas, records } = JSON.parse(readFileSync(0, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
const checks = new Map(Object.entries(schemas).map(([type, schema]) => [type, ajv.compile(schema)]));

function errors({ type, text }) {
  const check = checks.get(type);
  check(JSON.parse(text));
  return (check.errors ?? []).map(({ keyword, instancePath, params }) => [
    keyword,
    keyword === 'additionalProperties' ? `${instancePath}/${params.additionalProperty}` : instancePath,
    params.missingProperty ?? null,
  ]);
}

process.stdout.write(JSON.stringify(Object.fromEntries(records.map((record) => [record.id, errors(record)]))));
