/** An answer without a verdict, drawn. */

import { element, shown } from "./dom.mjs";
import { asSentence, title } from "./words.mjs";

/**
 * Draw an answer that holds no verdict: a request that cannot be carried out, or a checker that died.
 * @param {{kind: string, message: string, hint: string}} answer
 * @param {string} heading where nothing is at fault but the request.
 */
export function failure(answer, heading = "Nothing was checked") {
  const usage = answer.kind === "usage";
  return element(
    "section",
    { class: `arf-card arf-card--${usage ? "fail" : "fault"}`, "data-failure": answer.kind, "aria-labelledby": "arf-card-title" },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, usage ? heading : title("internal-error")),
    element("p", {}, ...shown(asSentence(answer.message))),
    element("p", {}, answer.hint),
  );
}
