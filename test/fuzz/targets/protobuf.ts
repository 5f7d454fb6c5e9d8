import { FieldMask } from '../../../packages/kube-informers/src/meta/field-mask.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import type { ObjectType, ProtobufDecoders } from '../../../packages/kube-informers/src/meta/wire-format.js';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import { parseJson } from '../../../packages/kube-informers/src/util/json.js';
import {
  MessageReader,
  ProtobufProblem,
} from '../../../packages/kube-informers/src/wire/protobuf/message-reader.js';
import { MessageTypes } from '../../../packages/kube-informers/src/wire/protobuf/message-types.js';
import type { MessagePlan } from '../../../packages/kube-informers/src/wire/protobuf/message-types.js';
import { messageTables } from '../../../packages/kube-informers/src/wire/protobuf/messages/index.js';
import { protobufDecoders } from '../../../packages/kube-informers/src/wire/protobuf/protobuf-format.js';
import { Maker } from '../../../packages/kube-informers/src/wire/protobuf/random-objects.test-support.js';
import { decodeProtobuf } from '../../../packages/testing/src/apiserver/types/decode-protobuf.js';
import { decodeTyped } from '../../../packages/schema/src/values/decode-typed.js';
import {
  encodeEvent,
  encodeListMessage,
  encodeMessage,
  encodeStatus,
  envelope,
} from '../../../packages/testing/src/apiserver/types/encode-protobuf.js';
import { ProtobufError } from '../../../packages/testing/src/apiserver/types/protobuf-reader.js';
import { typeOfKind } from '../../../packages/testing/src/apiserver/types/type-table.js';
import type { StructType } from '../../../packages/schema/src/values/api-type.js';
import { typedJson } from '../../../packages/testing/src/apiserver/types/typed-json.js';
import { difference } from '../../hostile-json.test-support.js';
import { Chance } from '../../soak/chance.js';
import { damaged, damagedMessage } from '../protobuf-damage.js';
import { expectThat, inPieces, outcomeOf, parameterOf, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';
import { decodeListBy, decodeWatch, expectSame } from './wire.js';
import type { Decoded } from './wire.js';

/** Kinds with every form of a field: inline messages, maps, bytes, times, numbers of all sizes, raw JSON, schemas. */
const kinds: readonly (readonly [apiVersion: string, kind: string])[] = [
  ['v1', 'Pod'],
  ['v1', 'PersistentVolume'],
  ['v1', 'Secret'],
  ['v1', 'Event'],
  ['apps/v1', 'ControllerRevision'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  ['coordination.k8s.io/v1', 'Lease'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
];

/** Masks of each kind, of which an input uses one. */
const masksPerKind = 6;

interface Kind {
  readonly type: ObjectType;
  readonly struct: StructType;
  readonly whole: MessagePlan;
  readonly masks: readonly Masked[];
}

/** One mask of a kind, made into decoders. */
interface Masked {
  readonly mask: FieldMask;
  readonly plan: MessagePlan;
  readonly decoders: ProtobufDecoders<KubernetesObject>;
}

/** A message alone: what is read of it is what the server's own decoder reads, and a mask keeps its part of that. */
export async function protobufTarget(): Promise<FuzzTarget> {
  const all = await loadKinds();
  return {
    seeds: all.map(({ struct }, index) => withParameter(index, messageOf(struct, index))),
    words,
    generate: (chance) => {
      const index = chance.between(0, all.length);
      const message = messageOf(kindAt(all, index).struct, chance.between(0, 2 ** 31));
      return withParameter(index + all.length * chance.between(0, 100), damagedMessage(chance, message));
    },
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const kind = kindAt(all, parameter);
      const { mask, plan } = maskAt(kind, Math.floor(parameter / all.length));
      const whole = readMessage(kind.whole, kind.type, rest);
      const masked = readMessage(plan, kind.type, rest);
      if (whole === undefined) return;
      expectThat(masked !== undefined, 'read whole, but not by a mask');
      const differs = difference(masked, mask.apply({ ...whole }));
      expectThat(differs === undefined, `by a mask: ${String(differs)}`);
      const expected = jsonOf(kind, rest);
      const problem = expected === undefined ? undefined : difference(sorted(whole), sorted(expected));
      expectThat(problem === undefined, `as JSON: ${String(problem)}`);
      expectThat(Object.keys(Object.prototype).length === 0, 'the prototype of all objects was changed');
    },
  };
}

/** A list in any pieces: the same objects, or the errors of a list in JSON. */
export async function protobufListTarget(): Promise<FuzzTarget> {
  const all = await loadKinds();
  const listOf = ({ type, struct }: Kind, seed: number, items: number): Buffer => {
    const messages = Array.from({ length: items }, (_each, index) => messageOf(struct, seed + index));
    const metadata = { resourceVersion: '7', continue: 'next', remainingItemCount: 3 };
    return envelope({ ...type, kind: `${type.kind}List` }, encodeListMessage(metadata, messages));
  };
  return {
    seeds: [
      ...all.map((kind, index) => withParameter(index, listOf(kind, index, 2))),
      withParameter(0, encodeStatus({ status: 'Failure', reason: 'Expired', code: 410 })),
    ],
    words,
    generate: (chance) => {
      const index = chance.between(0, all.length);
      const list = listOf(kindAt(all, index), chance.between(0, 2 ** 31), chance.between(0, 5));
      return withParameter(index + all.length * chance.between(0, 2 ** 20), damaged(chance, list));
    },
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const kind = kindAt(all, parameter);
      const { decoders } = maskAt(kind, Math.floor(parameter / all.length));
      const chance = new Chance(parameter, 'pieces');
      const maxItemBytes = chance.happens(0.1) ? 1000 : undefined;
      const decode = (pieces: readonly Buffer[]): Decoded =>
        decodeListBy(decoders.listDecoder({ name: 'GET /list', maxItemBytes }), pieces);
      const whole = decode([rest]);
      expectReported(decoders, whole, 'ERR_NOT_KUBERNETES');
      const pieces = decode(inPieces(rest, chance));
      expectReported(decoders, pieces, 'ERR_NOT_KUBERNETES');
      expectSame('whole and in pieces', withoutWords(pieces), withoutWords(whole));
    },
  };
}

/** The frames of a watch in any pieces: the same events before the same error. */
export async function protobufWatchTarget(): Promise<FuzzTarget> {
  const all = await loadKinds();
  const eventOf = ({ type, struct }: Kind, seed: number): Buffer =>
    encodeEvent(
      ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'][seed % 4] ?? 'ADDED',
      envelope(type, messageOf(struct, seed)),
    );
  const gone = encodeEvent('ERROR', encodeStatus({ status: 'Failure', reason: 'Expired', code: 410 }));
  return {
    seeds: all.map((kind, index) =>
      withParameter(index, Buffer.concat([eventOf(kind, index), eventOf(kind, index + 1), gone])),
    ),
    words,
    generate: (chance) => {
      const index = chance.between(0, all.length);
      const frames = Array.from({ length: chance.between(0, 5) }, () => {
        const frame = eventOf(kindAt(all, index), chance.between(0, 2 ** 31));
        // Usually the frame has the length of its damaged content.
        return chance.happens(0.8) ? framed(damaged(chance, frame.subarray(4))) : damaged(chance, frame);
      });
      return withParameter(index + all.length * chance.between(0, 2 ** 20), Buffer.concat(frames));
    },
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const kind = kindAt(all, parameter);
      const { decoders } = maskAt(kind, Math.floor(parameter / all.length));
      const chance = new Chance(parameter, 'pieces');
      const limit = chance.happens(0.1) ? 1000 : undefined;
      const whole = decodeWatch([rest], decoders, chance, limit);
      expectReported(decoders, whole, 'ERR_WATCH_DECODE');
      const pieces = decodeWatch(inPieces(rest, chance), decoders, chance, limit);
      expectReported(decoders, pieces, 'ERR_WATCH_DECODE');
      expectSame('whole and in pieces', withoutWords(pieces), withoutWords(whole));
    },
  };
}

