import { StatusError } from '../../meta/errors.js';
import { projected } from '../../meta/field-mask.js';
import type { FieldMask, MaskNode } from '../../meta/field-mask.js';
import { statusOf } from '../../meta/status-shape.js';
import type { KubernetesList, KubernetesObject, ListMeta, Status } from '../../meta/types.js';
import { WatchEventType } from '../../meta/watch.js';
import type { WatchEvent } from '../../meta/watch.js';
import { announceContinue, defaultMaxObjectBytes, itemTooLong, notAList } from '../../meta/wire-format.js';
import type {
  ItemsReaderOptions,
  KnownFields,
  ListBytesDecoder,
  ObjectType,
  ProtobufDecoders,
  UnreadableMessage,
  WatchBytesDecoder,
  WatchDecoderOptions,
} from '../../meta/wire-format.js';
import { TransportError } from '../../util/errors.js';
import { shownWord } from '../../util/shown.js';
import { ByteStore } from '../byte-store.js';
import { batchBytes } from '../json-items-reader.js';
import { MessageReader, ProtobufProblem } from './message-reader.js';
import { MessageTypes } from './message-types.js';
import type { MessagePlan } from './message-types.js';
import { messageTables } from './messages/index.js';
import { metaV1 } from './messages/meta-v1.js';

/** What every body and every object of a watch begins with. */
const magic = Buffer.from('k8s\0', 'latin1');

/** Limit for everything but items: usually some hundred bytes. */
const maxEnvelopeBytes = 16 * 1024 * 1024;

const listMetaNames = ['selfLink', 'resourceVersion', 'continue', 'remainingItemCount', 'shardInfo'];

/** Everything that is read of one resource. */
interface Plans {
  readonly type: ObjectType;
  /** What the mask keeps, as its mark in objects. */
  readonly mark: string;
  readonly object: MessagePlan;
  readonly bookmark: MessagePlan;
  readonly listMeta: MessagePlan;
  readonly status: MessagePlan;
}

/**
 * Loads the decoders of a resource for a mask of `fields`. Resolves with undefined if the resource is not built in, or the mask
 * names a field that the tables lack.
 */
export async function protobufDecoders<T extends KubernetesObject>(
  mask: FieldMask,
  type: ObjectType,
): Promise<ProtobufDecoders<T> | undefined> {
  const types = await typesOf(type);
  if (types === undefined) return undefined;
  const object = types.planOf(type.kind, mask.root, ['apiVersion', 'kind']);
  if (object === undefined) return undefined;
  const bookmark = types.planOf(
    type.kind,
    named({ metadata: named({ resourceVersion: true, annotations: true }) }),
  );
  const listMeta = types.planOf(
    'meta/v1.ListMeta',
    named(Object.fromEntries(listMetaNames.map((name) => [name, true]))),
  );
  const status = statusPlan();
  if (bookmark === undefined || listMeta === undefined) return undefined;
  return new Decoders<T>({ type, mark: mask.text, object, bookmark, listMeta, status });
}

async function typesOf({ apiVersion }: ObjectType): Promise<MessageTypes | undefined> {
  const load = Object.hasOwn(messageTables, apiVersion) ? messageTables[apiVersion] : undefined;
  return load === undefined ? undefined : new MessageTypes(await load());
}

/** Loads the fields of a type: see `fieldsOf`. */
export async function knownFields(type: ObjectType | undefined): Promise<KnownFields> {
  const types = type && (await typesOf(type));
  if (type !== undefined && types?.has(type.kind) === true) {
    return {
      isComplete: true,
      unknownIn: (path) => (isTypeMember(path) ? undefined : types.unknownIn(type.kind, path)),
    };
  }
  return {
    isComplete: false,
    unknownIn: ([first, ...path]) => {
      const found = first === 'metadata' ? new MessageTypes(metaV1).unknownIn('ObjectMeta', path) : undefined;
      return found && { ...found, at: found.at + 1 };
    },
  };
}

/** Protobuf has them beside the object. */
function isTypeMember([first]: readonly string[]): boolean {
  return first === 'apiVersion' || first === 'kind';
}

