import { Session } from 'node:inspector';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface ScriptCoverage {
  readonly url: string;
  readonly scriptId: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

/** Which blocks of the code under test have run, as V8 counts them. WebAssembly is not counted. */
export class Coverage {
  readonly #session = new Session();
  readonly #known = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Number of known blocks. */
  get size(): number {
    return this.#known.size;
  }

  /** The blocks that ran since the last call and are not known yet. */
  take(): string[] {
    const found: string[] = [];
    // With a session in the same thread the answer comes before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      for (const script of answer.result as readonly ScriptCoverage[]) this.#note(script, found);
    });
    return found;
  }

  learn(blocks: readonly string[]): void {
    for (const block of blocks) this.#known.add(block);
  }

  close(): void {
    this.#session.disconnect();
  }

  #note({ url, scriptId, functions }: ScriptCoverage, found: string[]): void {
    // The sources of the packages: scripts/bundle-programs.mjs puts them into one file.
    if (!url.endsWith('/packages.js')) return;
    for (const { ranges } of functions) {
      for (const { startOffset, endOffset, count } of ranges) {
        if (count === 0) continue;
        // The magnitude of the count, too: a loop that runs 1000 times may do what one that runs twice does not.
        const block = `${scriptId}:${startOffset}:${endOffset}:${Math.floor(Math.log2(count) / 3)}`;
        if (!this.#known.has(block)) found.push(block);
      }
    }
  }
}
