// The form receipt-ascii in JavaScript, straight from the rule: names sorted, scalars by JSON.stringify, every code unit
// above U+007F escaped. No object is rebuilt: that would reorder names like "10" and lose "__proto__".
const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${written(value[name])}`);
  return `{${members.join(",")}}`;
}

export function canonical(value) {
  return written(value).replace(/[\u0080-\uffff]/g, escape);
}
