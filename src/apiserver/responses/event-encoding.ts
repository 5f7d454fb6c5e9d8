import { initialEventsAnnotation } from '../../meta/watch.js';
import { emptyFields } from '../types/decode-typed.js';
import type { Change } from '../storage/resource-table.js';
import { objectJson, parseStored, partialJson, storeObject } from '../storage/stored-object.js';
import type { BodyType, StoredObject } from '../storage/stored-object.js';

/** How objects are written into one watch: whole in one version, their metadata alone, or as rows of a table. */
export interface EventFormat {
  /** Two watches with the same id share their lines. */
  readonly id: string;
  object(stored: StoredObject, first: boolean): string;
  /** True when the first line differs from the later ones (a table's column definitions). */
  readonly firstDiffers: boolean;
  /** True for what an event cannot be: the stream ends where the first one should come. */
  readonly unwritable?: boolean;
}

/** Whole objects, as `view` shows them. */
export function objectFormat(
  apiVersion: string,
  kind: string,
  view: (stored: StoredObject) => StoredObject,
): EventFormat {
  return {
    id: `object ${apiVersion} ${kind}`,
    object: (stored) => objectJson(view(stored), apiVersion, kind),
    firstDiffers: false,
  };
}

/** PartialObjectMetadata. */
export function partialFormat(version: 'v1' | 'v1beta1'): EventFormat {
  return {
    id: `partial ${version}`,
    object: (stored) => partialJson(stored, version),
    firstDiffers: false,
  };
}

/** PartialObjectMetadataList, which no single object can become. */
export const partialListFormat: EventFormat = {
  id: 'partial list',
  object: () => '',
  firstDiffers: false,
  unwritable: true,
};

/** One event's line. */
export function eventLine(type: string, objectText: string): Buffer {
  return Buffer.from(`{"type":"${type}","object":${objectText}}\n`, 'utf8');
}

/** A bookmark's object: nothing but a resourceVersion, and the mark that the initial events are over. */
export function bookmarkState(type: BodyType, revision: number, initialEventsEnd: boolean): StoredObject {
  const metadata = initialEventsEnd ? { annotations: { [initialEventsAnnotation]: 'true' } } : {};
  return storeObject('', revision, { ...(type === undefined ? {} : emptyFields(type)), metadata }, {}, type);
}

/** The previous state with the revision of the change that took it out of a selection. */
export function leavingState(change: Change): StoredObject {
  const { current, previous } = change;
  if (change.type === 'DELETED' || previous === undefined) return current;
  return storeObject(current.key, change.revision, parseStored(previous), previous.fields, previous.type);
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
