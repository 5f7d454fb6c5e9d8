import type { CompactRecord } from './compact-record.js';
import type { ObjectType } from './compact-type.js';

/** A decoded object: it was found to have metadata that is an object. */
export type DecodedObject = Readonly<Record<string, unknown>> & {
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** The text as an object; what it does not say of its type is added, as the ordinary decoder does. */
export function decodedObject(text: string, type: ObjectType): DecodedObject {
  // The kernel has found the text to be an object with metadata.
  const object = JSON.parse(text) as DecodedObject;
  const { apiVersion, kind } = type;
  if (object['kind'] === undefined || object['apiVersion'] === undefined) {
    const added: Record<string, unknown> = {};
    if (apiVersion !== undefined) added['apiVersion'] = apiVersion;
    if (kind !== undefined) added['kind'] = kind;
    return { ...added, ...object };
  }
  return object;
}

/** The objects that were decoded last, for those who read them again. */
export class HotObjects {
  readonly #most: number;
  readonly #decoded = new Map<CompactRecord, DecodedObject>();
  #lastRecord: CompactRecord | undefined;
  #last: DecodedObject | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#decoded.size;
  }

  get(record: CompactRecord): DecodedObject | undefined {
    if (record === this.#lastRecord) return this.#last;
    const decoded = this.#decoded.get(record);
    if (decoded === undefined) return undefined;
    // To the end: the first is the one that goes next.
    this.#decoded.delete(record);
    this.#decoded.set(record, decoded);
    this.#lastRecord = record;
    this.#last = decoded;
    return decoded;
  }

  set(record: CompactRecord, decoded: DecodedObject): void {
    if (this.#most === 0) return;
    if (this.#decoded.size >= this.#most) {
      for (const oldest of this.#decoded.keys()) {
        this.#decoded.delete(oldest);
        break;
      }
    }
    this.#decoded.set(record, decoded);
    this.#lastRecord = record;
    this.#last = decoded;
  }
}
