/** What the list holds: a row per record, counted and filtered as they come. */

export const FILTERS = ["verdict", "type", "code"];

export class Rows {
  all = [];
  agreed = 0;
  filter = { verdict: "", type: "", code: "" };
  counts = { verdict: new Map(), type: new Map(), code: new Map() };
  #chosen = null; // the rows that the filter lets through, or null for all of them

  /** Add rows at the end. */
  add(rows) {
    for (const row of rows) {
      this.all.push(row);
      if (row.agrees) this.agreed += 1;
      for (const name of FILTERS) for (const value of values(row, name)) count(this.counts[name], value);
      if (this.#chosen && this.#passes(row)) this.#chosen.push(row);
    }
  }

  /** Show only rows with a value; `""` shows all. */
  choose(name, value) {
    this.filter[name] = value;
    const filtered = FILTERS.some((one) => this.filter[one] !== "");
    this.#chosen = filtered ? this.all.filter((row) => this.#passes(row)) : null;
  }

  /** The rows to show. */
  get shown() {
    return this.#chosen ?? this.all;
  }

  /** How many rows have a value. */
  counted(name, value) {
    return this.counts[name].get(value) ?? 0;
  }

  #passes(row) {
    return FILTERS.every((name) => this.filter[name] === "" || values(row, name).includes(this.filter[name]));
  }
}

function values(row, name) {
  if (name === "code") return row.codes;
  return [name === "type" ? (row.type ?? "unknown") : row.verdict];
}

function count(counts, value) {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}
