/** The report of a whole check. arfpy writes it, part by part, from the results it gave before. */

const FORMS = {
  json: { name: "arf-report.json", type: "application/json" },
  junit: { name: "arf-report.junit.xml", type: "application/xml" },
  csv: { name: "arf-digests.csv", type: "text/csv" },
};

export class Report {
  #parts = []; // Blobs of JSON arrays: a browser keeps large ones on disk
  #counts = [];
  #verdicts = {};

  /** Keep results of arfpy as they came. */
  add(results) {
    if (results.length === 0) return;
    this.#parts.push(new Blob([JSON.stringify(results)]));
    this.#counts.push(results.length);
    for (const { verdict } of results) this.#verdicts[verdict] = (this.#verdicts[verdict] ?? 0) + 1;
  }

  /** How many records have each verdict. */
  get verdicts() {
    return { ...this.#verdicts };
  }

  /**
   * Write the report.
   * @param {import("./runtime-client.mjs").RuntimeClient} runtime
   * @param {"json"|"junit"|"csv"} form
   * @param {(done: number) => void} tell how much is done, from 0 to 1.
   * @returns {Promise<{name: string, content: Blob}|{failure: object}>}
   */
  async write(runtime, form, tell) {
    const pieces = [];
    const ask = async (part, before, bytes) => {
      const answer = await runtime.ask({ op: "report", form, part, before, summary: { verdicts: this.#verdicts } }, bytes);
      if (answer.ok) pieces.push(new Blob([answer.text]));
      return answer;
    };
    let answer = await ask("head", 0, new Uint8Array());
    let before = 0;
    for (const [index, part] of this.#parts.entries()) {
      if (!answer.ok) break;
      tell(index / this.#parts.length);
      answer = await ask("results", before, new Uint8Array(await part.arrayBuffer()));
      before += this.#counts[index];
    }
    if (answer.ok) answer = await ask("tail", before, new Uint8Array());
    if (!answer.ok) return { failure: answer };
    const { name, type } = FORMS[form];
    return { name, content: new Blob(pieces, { type }) };
  }
}
