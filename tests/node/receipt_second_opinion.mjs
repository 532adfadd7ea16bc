// A second opinion on valid receipts, without arfpy: digests and Ed25519 signatures by node:crypto. In: an array of
// {id, document, keyring, linked}; out: {id: [what is wrong]}.
import { createHash, createPublicKey, verify } from "node:crypto";
import { text } from "node:stream/consumers";
import { canonical } from "./receipt_form.mjs";

function faults({ document, keyring, linked }) {
  const found = [];
  const digest = createHash("sha256").update(canonical(document.signed_body), "ascii").digest("hex");
  if (digest !== document.payload_sha256) found.push(`the digest is ${digest}`);
  if (linked && linked.payload_sha256 !== digest) found.push("another digest is linked");
  const x = keyring.keys.find((entry) => entry.key_id === document.key_id && !entry.revoked).public_key_b64u;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const message = Buffer.from(`hive-receipt ${document.receipt_id} ${digest} ${document.ts}`, "ascii");
  if (!verify(null, message, key, Buffer.from(document.sig_b64u, "base64url"))) found.push("the signature is not the key's");
  return found;
}

const asked = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(Object.fromEntries(asked.map((question) => [question.id, faults(question)]))));
