/** Text against which a kernel compresses: see ObjectKernel. */
export interface KernelDictionary {
  /** Number of bytes of text in it. */
  readonly size: number;
  readonly texts: KernelTexts;
}

/** Labels and owners of the objects of a dictionary, equal ones once, by the number that the kernel assigned. */
export interface KernelTexts {
  /** Number of texts in it. */
  readonly size: number;
  /** True if a string was left out because the table is full. */
  readonly isFull: boolean;
  textOf(number: number): string;
  /** Keeps only these texts and makes space for more: returns their new numbers, or the text of one that did not fit. */
  keep(numbers: readonly number[]): (number | string)[];
}

/**
 * Splits and compresses JSON: the interface of a compact cache to its kernel. `Kernel` implements it; tests have a simple
 * implementation.
 *
 * What it returns is valid until its next call, since all its users share one.
 */
export interface ObjectKernel {
  /** Its memory, and what it found last, `foundFields` numbers per object; both change with each call. */
  readonly bytes: Buffer;
  readonly found: Int32Array;
  /** Index in its memory at which the input begins. */
  readonly inputStart: number;
  /** Number of consumed bytes of the input. */
  readonly position: number;
  /** True if the bracket that closes a list's items was consumed. */
  readonly itemsEnded: boolean;
  /** `withoutManagedFields`: Whole objects are kept without them. */
  newDictionary(withoutManagedFields: boolean): KernelDictionary;
  load(chunks: readonly Uint8Array[]): number;
  nextLines(dictionary: KernelDictionary): number;
  /** `first`: no item has been read before, so none may begin with a comma. */
  nextItems(dictionary: KernelDictionary, first: boolean): number;
  nextObject(dictionary: KernelDictionary): boolean;
  decompress(dictionary: KernelDictionary, blob: Uint8Array, start: number, end: number): Buffer;
  /** The text of a member, empty if it is absent; undefined if the whole text has to be parsed. */
  member(
    dictionary: KernelDictionary,
    blob: Uint8Array,
    start: number,
    end: number,
    name: string,
  ): Buffer | undefined;
}
