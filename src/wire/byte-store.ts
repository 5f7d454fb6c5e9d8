/** Enough for the answers that are small. */
const firstBytes = 32 * 1024;

/** Buffers up to this length are used again by others. */
const longestSpare = 512 * 1024;

const noBytes = Buffer.alloc(0);

/** The buffer that was given back last: all stores of a process seldom hold bytes at the same time. */
let spare = noBytes;

/**
 * Bytes that arrive in many small chunks, in one place: appended at the end, dropped from the front. One buffer is used
 * over and over, so chunks are not kept, and nothing is allocated for a batch of them.
 */
export class ByteStore {
  /** Where the first byte stands in `bytes`: what is before it may be written to. */
  readonly start = 1;
  #bytes = noBytes;
  #end = 1;

  /** Good until the next `append`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Behind the last byte. */
  get end(): number {
    return this.#end;
  }

  get length(): number {
    return this.#end - this.start;
  }

  /** `chunk` may be a part of `bytes` if the store is empty. */
  append(chunk: Uint8Array): void {
    const end = this.#end + chunk.length;
    if (this.#bytes === noBytes) {
      this.#bytes = spare;
      spare = noBytes;
    }
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(firstBytes, this.#bytes.length * 2, end));
      if (this.length > 0) this.#bytes.copy(grown, this.start, this.start, this.#end);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#end);
    this.#end = end;
  }

  /** Forgets what is before `from`, an index of `bytes`. */
  drop(from: number): void {
    if (from === this.start) return;
    this.#bytes.copyWithin(this.start, from, this.#end);
    this.#end -= from - this.start;
  }

  clear(): void {
    this.#end = this.start;
  }

  /** Gives its memory back, and what it holds: a watch that rests holds none. */
  release(): void {
    if (this.#bytes.length > spare.length && this.#bytes.length <= longestSpare) spare = this.#bytes;
    this.#bytes = noBytes;
    this.clear();
  }
}
