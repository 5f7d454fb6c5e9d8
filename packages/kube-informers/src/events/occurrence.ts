import type { ObjectReference } from '../resources/types/core-v1.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { ConfigError } from '../util/errors.js';
import { shownValue } from '../util/shown.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { refuse, refuseValue, requireRecord, requireString, requireText } from '../util/require.js';

/** Type of an event. */
export type EventType = 'Normal' | 'Warning';

/** Something that happened to an object, as `EventRecorder.event` takes it. */
export interface EventToRecord {
  /** The object that the event is about, or a reference to it. */
  readonly regarding: DeepReadonly<KubernetesObject> | ObjectReference;
  /** `Normal` or `Warning`. */
  readonly type: EventType;
  /** Why, as one word in CamelCase, at most 128 bytes: `Created`, `FailedMount`. */
  readonly reason: string;
  /** What the controller did, at most 128 bytes. Default: the reason. */
  readonly action?: string | undefined;
  /** For people. Cut at 1024 bytes. */
  readonly note: string;
  /** A second object that is involved, in any namespace. */
  readonly related?: DeepReadonly<KubernetesObject> | ObjectReference | undefined;
  /** Annotations of the event. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

const eventNames: OptionNames<EventToRecord> = {
  regarding: true,
  type: true,
  reason: true,
  action: requireText,
  note: true,
  related: true,
  annotations: requireAnnotations,
};

/** core/v1 and events.k8s.io/v1 name the text differently. */
const aliases = { message: 'note', involvedObject: 'regarding', object: 'regarding', eventtype: 'type' };

/** An occurrence of an event, checked: what all occurrences of one series share, and the note. */
export interface Occurrence {
  readonly regarding: ObjectReference;
  readonly related: ObjectReference | undefined;
  readonly type: EventType;
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly annotations: Readonly<Record<string, string>> | undefined;
}

// Limits of the API server's validation (pkg/apis/core/validation/events.go).
const maxWordBytes = 128;
const maxNoteBytes = 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Checks an event. Throws ConfigError `ERR_OPTION` for a missing or invalid field. */
export function occurrenceOf(event: EventToRecord): Occurrence {
  requireKnownOptions('an event', event, eventNames, aliases);
  const { type, reason, action = reason, note, annotations } = event;
  if (type !== 'Normal' && type !== 'Warning') refuseValue('type of an event', '"Normal" or "Warning"', type);
  requireText('reason of an event', reason);
  requireString('note of an event', note);
  return {
    regarding: referenceOf('regarding', event.regarding),
    related: event.related === undefined ? undefined : referenceOf('related', event.related),
    type,
    reason,
    action,
    note: cutNote(note),
    annotations: annotations === undefined ? undefined : { ...annotations },
  };
}

/** Returns the first word that the server would refuse for its length; undefined if both are valid. */
export function tooLong({ reason, action }: Occurrence): 'reason' | 'action' | undefined {
  if (isLong(reason)) return 'reason';
  return isLong(action) ? 'action' : undefined;
}

function isLong(word: string): boolean {
  return word.length > maxWordBytes || encoder.encode(word).length > maxWordBytes;
}

/** Returns the longest prefix of at most this many bytes in UTF-8. It does not keep the original in memory. */
function cutText(text: string, maxBytes: number): string {
  const bytes = new Uint8Array(maxBytes);
  const { written } = encoder.encodeInto(text, bytes);
  return decoder.decode(bytes.subarray(0, written));
}

/** Returns a note that the server accepts. */
export function cutNote(note: string): string {
  return cutText(note, maxNoteBytes);
}

/** Returns a name of a process that the server accepts. */
export function cutInstance(instance: string): string {
  return cutText(instance, maxWordBytes);
}

function requireAnnotations(what: string, annotations: unknown): void {
  requireRecord(what, annotations);
  for (const [name, value] of Object.entries(annotations as object))
    requireString(`${shownValue(name)} of ${what}`, value);
}

function referenceOf(
  field: 'regarding' | 'related',
  object: DeepReadonly<KubernetesObject> | ObjectReference,
): ObjectReference {
  if (typeof object !== 'object' || object === null) refuse(`${field} of an event`, 'an object', object);
  // An ObjectReference has its names beside its kind, an object in its metadata.
  const given = object as DeepReadonly<KubernetesObject> & ObjectReference;
  const source: ObjectReference = given.metadata ?? given;
  const reference = {
    apiVersion: textOf(given.apiVersion),
    kind: textOf(given.kind),
    name: textOf(source.name),
    namespace: textOf(source.namespace),
    uid: textOf(source.uid),
    resourceVersion: textOf(source.resourceVersion),
    fieldPath: textOf(given.fieldPath),
  };
  if (reference.apiVersion === undefined || reference.kind === undefined || reference.name === undefined) {
    const missing = (['apiVersion', 'kind', 'name'] as const).filter((name) => reference[name] === undefined);
    throw new ConfigError(
      'ERR_OPTION',
      `${field} of an event must have apiVersion, kind and a name, got an object without ${missing.join(', ')}`,
    );
  }
  return reference;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
