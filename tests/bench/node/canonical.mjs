// Bytes of a JSON text in, canonical bytes out: JSON.parse and npm's `canonicalize`.
import canonicalize from "canonicalize";

export function canonicalBytes(data) {
  return Buffer.from(canonicalize(JSON.parse(data.toString("utf8"))), "utf8");
}
