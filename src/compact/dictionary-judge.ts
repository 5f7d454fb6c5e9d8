/** An object whose blob is longer than one part in this many of its text is badly compressed: pods take one in twelve or less. */
const badRatio = 6;
/** Bytes of blobs after which a dictionary is judged first: a new one takes some 200 KiB, and has to pay for that. */
export const firstJudgement = 512 * 1024;

/**
 * Judges a dictionary by the objects that were compressed with it. It is bad where most objects are badly compressed: their number
 * counts, so that a few large objects cannot decide.
 *
 * Where another dictionary did not help either, the next judgement takes four times as many bytes, so objects that nothing
 * compresses cost a few dictionaries and no more.
 */
export class DictionaryJudge {
  #due = firstJudgement;
  #bytes = 0;
  #objects = 0;
  #bad = 0;

  /** An object of so many bytes was compressed into a blob of so many. */
  count(textBytes: number, blobBytes: number): void {
    this.#bytes += blobBytes;
    this.#objects++;
    if (blobBytes * badRatio > textBytes) this.#bad++;
  }

  /** Whether the dictionary is bad; false as long as too little was compressed to say so. */
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
