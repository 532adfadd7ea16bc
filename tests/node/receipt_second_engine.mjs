// The page's second implementation of receipts, run as it stands. In: an array of {receipt, attestation, keyring: base64
// or null, report, explanation}; out: what it says of each.
import { text } from "node:stream/consumers";
import { compareReceipt } from "../../docs/assets/verify/receipt-second-engine.mjs";

if (process.argv[2] === "--without-ed25519") {
  crypto.subtle.importKey = async () => {
    throw new DOMException("Unrecognized name.", "NotSupportedError");
  };
}
const bytes = (base64) => (base64 === null ? null : new Uint8Array(Buffer.from(base64, "base64")));
const answers = [];
for (const { receipt, attestation, keyring, report, explanation } of JSON.parse(await text(process.stdin))) {
  const given = { receipt: bytes(receipt), attestation: bytes(attestation), keyring: bytes(keyring) };
  answers.push(await compareReceipt(given, report, explanation));
}
process.stdout.write(JSON.stringify(answers));