/** Returns the Status in the body of a response; undefined for anything else. */
export function statusOfProtobuf(body: Buffer): Status | undefined {
  const reader = new MessageReader();
  try {
    const { kind, apiVersion, start, end } = openEnvelope(reader, body, 0, body.length);
    if (kind !== 'Status' || apiVersion !== 'v1') return undefined;
    return statusOf(reader.read(statusPlan(), body, start, end, { apiVersion, kind }));
  } catch (error) {
    if (error instanceof ProtobufProblem) return undefined;
    throw error;
  }
}

function statusPlan(): MessagePlan {
  const plan = new MessageTypes(metaV1).planOf('Status', true);
  if (plan === undefined) throw new Error('the table of meta/v1 has no Status');
  return plan;
}

function named(members: Readonly<Record<string, true | MaskNode>>): MaskNode {
  return { keepsOthers: false, members: new Map(Object.entries(members)) };
}

class Decoders<T extends KubernetesObject> implements ProtobufDecoders<T> {
  readonly #plans: Plans;
  // Its strings are those of one resource.
  readonly #reader = new MessageReader();
  #problem: UnreadableMessage | undefined;
  isUsable = true;

  constructor(plans: Plans) {
    this.#plans = plans;
  }

  listDecoder(options: ItemsReaderOptions): ListBytesDecoder<T> {
    return new ProtobufListDecoder(options, this.#plans, this.#reader, this.#onProblem);
  }

  watchDecoder(options: WatchDecoderOptions): WatchBytesDecoder<T> {
    return new ProtobufWatchDecoder(options, this.#plans, this.#reader, this.#onProblem);
  }

  takeProblem(): UnreadableMessage | undefined {
    const problem = this.#problem;
    this.#problem = undefined;
    return problem;
  }

  refused(problem: string): void {
    this.isUsable = false;
    this.#problem = { problem, asJson: true };
  }

  readonly #onProblem = ({ message, isUnknownField }: ProtobufProblem): void => {
    this.isUsable = false;
    this.#problem = { problem: message, asJson: isUnknownField };
  };
}

type OnProblem = (problem: ProtobufProblem) => void;

/** Decodes one object as the mask wants it. */
function masked<T>(reader: MessageReader, plans: Plans, bytes: Buffer, start: number, end: number): T {
  const { apiVersion, kind } = plans.type;
  // The caller promises that the server's objects are of type T.
  return reader.read(plans.object, bytes, start, end, { [projected]: plans.mark, apiVersion, kind }) as T;
}

/** runtime.Unknown: the type of an object, and where its message is. */
interface Envelope extends ObjectType {
  readonly start: number;
  readonly end: number;
}

function openEnvelope(reader: MessageReader, bytes: Buffer, start: number, end: number): Envelope {
  if (end - start < magic.length || bytes.compare(magic, 0, magic.length, start, start + magic.length) !== 0)
    throw new ProtobufProblem('an object that does not begin with k8s');
  let type: ObjectType = { apiVersion: '', kind: '' };
  let from = end;
  let until = end;
  reader.fields(bytes, start + magic.length, end, (number, first, last) => {
    if (number === 1) type = typeMeta(reader, bytes, first, last);
    else if (number === 2) {
      from = first;
      until = last;
    } else if (number === 3 && first !== last) throw new ProtobufProblem('an object with a content encoding');
  });
  return { ...type, start: from, end: until };
}

function typeMeta(reader: MessageReader, bytes: Buffer, start: number, end: number): ObjectType {
  let apiVersion = '';
  let kind = '';
  reader.fields(bytes, start, end, (number, first, last) => {
    if (number === 1) apiVersion = reader.string(bytes, first, last);
    else if (number === 2) kind = reader.string(bytes, first, last);
  });
  return { apiVersion, kind };
}

/** Where a list's decoder is. */
const Place = {
  /** Before the list's message. */
  Envelope: 0,
  /** In the list's message. */
  List: 1,
  /** In the message of a Status, which was sent instead of a list. */
  Status: 2,
  /** After the message. */
  Rest: 3,
} as const;
type Place = (typeof Place)[keyof typeof Place];

/** A field's header, when it has arrived. */
interface Header {
  readonly number: number;
  /** Where its content begins, in the store. */
  readonly start: number;
  readonly length: number;
}

/**
 * Decodes a list while it streams in: holds the bytes of one item, beside what was decoded.
 *
 * Throws as the decoder of JSON does: TransportError `ERR_NOT_KUBERNETES`, `ERR_BODY_CUT`, `ERR_BODY_SIZE`, or a StatusError.
 */
class ProtobufListDecoder<T extends KubernetesObject> implements ListBytesDecoder<T> {
  readonly #name: string;
  readonly #maxItemBytes: number;
  readonly #take: ItemsReaderOptions['take'];
  readonly #onContinue: ItemsReaderOptions['onContinue'];
  readonly #plans: Plans;
  readonly #reader: MessageReader;
  readonly #onProblem: OnProblem;
  readonly #store = new ByteStore();
  readonly #items: T[] = [];
  /** Number of items, with those that were not taken. */
  #count = 0;
  #place: Place = Place.Envelope;
  #type: ObjectType = { apiVersion: '', kind: '' };
  #metadata: ListMeta = {};
  // Positions in the response: of the store's first byte, and of the end of the message.
  #position = 0;
  #messageEnd = 0;
  #fed = 0;
  /** Bytes that the store has to hold before the next field can be read. */
  #wanted = magic.length;

