/** The one Trusted Types policy: which scripts may be started from an address. Nothing may become markup. */

/** The service worker's address. */
export const SERVICE_WORKER = new URL("../../sw.js", import.meta.url).href;

const policy = globalThis.trustedTypes?.createPolicy("arf", {
  createScriptURL(address) {
    if (address === SERVICE_WORKER || address.startsWith("blob:")) return address;
    throw new TypeError(`No script is started from ${address}`);
  },
});

/**
 * Say that a script may be started.
 * @param {string} address the service worker's, or that of a blob that this page made itself.
 */
export function scriptAddress(address) {
  return policy ? policy.createScriptURL(address) : address;
}
