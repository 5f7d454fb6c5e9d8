/** The texts that a kernel compresses against: see ObjectKernel. */
export interface KernelDictionary {
  /** Bytes of text in it. */
  readonly size: number;
  readonly texts: KernelTexts;
}

/** Labels and owners of the objects that a dictionary has seen, equal ones once, by the number that the kernel gives them. */
export interface KernelTexts {
  /** Texts in it. */
  readonly size: number;
  /** Whether a text was left out for want of room. */
  readonly isFull: boolean;
  textOf(number: number): string;
  /** Keeps these alone and makes room for more: answers with their new numbers, or the text of one that found no place. */
  keep(numbers: readonly number[]): (number | string)[];
}

/**
 * Takes JSON texts apart and keeps them small: what a compact cache asks of its kernel. `Kernel` is the one there is,
 * tests have a naive one.
 *
 * Nothing that it hands out lasts longer than to its next call, since all its users share one.
 */
export interface ObjectKernel {
  /** Its memory, and what it found last, `foundFields` numbers an object; anew after each call. */
  readonly bytes: Buffer;
  readonly found: Int32Array;
  /** Where in its memory the input begins. */
  readonly inputStart: number;
  /** Bytes of what was loaded that are done with. */
  readonly position: number;
  /** Whether the bracket that closes a list's items has come. */
  readonly itemsEnded: boolean;
  /** `withoutManagedFields`: what is Whole is kept without them. */
  newDictionary(withoutManagedFields: boolean): KernelDictionary;
  load(chunks: readonly Uint8Array[]): number;
  nextLines(dictionary: KernelDictionary): number;
  /** `first`: no item has come before, so that none may begin with a comma. */
  nextItems(dictionary: KernelDictionary, first: boolean): number;
  nextObject(dictionary: KernelDictionary): boolean;
  decompress(
    dictionary: KernelDictionary,
    blob: Uint8Array,
    start: number,
    end: number,
    limit?: number,
  ): Buffer;
}
