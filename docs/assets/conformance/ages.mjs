/** Says beside the date of a reported run when it is older than 90 days, by the reader's clock. */

import { element } from "../verify/dom.mjs";

const OLD = 90 * 24 * 60 * 60 * 1000;

for (const time of document.querySelectorAll(".arf-runs time")) {
  if (Date.now() - Date.parse(time.dateTime) > OLD) time.after(element("span", { class: "arf-old" }, " older than 90 days"));
}