  constructor(
    { name, maxItemBytes, take, onContinue }: ItemsReaderOptions,
    plans: Plans,
    reader: MessageReader,
    onProblem: OnProblem,
  ) {
    this.#name = name;
    this.#maxItemBytes = maxItemBytes ?? defaultMaxObjectBytes;
    this.#take = take;
    this.#onContinue = onContinue;
    this.#plans = plans;
    this.#reader = reader;
    this.#onProblem = onProblem;
  }

  feed(chunk: Uint8Array): void {
    this.#fed += chunk.length;
    this.#store.append(chunk);
    if (this.#store.length >= this.#wanted) this.#decode();
  }

  end(): KubernetesList<T> {
    if (this.#place !== Place.Rest) throw this.#cut();
    try {
      const { bytes, start, end } = this.#store;
      this.#reader.fields(bytes, start, end, (number, first, last) => {
        if (number === 3 && first !== last) throw new ProtobufProblem('a list with a content encoding');
      });
    } catch (error) {
      if (error instanceof ProtobufProblem) throw this.#cut();
      throw error;
    }
    this.#store.release();
    const { apiVersion, kind } = this.#type;
    return { apiVersion, kind, metadata: this.#metadata, items: this.#items };
  }

  #cut(): TransportError {
    return new TransportError(
      'ERR_BODY_CUT',
      `${this.#name}: the list ended after ${this.#fed} bytes and ${this.#count} items`,
    );
  }

