import { jsonText } from '../../packages/kube-informers/src/util/json.js';
import type { Chance } from '../soak/chance.js';

/**
 * Takes bytes and must handle any of them. What it throws is a find, and so is taking too long.
 *
 * It keeps no state between two inputs, except where that is the point: a shared kernel, a server.
 */
export interface FuzzTarget {
  /** Inputs to start from, beside those in the corpus. */
  readonly seeds: readonly Uint8Array[];
  /** Fragments that mutation inserts. */
  readonly words?: readonly string[] | undefined;
  /** A new input; undefined where all inputs are mutations of others. */
  generate?(chance: Chance): Uint8Array;
  /** Throws for a find. */
  run(input: Uint8Array): void | Promise<void>;
  /** Ends what it started. */
  close?(): Promise<void>;
}

/** The values differ. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/** Throws Disagreement unless the check holds. */
export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Disagreement(what);
}

/** What a function returned, or the error that it threw if `isExpected` says that it may throw that. */
export function outcomeOf<V>(run: () => V, isExpected: (error: unknown) => boolean): V | undefined {
  try {
    return run();
  } catch (error) {
    if (!isExpected(error)) throw error;
    return undefined;
  }
}

/** A short form of a value for the message of a find. */
export function shown(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? jsonText(value) : String(JSON.stringify(value));
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}

/** Reads an input as a sequence of small numbers: a program for a model-based target. Zeros follow its end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #next = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#next++] ?? 0;
  }

  /** In [0, limit), of up to 65536. */
  below(limit: number): number {
    return (limit > 256 ? this.byte() * 256 + this.byte() : this.byte()) % limit;
  }
}

/** The first four bytes of an input as a number, by which a target derives its parameters, and the rest. */
export function parameterOf(input: Uint8Array): { readonly parameter: number; readonly rest: Buffer } {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  return bytes.length < 4
    ? { parameter: 0, rest: bytes }
    : { parameter: bytes.readUInt32LE(0), rest: bytes.subarray(4) };
}

/** An input for `parameterOf`. */
export function withParameter(parameter: number, rest: Uint8Array | string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(parameter >>> 0);
  return Buffer.concat([head, Buffer.from(rest)]);
}

/** The bytes in pieces whose lengths follow from `chance`: most are short, some take all that is left. */
export function inPieces(bytes: Buffer, chance: Chance): Buffer[] {
  const longest = chance.pick([1, 7, 64, 1000, 100_000, Infinity]);
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const length = longest === Infinity ? bytes.length : chance.between(1, longest + 1);
    // A copy: decoders may keep a piece, and must not see what stands beside it.
    pieces.push(Buffer.from(bytes.subarray(start, start + length)));
    start += length;
  }
  return pieces;
}
