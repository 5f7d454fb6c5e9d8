/** First size of a buffer; enough for small responses. */
const firstBytes = 32 * 1024;

/** Longest buffer that is kept for reuse. */
const longestSpare = 512 * 1024;

const noBytes = Buffer.alloc(0);

/** The buffer that was released last: the stores of a process rarely hold bytes at the same time. */
let spare = noBytes;

/**
 * Collects bytes that arrive in many small chunks: appended at the end, dropped from the front.
 *
 * One buffer is reused, so chunks are not kept, and a batch of them allocates nothing.
 */
export class ByteStore {
  /** Index of the first byte in `bytes`: the byte before it may be overwritten. */
  readonly start = 1;
  #bytes = noBytes;
  #end = 1;

  /** Valid until the next `append`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Index after the last byte. */
  get end(): number {
    return this.#end;
  }

  get length(): number {
    return this.#end - this.start;
  }

  /** `chunk` may be part of `bytes` if the store is empty. */
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

  /** Removes the bytes before `from`, an index of `bytes`. */
  drop(from: number): void {
    if (from === this.start) return;
    this.#bytes.copyWithin(this.start, from, this.#end);
    this.#end -= from - this.start;
  }

  clear(): void {
    this.#end = this.start;
  }

  /** Removes all bytes and gives the buffer back: an idle watch holds none. */
  release(): void {
    if (this.#bytes.length > spare.length && this.#bytes.length <= longestSpare) spare = this.#bytes;
    this.#bytes = noBytes;
    this.clear();
  }
}
