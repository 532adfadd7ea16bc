// What a plain Node program does with a receipt or an attestation: parse, digest, compare, verify the signature. No
// profile, no shape, no other gate. Keys are made once, when the keyring is loaded.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { canonical } from "../../node/receipt_form.mjs";

export function makeVerify(keyringFile) {
  const { keys } = JSON.parse(readFileSync(keyringFile, "utf8"));
  const byId = new Map(
    keys.map(({ key_id, public_key_b64u: x }) => [
      key_id,
      createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }),
    ]),
  );

  // The digest of the body, or null where it or the signature is wrong.
  return function verifyDocument(data) {
    const document = JSON.parse(data.toString("utf8"));
    const digest = createHash("sha256").update(canonical(document.signed_body), "ascii").digest("hex");
    if (digest !== document.payload_sha256) return null;
    const message = Buffer.from(`hive-receipt ${document.receipt_id} ${digest} ${document.ts}`, "ascii");
    const signature = Buffer.from(document.sig_b64u, "base64url");
    return verify(null, message, byId.get(document.key_id), signature) ? digest : null;
  };
}
