// Reads {schemas: {type: schema}, records: [{id, type, text}]} on stdin and answers {id: true or false} on stdout:
// whether ajv with ajv-formats accepts the record by the schema of its type, or by any schema where type is null.
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';

const { schemas, records } = JSON.parse(readFileSync(0, 'utf8'));
const ajv = new Ajv({ strict: false });
addFormats(ajv);
const accepts = new Map(Object.entries(schemas).map(([type, schema]) => [type, ajv.compile(schema)]));

function valid({ type, text }) {
  const record = JSON.parse(text);
  return type === null ? [...accepts.values()].some((accept) => accept(record)) : accepts.get(type)(record);
}

process.stdout.write(JSON.stringify(Object.fromEntries(records.map((record) => [record.id, valid(record)]))));
