/** An object is badly compressed if its blob is longer than its text divided by this: pods take a twelfth or less. */
const badRatio = 6;
/** Bytes of blobs after which a dictionary is first evaluated: a new one takes about 200 KiB, and has to pay for that. */
export const firstJudgement = 512 * 1024;

/**
 * Decides whether a dictionary compresses badly, by the objects that were compressed with it.
 *
 * It is bad if most objects are badly compressed: it counts objects, so that a few large ones cannot decide. If another
 * dictionary does not help either, the next evaluation takes four times as many bytes, so incompressible objects cost only a
 * few dictionaries.
 */
export class DictionaryJudge {
  #due = firstJudgement;
  #bytes = 0;
  #objects = 0;
  #bad = 0;

  /** Counts an object of `textBytes` that was compressed into `blobBytes`. */
  count(textBytes: number, blobBytes: number): void {
    this.#bytes += blobBytes;
    this.#objects++;
    if (blobBytes * badRatio > textBytes) this.#bad++;
  }

  /** True if the dictionary is bad; false while too little was compressed to decide. */
  isBad(): boolean {
    if (this.#bytes < this.#due) return false;
    const bad = this.#bad * 2 > this.#objects;
    this.#due = bad ? this.#due * 4 : Math.max(firstJudgement, this.#due / 4);
    this.#bytes = 0;
    this.#objects = 0;
    this.#bad = 0;
    return bad;
  }
}
