/** Closing the network. A policy that is added to a page holds from then on, and for every worker it starts later. */

const underWay = new Set();
const plainFetch = globalThis.fetch;

// An answer that comes through the service worker is held against the policy when it arrives, not only when it is asked
// for, so what was asked for before has to arrive before the network is closed.
globalThis.fetch = (...request) => {
  const answer = plainFetch(...request);
  const forget = () => underWay.delete(answer);
  underWay.add(answer);
  answer.then(forget, forget);
  return answer;
};

/** Let this page, and the workers that it starts from now on, ask nobody for anything; it cannot be undone. */
export async function closeNetwork() {
  while (underWay.size > 0) await Promise.allSettled(underWay);
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "connect-src 'none'";
  document.head.append(policy);
}