const words = [
  'k8s\0', '\u001a\0"\0', '\n\u0002v1', '\u0012\u0003Pod', '\u0080', '\u0080\u0080\u0080\u0080\u0001', '\n\0', '\u0012\0', '\u001b', '\u001c', 'ä', '\0\0\0\u0004',
]; // prettier-ignore

/** The error's code alone: what follows a message that is too short may decide what else is wrong with it. */
function withoutWords({ objects, error }: Decoded): Decoded {
  return { objects, error: error instanceof TransportError ? new Error(error.code) : error };
}

/** Other codes than that of a message that cannot be read: what was wrong is then not the encoding. */
function expectReported(
  decoders: ProtobufDecoders<KubernetesObject>,
  { error }: Decoded,
  unreadable: string,
): void {
  const found = decoders.takeProblem();
  if (found === undefined) return;
  expectThat(!decoders.isUsable, 'usable after a message that could not be read');
  expectThat(
    error instanceof TransportError && error.code === unreadable,
    `${found.problem}, but ${String(error)}`,
  );
}

function readMessage(
  plan: MessagePlan,
  { apiVersion, kind }: ObjectType,
  bytes: Buffer,
): KubernetesObject | undefined {
  const into = { apiVersion, kind, metadata: {} };
  return outcomeOf(
    () => new MessageReader().read(plan, bytes, 0, bytes.length, into),
    (error) => error instanceof ProtobufProblem,
  );
}

