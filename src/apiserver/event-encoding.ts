import type { Change } from './storage/object-table.js';
import { objectJson, parseStored, partialJson, storeObject } from './storage/stored-object.js';
import type { StoredObject } from './storage/stored-object.js';

/** How objects are written into one watch: whole in one version, their metadata alone, or as rows of a table. */
export interface EventFormat {
  /** Two watches with the same id share their lines. */
  readonly id: string;
  readonly apiVersion: string;
  readonly kind: string;
  object(stored: StoredObject, first: boolean): string;
  /** True when the first line differs from the later ones (a table's column definitions). */
  readonly firstDiffers: boolean;
}

/** Whole objects. */
export function objectFormat(apiVersion: string, kind: string): EventFormat {
  return {
    id: `object ${apiVersion} ${kind}`,
    apiVersion,
    kind,
    object: (stored) => objectJson(stored, apiVersion, kind),
    firstDiffers: false,
  };
}

/** PartialObjectMetadata. */
export const partialFormat: EventFormat = {
  id: 'partial',
  apiVersion: 'meta.k8s.io/v1',
  kind: 'PartialObjectMetadata',
  object: partialJson,
  firstDiffers: false,
};

/** One event's line. */
export function eventLine(type: string, objectText: string): Buffer {
  return Buffer.from(`{"type":"${type}","object":${objectText}}\n`, 'utf8');
}

/** The previous state with the revision of the change that took it out of a selection. */
export function leavingState(change: Change): StoredObject {
  const { current, previous } = change;
  if (change.type === 'DELETED' || previous === undefined) return current;
  return storeObject(current.key, change.revision, parseStored(previous), previous.fields);
}

/**
 * The lines of one change, each made once however many watches want it. Lives as long as the change is being dispatched.
 */
export class ChangeLines {
  readonly change: Change;
  readonly #lines = new Map<string, Buffer>();
  #leaving: StoredObject | undefined;

  constructor(change: Change) {
    this.change = change;
  }

  line(type: 'ADDED' | 'MODIFIED' | 'DELETED', format: EventFormat, first: boolean): Buffer {
    const id = `${type} ${format.id}${first && format.firstDiffers ? ' first' : ''}`;
    let line = this.#lines.get(id);
    if (line === undefined) {
      line = eventLine(type, format.object(this.#stateFor(type), first));
      this.#lines.set(id, line);
    }
    return line;
  }

  #stateFor(type: 'ADDED' | 'MODIFIED' | 'DELETED'): StoredObject {
    if (type !== 'DELETED') return this.change.current;
    this.#leaving ??= leavingState(this.change);
    return this.#leaving;
  }
}