  #decode(): void {
    const { start, end } = this.#store;
    let at = start;
    try {
      if (this.#position === 0) {
        if (this.#store.bytes.compare(magic, 0, magic.length, start, start + magic.length) !== 0)
          throw new ProtobufProblem('expected the prefix k8s of protobuf');
        at += magic.length;
      }
      for (;;) {
        const next = this.#place === Place.Rest ? 0 : this.#field(at, end);
        if (next === 0) break;
        at = next;
      }
    } catch (error) {
      if (!(error instanceof ProtobufProblem)) throw error;
      this.#onProblem(error);
      throw this.#notAList(`items[${this.#count}]: ${error.message}`, at);
    }
    this.#position += at - start;
    this.#store.drop(at);
    if (this.#place === Place.Rest && this.#store.length > maxRestBytes)
      throw this.#notAList('unexpected data after the list', this.#store.start);
  }

  /** Reads the field at `at`. Returns where the next one begins; 0 if it has not arrived. */
  #field(at: number, end: number): number {
    if (this.#place === Place.Status) return this.#status(at, end);
    if (this.#place === Place.List && this.#position + at - this.#store.start === this.#messageEnd) {
      this.#place = Place.Rest;
      this.#wanted = 1;
      return 0;
    }
    const header = this.#header(at, end);
    if (header === undefined) return 0;
    const { number, start, length } = header;
    const until = start + length;
    if (this.#place === Place.Envelope && number === 2) return this.#begin(start, length);
    const isItem = this.#place === Place.List && number === 2;
    if (length > (isItem ? this.#maxItemBytes : maxEnvelopeBytes)) {
      if (isItem) throw itemTooLong(this.#name, this.#count, this.#maxItemBytes);
      throw new ProtobufProblem(`a field of ${length} bytes`);
    }
    if (this.#place === Place.List && this.#position + until - this.#store.start > this.#messageEnd)
      throw new ProtobufProblem('a value that is longer than its message');
    if (until > end) {
      this.#wanted = until - at;
      return 0;
    }
    const { bytes } = this.#store;
    if (isItem) this.#add(masked<T>(this.#reader, this.#plans, bytes, start, until));
    else if (number === 1 && this.#place === Place.Envelope)
      this.#type = typeMeta(this.#reader, bytes, start, until);
    else if (number === 1) {
      this.#metadata = this.#reader.read(this.#plans.listMeta, bytes, start, until, {});
      announceContinue(this.#metadata, this.#onContinue);
    }
    return until;
  }

  #add(item: T): void {
    this.#count++;
    // What it returns reads like the item, so it has the same type.
    const taken = this.#take === undefined ? item : (this.#take(item) as T | undefined);
    if (taken !== undefined) this.#items.push(taken);
  }

  /** Called where the message begins. */
  #begin(start: number, length: number): number {
    const { apiVersion, kind } = this.#type;
    const { type } = this.#plans;
    this.#messageEnd = this.#position + start - this.#store.start + length;
    if (kind === 'Status' && apiVersion === 'v1' && length <= maxEnvelopeBytes) {
      this.#place = Place.Status;
      return start;
    }
    if (kind !== `${type.kind}List` || apiVersion !== type.apiVersion)
      throw this.#notAList(`expected a ${type.kind}List, got kind ${shownWord(kind)}`);
    this.#place = Place.List;
    return start;
  }

  #status(at: number, end: number): number {
    const until = this.#messageEnd - this.#position + this.#store.start;
    this.#wanted = until - at;
    if (until > end) return 0;
    const status = statusOf(
      this.#reader.read(this.#plans.status, this.#store.bytes, at, until, { ...this.#type }),
    );
    if (status.status !== 'Success') throw new StatusError(status);
    throw this.#notAList('expected a list, got a Status of success');
  }

  #header(at: number, end: number): Header | undefined {
    const { bytes } = this.#store;
    this.#wanted = end - at + 1;
    let position = at;
    let tag = 0;
    let length = 0;
    for (let factor = 1; ; factor *= 0x80) {
      if (position >= end) return undefined;
      const byte = bytes[position++] as number;
      tag += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      if (factor > 2 ** 28) throw new ProtobufProblem('an invalid tag');
    }
    if (tag % 8 !== 2) throw new ProtobufProblem(`wire type ${tag % 8} in a list`);
    for (let factor = 1; ; factor *= 0x80) {
      if (position >= end) return undefined;
      const byte = bytes[position++] as number;
      length += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      if (factor > 2 ** 42) throw new ProtobufProblem('a length of more than 2^42');
    }
    return { number: Math.floor(tag / 8), start: position, length };
  }

  #notAList(problem: string, at?: number): TransportError {
    const position = at === undefined ? undefined : this.#position + at - this.#store.start;
    return notAList(this.#name, problem, position);
  }
}

/** Longest data after the message: the names of a content type and of an encoding, which API servers leave empty. */
const maxRestBytes = 1024;

const eventTypes: ReadonlySet<string> = new Set(Object.values(WatchEventType));

/**
 * Decodes the frames of a watch: four bytes with a length, and a WatchEvent with an object in an envelope.
 *
 * Throws as the decoder of JSON does: TransportError `ERR_WATCH_DECODE` and `ERR_WATCH_CUT`.
 */
class ProtobufWatchDecoder<T extends KubernetesObject> implements WatchBytesDecoder<T> {
  readonly #maxFrameBytes: number;
  readonly #plans: Plans;
  readonly #reader: MessageReader;
  readonly #onProblem: OnProblem;
  readonly #store = new ByteStore();
  #frame = 1;

  constructor(
    { maxLineBytes }: WatchDecoderOptions,
    plans: Plans,
    reader: MessageReader,
    onProblem: OnProblem,
  ) {
    this.#maxFrameBytes = maxLineBytes ?? defaultMaxObjectBytes;
    this.#plans = plans;
    this.#reader = reader;
    this.#onProblem = onProblem;
  }

  feed(chunk: Uint8Array, events: WatchEvent<T>[]): void {
    this.#store.append(chunk);
    if (this.#store.length >= batchBytes) this.flush(events);
  }

  flush(events: WatchEvent<T>[]): void {
    const { bytes, start, end } = this.#store;
    let at = start;
    while (end - at >= 4) {
      const length = bytes.readUInt32BE(at);
      if (length > this.#maxFrameBytes)
        throw this.#bad(length, `is longer than the ${this.#maxFrameBytes} bytes allowed`);
      if (length > end - at - 4) break;
      events.push(this.#event(bytes, at + 4, at + 4 + length));
      at += 4 + length;
      this.#frame++;
    }
    this.#store.drop(at);
    if (this.#store.length === 0) this.#store.release();
  }

  end(events: WatchEvent<T>[]): void {
    this.flush(events);
    const left = this.#store.length;
    this.#store.release();
    if (left > 0)
      throw new TransportError(
        'ERR_WATCH_CUT',
        `the watch ended in the middle of event ${this.#frame}, after ${left} bytes of it`,
      );
  }

  #event(bytes: Buffer, start: number, end: number): WatchEvent<T> {
    try {
      return this.#read(bytes, start, end);
    } catch (error) {
      if (!(error instanceof ProtobufProblem)) throw error;
      this.#onProblem(error);
      throw this.#bad(end - start, `is not valid: ${error.message}`);
    }
  }

  #read(bytes: Buffer, start: number, end: number): WatchEvent<T> {
    const reader = this.#reader;
    let type = '';
    let from = end;
    let until = end;
    reader.fields(bytes, start, end, (number, first, last) => {
      if (number === 1) type = reader.string(bytes, first, last);
      else if (number === 2) {
        reader.fields(bytes, first, last, (inner, innerFirst, innerLast) => {
          if (inner !== 1) return;
          from = innerFirst;
          until = innerLast;
        });
      }
    });
    if (!eventTypes.has(type))
      throw this.#bad(end - start, `has an unknown event type: expected ${[...eventTypes].join(', ')}`);
    const object = openEnvelope(reader, bytes, from, until);
    // Checked above; the caller promises that the server's objects are of type T.
    return { type, object: this.#object(type, object, bytes) } as WatchEvent<T>;
  }

  #object(type: string, { apiVersion, kind, start, end }: Envelope, bytes: Buffer): unknown {
    const { type: own, bookmark, status } = this.#plans;
    if (type === WatchEventType.Error) {
      const isStatus = kind === 'Status' && apiVersion === 'v1';
      return isStatus
        ? this.#reader.read(status, bytes, start, end, { apiVersion, kind })
        : { apiVersion, kind };
    }
    if (kind !== own.kind || apiVersion !== own.apiVersion)
      throw new ProtobufProblem(`expected a ${own.kind}, got kind ${shownWord(kind)}`);
    if (type === WatchEventType.Bookmark)
      return this.#reader.read(bookmark, bytes, start, end, { apiVersion, kind });
    return masked(this.#reader, this.#plans, bytes, start, end);
  }

  #bad(bytes: number, problem: string): TransportError {
    return new TransportError(
      'ERR_WATCH_DECODE',
      `event ${this.#frame} of the watch (${bytes} bytes) ${problem}`,
    );
  }
}
