// The reference: a key-value service on one file. A change is on the disk before it is acknowledged.
"use strict";

const fs = require("node:fs");
const readline = require("node:readline");

const INVALID = { ok: false, error: "invalid_request" };

// Returns a text that two values share exactly when they are the same JSON value.
function text(value) {
  if (Array.isArray(value)) return `[${value.map(text).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${text(value[name])}`).join(",")}}`;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isKey(key) {
  return typeof key === "string";
}

// Says whether this is a valid put or delete.
function isChange(request) {
  if (!isObject(request) || !isKey(request.key)) return false;
  return request.op === "delete" || (request.op === "put" && Object.hasOwn(request, "value"));
}

class Store {
  constructor(path) {
    this.path = path;
    this.pairs = new Map(fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, "utf8")) : []);
    this.changed = false;
  }

  // Applies a valid put or delete.
  change(request) {
    if (request.op === "put") {
      this.pairs.set(request.key, request.value);
    } else {
      this.pairs.delete(request.key);
    }
    this.changed = true;
  }

  // Replaces a value that is the expected one; returns whether it was.
  swap(request) {
    const swapped = this.pairs.has(request.key) && text(this.pairs.get(request.key)) === text(request.expected);
    if (swapped) this.change({ op: "put", key: request.key, value: request.value });
    return swapped;
  }

  // Applies all operations or none; returns whether they are valid.
  batch(operations) {
    if (!operations.every(isChange)) return false;
    for (const operation of operations) {
      this.change(operation);
    }
    return true;
  }

  // The file is replaced as a whole, so that a kill leaves the old one or the new one.
  commit() {
    if (!this.changed) return;
    const next = `${this.path}.next`;
    const file = fs.openSync(next, "w");
    fs.writeSync(file, JSON.stringify([...this.pairs]));
    fs.fsyncSync(file);
    fs.closeSync(file);
    fs.renameSync(next, this.path);
    this.changed = false;
  }
}

function answer(store, request) {
  if (isChange(request)) {
    store.change(request);
    return { ok: true };
  }
  if (!isObject(request)) return INVALID;
  const { op, key } = request;
  if (op === "get" && isKey(key)) {
    return store.pairs.has(key) ? { ok: true, found: true, value: store.pairs.get(key) } : { ok: true, found: false };
  }
  if (op === "cas" && isKey(key) && Object.hasOwn(request, "expected") && Object.hasOwn(request, "value")) {
    return { ok: true, swapped: store.swap(request) };
  }
  if (op === "batch" && Array.isArray(request.operations) && store.batch(request.operations)) {
    return { ok: true };
  }
  return INVALID;
}

async function main() {
  const store = new Store(process.argv[2]);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const response = answer(store, JSON.parse(line));
    store.commit();
    process.stdout.write(`${JSON.stringify(response)}\n`);
  }
}

main();
