import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/**
 * Counts what code does: how often each block of our sources and of the parser of YAML runs, as V8's coverage counts them, and how many items
 * built-in functions copy or compare. Unlike a time, the number is the same in each run.
 */
export class WorkCounter implements Disposable {
  readonly #session = new Session();
  readonly #undo: (() => void)[] = [];
  #builtIn = 0;

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const count = (items: number): void => void (this.#builtIn += items);
    // What spread arguments, literals and constructors take.
    for (const iterator of [[].values(), new Map().entries(), new Set().values()])
      this.#patch(Object.getPrototypeOf(iterator) as object, 'next', () => count(1));
    this.#patch(Array.prototype, 'slice', (_list, result) => count(lengthOf(result)));
    this.#patch(Array.prototype, 'concat', (_list, result) => count(lengthOf(result)));
    this.#patch(Array.prototype, 'splice', (list, _result, [start]) => count(lengthOf(list) - Number(start)));
    this.#patch(Array.prototype, 'unshift', (list) => count(lengthOf(list)));
    for (const name of ['indexOf', 'includes', 'lastIndexOf'])
      this.#patch(Array.prototype, name, (list) => count(lengthOf(list)));
    for (const name of ['keys', 'values', 'entries'])
      this.#patch(Object, name, (_object, result) => count(lengthOf(result)));
    this.#patch(Buffer, 'concat', (_class, result) => count(lengthOf(result) / 16));
  }

  /** Returns how much the action does, with the characters that it returns. It may throw: refusing its input is valid. */
  async of(action: () => unknown): Promise<number> {
    this.#take();
    let output = 0;
    try {
      output = charactersOf(await action());
    } catch (thrown) {
      output = charactersOf(thrown instanceof Error ? thrown.message : undefined);
    }
    return this.#take() + output;
  }

  [Symbol.dispose](): void {
    for (const undo of this.#undo) undo();
    this.#session.disconnect();
  }

  #take(): number {
    let blocks = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      blocks = result
        .filter(({ url }) => /\/src\/|\/yaml\//.test(url))
        .reduce((sum, script) => sum + runsOf(script), 0);
    });
    const work = blocks + this.#builtIn;
    this.#builtIn = 0;
    return work;
  }

  #patch(
    owner: object,
    name: string,
    called: (self: unknown, result: unknown, parameters: readonly unknown[]) => void,
  ): void {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    const original: unknown = before?.value;
    if (before === undefined || typeof original !== 'function') throw new Error(`no function ${name}`);
    Object.defineProperty(owner, name, {
      ...before,
      value(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        called(this, result, parameters);
        return result;
      },
    });
    this.#undo.push(() => Object.defineProperty(owner, name, before));
  }
}

function runsOf({ functions }: Profiler.ScriptCoverage): number {
  let runs = 0;
  for (const { ranges } of functions) for (const { count } of ranges) runs += count;
  return runs;
}

function lengthOf(value: unknown): number {
  // Only arrays and buffers are measured.
  return (value as { readonly length?: number } | undefined)?.length ?? 0;
}

/** The characters of a text or of a list of texts, in tens, so that they weigh about as much as the work for them. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length / 10;
  return Array.isArray(value) ? value.reduce<number>((sum, each) => sum + charactersOf(each), 0) : 0;
}
