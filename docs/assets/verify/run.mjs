/** One check of one input: every part of every source to arfpy and to the second implementation, results as they come. */

import { parts, read } from "./reader.mjs";
import { compare, secondDigest, secondDigests } from "./second-engine.mjs";

/** The checker gave no results for a part: a request that it refuses, or a worker that died. */
export class NoResults extends Error {
  constructor(answer) {
    super(answer.message);
    this.answer = answer;
  }
}

export class Run {
  #runtime;
  #options;
  #key = crypto.randomUUID?.() ?? String(Math.random());
  #indexed = false;

  /**
   * @param {import("./runtime-client.mjs").RuntimeClient} runtime
   * @param {Array<{name: string, blob: Blob, format: "json"|"ndjson"}>} sources
   * @param {{type: string|null, expect: string|null, links: boolean}} options
   */
  constructor(runtime, sources, options) {
    this.#runtime = runtime;
    this.sources = sources;
    this.#options = options;
    this.size = sources.reduce((sum, { blob }) => sum + blob.size, 0);
  }

  /**
   * Check everything.
   * @param {(read: number, size: number) => boolean} goOn told how many bytes are read; false ends the run.
   * @returns {AsyncGenerator<{rows: object[], results: object[]}>} arfpy's results, and what the list keeps of each.
   * @throws {NoResults|import("./reader.mjs").UnreadableInput}
   */
  async *results(goOn) {
    const size = this.#options.links ? 2 * this.size : this.size;
    let done = 0;
    const advance = (part) => goOn((done += part.bytes.length), size);
    if (!goOn(0, size)) return;
    if (this.#options.links && !(await this.#index(advance))) return;
    for (const [number, source] of this.sources.entries()) {
      for await (const part of parts(source)) {
        yield await this.#check(number, source, part);
        if (!advance(part)) return;
      }
    }
  }

  /**
   * Check one record alone, for everything that is shown of it.
   * @param {{source: number, line: number, start: number, end: number}} row where it stands.
   * @param {string|null} type the type to judge it by, or null for the one of this run.
   * @returns {Promise<{answer: object, comparison: object, bytes: Uint8Array}>}
   */
  async record({ source: number, line, start, end }, type = null) {
    const source = this.sources[number];
    if (this.#options.links && !this.#indexed) await this.#index(() => true);
    const bytes = await read(source, start, end);
    const { expect } = this.#options;
    const asked = this.#ask({ op: "record", ...this.#about(source), line, expect, ...(type === null ? {} : { type }) }, bytes);
    const second = await secondDigest(bytes);
    const answer = await asked;
    return { answer, comparison: compare(second, answer.result.digest), bytes };
  }

  async #check(number, source, { bytes, at, line, starts }) {
    const ends = starts.map((start, index) => {
      const end = starts[index + 1] ?? bytes.length;
      return source.format === "json" ? end : withoutLineEnd(bytes, start, end);
    });
    const asked = this.#ask({ op: "check", ...this.#about(source), line }, bytes);
    const seconds = await secondDigests(starts.map((start, index) => bytes.subarray(start, ends[index])));
    const { results } = await asked;
    const rows = results.map((result) => {
      const index = result.line - line;
      return {
        source: number,
        line: result.line,
        start: at + starts[index],
        end: at + ends[index],
        type: result.type,
        verdict: compare(seconds[index], result.digest).state === "fault" ? "fault" : result.verdict,
        agrees: seconds[index].digest === result.digest,
        digest: result.digest,
        codes: [...new Set(result.problems.map(({ code }) => code))],
      };
    });
    return { rows, results };
  }

  async #index(advance) {
    let first = true;
    for (const source of this.sources) {
      for await (const part of parts(source)) {
        await this.#ask({ op: "index", key: this.#key, first, format: source.format, type: this.#options.type }, part.bytes);
        first = false;
        if (!advance(part)) return false;
      }
    }
    this.#indexed = true;
    return true;
  }

  #about({ name, format }) {
    return { name, format, type: this.#options.type, links: this.#options.links ? this.#key : null };
  }

  async #ask(request, bytes) {
    const answer = await this.#runtime.ask(request, bytes);
    if (!answer.ok) throw new NoResults(answer);
    return answer;
  }
}

// A line end, and a CR just before it, are not part of the record.
function withoutLineEnd(bytes, start, end) {
  let last = end;
  if (last > start && bytes[last - 1] === 10) last -= 1;
  if (last > start && bytes[last - 1] === 13) last -= 1;
  return last;
}