/** What the embedded server's own decoder and encoders make of a message; undefined if it refuses it or writes no JSON. */
function jsonOf({ type, struct }: Kind, bytes: Buffer): unknown {
  return outcomeOf(
    () => {
      const { value, problem } = decodeTyped(struct, decodeProtobuf(struct, bytes));
      if (problem !== undefined) return undefined;
      return {
        apiVersion: type.apiVersion,
        kind: type.kind,
        ...(parseJson(typedJson(struct, value)) as object),
      };
    },
    (error) => error instanceof ProtobufError,
  );
}

/**
 * With the members of all objects in one order, since where they stand is not promised, and without those that are null: the
 * embedded server does not have a pointer to a time that is unset.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value)
    .filter((name) => Reflect.get(value, name) !== null)
    .toSorted();
  return Object.fromEntries(names.map((name) => [name, sorted(Reflect.get(value, name))]));
}

function messageOf(struct: StructType, seed: number): Buffer {
  const { value } = decodeTyped(struct, new Maker(seed).object(struct));
  return encodeMessage(struct, value);
}

function framed(event: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(event.length);
  return Buffer.concat([head, event]);
}

function kindAt(all: readonly Kind[], index: number): Kind {
  const kind = all[index % all.length];
  if (kind === undefined) throw new Error('there are no kinds');
  return kind;
}

function maskAt({ masks }: Kind, index: number): Masked {
  const masked = masks[index % masks.length];
  if (masked === undefined) throw new Error('there are no masks');
  return masked;
}

function loadKinds(): Promise<Kind[]> {
  return Promise.all(kinds.map(([apiVersion, kind]) => loadKind(apiVersion, kind)));
}

async function loadKind(apiVersion: string, kind: string): Promise<Kind> {
  const slash = apiVersion.indexOf('/');
  const struct = typeOfKind(apiVersion.slice(0, Math.max(0, slash)), apiVersion.slice(slash + 1), kind);
  const table = await messageTables[apiVersion]?.();
  const whole = table === undefined ? undefined : new MessageTypes(table).planOf(kind, true);
  if (struct === undefined || table === undefined || whole === undefined)
    throw new Error(`${kind} is not in the tables`);
  const type = { apiVersion, kind };
  const masks: Masked[] = [];
  for (let seed = 0; seed < masksPerKind; seed++) {
    const mask = FieldMask.of('the fuzzer', { fields: new Maker(seed).mask(struct) });
    if (mask === undefined) throw new Error('fields make a mask');
    const plan = new MessageTypes(table).planOf(kind, mask.root, ['apiVersion', 'kind']);
    const decoders = await protobufDecoders(mask, type);
    if (plan === undefined || decoders === undefined) throw new Error(`a mask of ${kind} has no decoders`);
    masks.push({ mask, plan, decoders });
  }
  return { type, struct, whole, masks };
}
