import type { Status } from 'kube-informers';
import { initialEventsAnnotation } from 'kube-informers/cache';
import { emptyFields } from '@kube-informers/schema/internal';
import { encodeEvent, encodeStatus, envelope } from '../types/encode-protobuf.js';
import { protobufType } from '../http/negotiation.js';
import type { Change } from '../storage/resource-table.js';
import {
  objectJson,
  objectMessage,
  parseStored,
  partialJson,
  storeObject,
} from '../storage/stored-object.js';
import type { BodyType, StoredObject } from '../storage/stored-object.js';

/** How objects are written into a watch: in one version, as metadata, or as rows of a table. */
export interface EventFormat {
  /** Watches with the same id share their lines. */
  readonly id: string;
  object(stored: StoredObject, first: boolean): string;
  /** True if the first line differs from later ones (a table's column definitions). */
  readonly firstDiffers: boolean;
  /** True if events cannot have this form: the stream ends at the first one. */
  readonly unwritable?: boolean;
  /** Encodes objects as protobuf, in their envelope; without it they are JSON. */
  readonly message?: (stored: StoredObject) => Buffer;
}

/** Whole objects, as `view` presents them. */
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

/** PartialObjectMetadata of objects as `view` presents them in `apiVersion`. */
export function partialFormat(
  version: 'v1' | 'v1beta1',
  apiVersion: string,
  view: (stored: StoredObject) => StoredObject,
): EventFormat {
  return {
    id: `partial ${version} ${apiVersion}`,
    object: (stored) => partialJson(view(stored), version),
    firstDiffers: false,
  };
}

/** PartialObjectMetadataList, which a single object cannot be. */
export const partialListFormat: EventFormat = {
  id: 'partial list',
  object: () => '',
  firstDiffers: false,
  unwritable: true,
};

/** Whole objects of a built-in kind as protobuf. */
export function protobufFormat(
  apiVersion: string,
  kind: string,
  seen: (stored: StoredObject) => StoredObject,
): EventFormat {
  return {
    ...objectFormat(apiVersion, kind, seen),
    id: `protobuf ${apiVersion} ${kind}`,
    message: (stored) => envelope({ apiVersion, kind }, objectMessage(seen(stored))),
  };
}

/** Returns the content type of a watch. */
export function watchType({ message }: Pick<EventFormat, 'message'>): string {
  return message === undefined ? 'application/json' : `${protobufType};stream=watch`;
}

/** Returns the bytes of one event: a line of JSON, or a message with its length. */
export function eventBytes(type: string, format: EventFormat, stored: StoredObject, first: boolean): Buffer {
  return format.message === undefined
    ? eventLine(type, format.object(stored, first))
    : encodeEvent(type, format.message(stored));
}

/** Returns the bytes of an ERROR event. */
export function errorBytes({ message }: Pick<EventFormat, 'message'>, status: Status): Buffer {
  return message === undefined
    ? eventLine('ERROR', JSON.stringify(status))
    : encodeEvent('ERROR', encodeStatus(status));
}

function eventLine(type: string, objectText: string): Buffer {
  return Buffer.from(`{"type":"${type}","object":${objectText}}\n`, 'utf8');
}

/** Returns a bookmark's object: a resourceVersion, and the annotation for the end of the initial events. */
export function bookmarkState(type: BodyType, revision: number, initialEventsEnd: boolean): StoredObject {
  const metadata = initialEventsEnd ? { annotations: { [initialEventsAnnotation]: 'true' } } : {};
  return storeObject('', revision, { ...(type === undefined ? {} : emptyFields(type)), metadata }, {}, type);
}

/** Returns the previous state with the revision of the change that removed it from a selection. */
export function leavingState(change: Change): StoredObject {
  const { current, previous } = change;
  if (change.type === 'DELETED' || previous === undefined) return current;
  return storeObject(current.key, change.revision, parseStored(previous), previous.fields, previous.type);
}

/** The lines of one change, each serialised once for all watches. Lives only while the change is dispatched. */
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
      line = eventBytes(type, format, this.#stateFor(type), first);
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
