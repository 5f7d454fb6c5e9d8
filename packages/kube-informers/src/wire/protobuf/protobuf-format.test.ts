import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeEvent,
  encodeListMessage,
  encodeMessage,
  encodeStatus,
  envelope,
} from '../../../../testing/src/apiserver/types/encode-protobuf.js';
import { decodeTyped } from '../../../../schema/src/values/decode-typed.js';
import { typeOfKind } from '../../../../testing/src/apiserver/types/type-table.js';
import type { StructType } from '../../../../schema/src/values/api-type.js';
import { typedJson } from '../../../../testing/src/apiserver/types/typed-json.js';
import { StatusError } from '../../meta/errors.js';
import { FieldMask } from '../../meta/field-mask.js';
import type { KubernetesList, KubernetesObject } from '../../meta/types.js';
import type { WatchEvent } from '../../meta/watch.js';
import type { ProtobufDecoders } from '../../meta/wire-format.js';
import { builtInResources } from '../../resources/index.js';
import { parseJson } from '../../util/json.js';
import { MessageReader } from './message-reader.js';
import { MessageTypes } from './message-types.js';
import type { MessageTable } from './message-types.js';
import { messageTables } from './messages/index.js';
import { metaV1 } from './messages/meta-v1.js';
import { protobufDecoders, statusOfProtobuf } from './protobuf-format.js';
import { Maker } from './random-objects.test-support.js';
import { runs } from '../../../../../test/nightly.test-support.js';

type Json = Record<string, unknown>;

const watched = builtInResources.filter(({ verbs }) => verbs.includes('watch'));

function structOf(apiVersion: string, kind: string): StructType {
  const slash = apiVersion.indexOf('/');
  const type = typeOfKind(apiVersion.slice(0, Math.max(0, slash)), apiVersion.slice(slash + 1), kind);
  if (type === undefined) throw new Error(`there is no ${kind}`);
  return type;
}

function requireMask(fields: unknown): FieldMask {
  const mask = FieldMask.of('a test', { fields });
  if (mask === undefined) throw new Error('fields make a mask');
  return mask;
}

async function decodersOf(
  fields: unknown,
  apiVersion = 'v1',
  kind = 'Pod',
): Promise<ProtobufDecoders<KubernetesObject>> {
  const decoders = await protobufDecoders(requireMask(fields), { apiVersion, kind });
  if (decoders === undefined) throw new Error(`${kind} has no protobuf`);
  return decoders;
}

/** Cuts bytes into chunks. */
function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function readList(
  decoders: ProtobufDecoders<KubernetesObject>,
  bytes: Buffer,
  size = 1 << 20,
): KubernetesList<KubernetesObject> {
  const decoder = decoders.listDecoder({ name: 'GET https://host/x', maxItemBytes: 1 << 20 });
  for (const chunk of chunksOf(bytes, size)) decoder.feed(chunk);
  return decoder.end();
}

function readEvents(
  decoders: ProtobufDecoders<KubernetesObject>,
  bytes: Buffer,
  size = 1 << 20,
): WatchEvent<KubernetesObject>[] {
  const decoder = decoders.watchDecoder({ maxLineBytes: 1 << 20 });
  const events: WatchEvent<KubernetesObject>[] = [];
  for (const chunk of chunksOf(bytes, size)) {
    decoder.feed(chunk, events);
    decoder.flush(events);
  }
  decoder.end(events);
  return events;
}

/** What JSON gives of an object. */
function fromJson(type: StructType, value: Json, apiVersion: string, kind: string): KubernetesObject {
  const text = typedJson(type, value);
  return parseJson(`{"apiVersion":"${apiVersion}","kind":"${kind}",${text.slice(1)}`) as KubernetesObject;
}

describe.each(watched.map(({ apiVersion, kind }) => [apiVersion, kind] as const))(
  '%s %s',
  (apiVersion, kind) => {
    const type = structOf(apiVersion, kind);

    test('a random object is the same from protobuf and from JSON, whole and masked', async () => {
      const load = messageTables[apiVersion];
      if (load === undefined) throw new Error(`${apiVersion} has no table`);
      const whole = new MessageTypes(await load()).planOf(kind, true);
      if (whole === undefined) throw new Error(`${kind} is not in the table`);
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.constantFrom(3, 1000), async (seed, size) => {
          const make = new Maker(seed);
          const { value, problem } = decodeTyped(type, make.object(type));
          expect(problem).toBeUndefined();
          const message = encodeMessage(type, value);
          const expected = fromJson(type, value, apiVersion, kind);
          const read = new MessageReader().read(whole, message, 0, message.length, { apiVersion, kind });
          expect(read).toStrictEqual(expected);
          const fields = make.mask(type);
          const decoders = await decodersOf(fields, apiVersion, kind);
          const masked = requireMask(fields).apply(expected);
          const metadata = { resourceVersion: '7', continue: 'next', remainingItemCount: 3 };
          const list = envelope(
            { apiVersion, kind: `${kind}List` },
            encodeListMessage(metadata, [message, message]),
          );
          const items = [masked, masked];
          const expectedList = { apiVersion, kind: `${kind}List`, metadata, items };
          expect(readList(decoders, list, size)).toStrictEqual(expectedList);
          const event = encodeEvent('MODIFIED', envelope({ apiVersion, kind }, message));
          expect(readEvents(decoders, event, size)).toStrictEqual([{ type: 'MODIFIED', object: masked }]);
        }),
        { numRuns: 20 },
      );
    });
  },
);

const podType = { apiVersion: 'v1', kind: 'Pod' };
const listType = { apiVersion: 'v1', kind: 'PodList' };
const podMessage = (value: Json): Buffer => encodeMessage(structOf('v1', 'Pod'), value);
const podEvent = (type: string, value: Json): Buffer =>
  encodeEvent(type, envelope(podType, podMessage(value)));
const podList = (...pods: Json[]): Buffer =>
  envelope(listType, encodeListMessage({ resourceVersion: '7' }, pods.map(podMessage)));
const pod = {
  metadata: { name: 'a', labels: { app: 'web' } },
  spec: { nodeName: 'n' },
  status: { phase: 'Running' },
};
const phase = { status: { phase: true } };

/** A field with bytes. */
function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** What a list or watch throws, and whether the format reads JSON from then on. */
async function refusal(
  fields: unknown,
  read: (decoders: ProtobufDecoders<KubernetesObject>) => unknown,
): Promise<{ error: unknown; problem: string | undefined; asJson: boolean | undefined }> {
  const decoders = await decodersOf(fields);
  let error: unknown;
  try {
    read(decoders);
  } catch (thrown) {
    error = thrown;
  }
  const { problem, asJson } = decoders.takeProblem() ?? {};
  return { error, problem, asJson };
}

test('there are no decoders for custom kinds, and for masks with a field that the tables lack', async () => {
  const of = (fields: unknown, apiVersion: string, kind: string): Promise<unknown> =>
    protobufDecoders(requireMask(fields), { apiVersion, kind });
  expect(await of(phase, 'example.com/v1', 'Pod')).toBeUndefined();
  expect(await of(phase, 'v1', 'Gadget')).toBeUndefined();
  expect(await of(phase, 'constructor', 'Pod')).toBeUndefined();
  expect(await of({ status: { news: true } }, 'v1', 'Pod')).toBeUndefined();
  expect(await of({ spec: { volumes: { configMap: { name: true } } } }, 'v1', 'Pod')).toBeDefined();
});

test('a bookmark has its metadata, and an ERROR event its Status', async () => {
  const decoders = await decodersOf(phase);
  const annotations = { 'k8s.io/initial-events-end': 'true' };
  const status = { metadata: {}, status: 'Failure', message: 'too old', reason: 'Expired', code: 410 };
  const bytes = Buffer.concat([
    podEvent('BOOKMARK', { metadata: { resourceVersion: '9', annotations }, spec: {} }),
    encodeEvent('ERROR', encodeStatus(status)),
    encodeEvent('ERROR', envelope({ apiVersion: 'x/v1', kind: 'Other' }, Buffer.alloc(0))),
  ]);
  expect(readEvents(decoders, bytes, 7)).toEqual([
    { type: 'BOOKMARK', object: { ...podType, metadata: { resourceVersion: '9', annotations } } },
    { type: 'ERROR', object: { apiVersion: 'v1', kind: 'Status', ...status } },
    { type: 'ERROR', object: { apiVersion: 'x/v1', kind: 'Other' } },
  ]);
  expect(statusOfProtobuf(encodeStatus(status))).toMatchObject({ code: 410, reason: 'Expired' });
  expect(statusOfProtobuf(podList(pod))).toBeUndefined();
  expect(statusOfProtobuf(Buffer.from('{}'))).toBeUndefined();
});

test('a Status instead of a list is thrown as a StatusError', async () => {
  const status = { status: 'Failure', message: 'gone', reason: 'Expired', code: 410 };
  const { error, problem } = await refusal(phase, (decoders) => readList(decoders, encodeStatus(status), 5));
  expect(error).toMatchObject({ status: { code: 410, message: 'gone' } });
  expect(problem).toBeUndefined();
});

test('an unknown field is skipped where the mask leaves out others, and refused in what is kept whole', async () => {
  const status = field(99, 'new');
  const bytes = envelope(
    listType,
    field(2, Buffer.concat([podMessage(pod), field(77, 'x'), field(3, status)])),
  );
  expect(readList(await decodersOf({ metadata: { labels: true } }), bytes).items).toHaveLength(1);
  expect(readList(await decodersOf({ status: { podIP: true } }), bytes).items).toHaveLength(1);
  const { error, problem, asJson } = await refusal({ status: true }, (decoders) => readList(decoders, bytes));
  expect(error).toMatchObject({ code: 'ERR_NOT_KUBERNETES' });
  expect([problem, asJson]).toEqual(['field 99 of core/v1.PodStatus is unknown', true]);
});

test.each([
  ['a body of JSON', Buffer.from('{"kind":"PodList"}'), /expected the prefix k8s/],
  ['another kind', envelope(podType, podMessage(pod)), /expected a PodList, got kind "Pod"/],
  ['a varint in the list', envelope(listType, Buffer.from([0x08, 1])), /wire type 0 in a list/],
  [
    'an item that is longer than the list',
    envelope(listType, Buffer.from([0x12, 0x7f, 0])),
    /longer than its message/,
  ],
  [
    'an item that is too long',
    envelope(listType, Buffer.concat([Buffer.from([0x12]), varint(2 ** 30)])),
    /items\[0\] is longer than the 1048576 bytes/,
  ],
  ['a length without an end', envelope(listType, Buffer.alloc(40, 0xff)), /an invalid tag/],
  [
    'a value that is longer than its message',
    envelope(listType, field(2, Buffer.from([0x1a, 3, 0x0a, 9, 0]))),
    /a length of 9 where 1 bytes/,
  ],
  [
    'a wrong wire type',
    envelope(listType, field(2, field(3, Buffer.from([0x08, 1])))),
    /wire type 0 for phase of core\/v1.PodStatus/,
  ],
  ['a group', envelope(listType, field(2, Buffer.from([0x1b]))), /wire type 3/],
  ['field 0', envelope(listType, field(2, Buffer.from([0x02, 0]))), /an invalid tag|field 0/],
  [
    'data after the list',
    Buffer.concat([podList(pod), Buffer.alloc(5000)]),
    /unexpected data after the list/,
  ],
] as const)('a list is refused for %s', async (_what, bytes, message) => {
  for (const size of [1, 7, 1 << 20]) {
    const { error } = await refusal({ status: { phase: true } }, (decoders) =>
      readList(decoders, bytes, size),
    );
    expect(String(error)).toMatch(message);
    expect((error as { code?: string }).code).toMatch(/^ERR_(NOT_KUBERNETES|BODY_SIZE)$/);
  }
});

test('a list that is cut anywhere is an error, and never a shorter list', async () => {
  const bytes = podList(pod, pod);
  // The last four bytes are the content type and encoding, both empty.
  for (let end = 0; end < bytes.length - 4; end++) {
    const { error } = await refusal(phase, (decoders) => readList(decoders, bytes.subarray(0, end)));
    expect(error).toMatchObject({ code: 'ERR_BODY_CUT' });
  }
});

test('a watch that is cut inside of an event is an error after the events before it', async () => {
  const first = podEvent('ADDED', pod);
  const bytes = Buffer.concat([first, podEvent('MODIFIED', pod)]);
  for (let end = first.length + 1; end < bytes.length; end++) {
    const decoder = (await decodersOf(phase)).watchDecoder({});
    const events: WatchEvent<KubernetesObject>[] = [];
    decoder.feed(bytes.subarray(0, end), events);
    expect(() => decoder.end(events)).toThrow(expect.objectContaining({ code: 'ERR_WATCH_CUT' }));
    expect(events).toHaveLength(1);
  }
});

test.each([
  ['a length beyond the limit', Buffer.from([0x7f, 0xff, 0xff, 0xff]), /is longer than the 1048576 bytes/],
  ['an empty event', Buffer.alloc(4), /unknown event type/],
  ['an unknown type', podEvent('RENAMED', pod), /unknown event type/],
  [
    'another kind',
    encodeEvent('ADDED', envelope({ apiVersion: 'v1', kind: 'Node' }, Buffer.alloc(0))),
    /expected a Pod, got kind "Node"/,
  ],
  [
    'an object without its prefix',
    encodeEvent('ADDED', Buffer.from('{"kind":"Pod"}')),
    /does not begin with k8s/,
  ],
] as const)('a watch is refused for %s', async (_what, bytes, message) => {
  const { error } = await refusal(phase, (decoders) =>
    readEvents(decoders, Buffer.concat([bytes, Buffer.alloc(8)])),
  );
  expect(error).toMatchObject({
    code: 'ERR_WATCH_DECODE',
    message: expect.stringMatching(message) as string,
  });
});

test('schemas nested too deeply are refused', async () => {
  let schema: Buffer = Buffer.alloc(0);
  for (let level = 0; level < 10_000; level++) schema = field(28, schema);
  const kind = 'CustomResourceDefinition';
  const apiVersion = 'apiextensions.k8s.io/v1';
  const whole = new MessageTypes(await (messageTables[apiVersion] as () => Promise<MessageTable>)()).planOf(
    kind,
    true,
  );
  if (whole === undefined) throw new Error('there is no such kind');
  const bytes = field(2, field(7, field(4, field(1, schema))));
  expect(() => new MessageReader().read(whole, bytes, 0, bytes.length, {})).toThrow(
    /more than 250 nested messages/,
  );
});

test('a message without members of its own may occur any number of times, at linear cost', async () => {
  const one = field(1, field(4, 'arg'));
  const count = 200_000;
  const message = field(2, field(34, Buffer.concat(Array.from({ length: count }, () => one))));
  const bytes = envelope(listType, field(2, message));
  const decoders = await decodersOf({ spec: { ephemeralContainers: true } });
  const decoder = decoders.listDecoder({ name: 'GET https://host/x' });
  decoder.feed(bytes);
  const [read] = decoder.end().items as { spec?: { ephemeralContainers?: { args?: string[] }[] } }[];
  expect(read?.spec?.ephemeralContainers?.[0]?.args).toHaveLength(count);
});

test('of a field that occurs twice, the last one counts', () => {
  const plan = new MessageTypes(metaV1).planOf('ObjectMeta', true);
  if (plan === undefined) throw new Error('there is no ObjectMeta');
  const read = (bytes: Buffer): unknown => new MessageReader().read(plan, bytes, 0, bytes.length, {});
  const once = read(Buffer.alloc(0));
  expect(read(Buffer.concat([field(1, 'a'), field(1, '')]))).toStrictEqual(once);
  expect(read(Buffer.concat([field(1, 'a'), field(1, 'b')]))).toMatchObject({ name: 'b' });
});

test('times are told apart, wherever a reader keeps their texts', () => {
  const plan = new MessageTypes(metaV1).planOf('ObjectMeta', true);
  if (plan === undefined) throw new Error('there is no ObjectMeta');
  const reader = new MessageReader();
  const timeOf = (seconds: number): unknown => {
    const bytes = field(9, Buffer.from([0x08, ...varint(seconds)]));
    return reader.read(plan, bytes, 0, bytes.length, {} as Json)['deletionTimestamp'];
  };
  const seconds = [0, 64, 2 ** 32, 0, 128, 64, 2 ** 32 + 64];
  expect(seconds.map(timeOf)).toEqual(
    seconds.map((time) => new Date(time * 1000).toISOString().replace('.000Z', 'Z')),
  );
});

test('times that a client of protobuf can set become what Go writes', () => {
  const plan = new MessageTypes(metaV1).planOf('ObjectMeta', true);
  if (plan === undefined) throw new Error('there is no ObjectMeta');
  const timeOf = (...seconds: number[]): unknown => {
    const bytes = field(9, Buffer.from([0x08, ...seconds]));
    return new MessageReader().read(plan, bytes, 0, bytes.length, {} as Json)['deletionTimestamp'];
  };
  expect(timeOf(0)).toBe('1970-01-01T00:00:00Z');
  expect(timeOf(...varint(253_402_300_800))).toBe('10000-01-01T00:00:00Z');
  expect(timeOf(...Array.from({ length: 8 }, () => 0xff), 0x7f)).toBe('292277026596-12-04T15:30:07Z');
  expect(timeOf(...Array.from({ length: 9 }, () => 0x80), 1)).toBe('-292277022657-01-27T08:29:52Z');
});

test('mutated bytes are decoded or refused with the errors of JSON', async () => {
  const list = podList(pod, pod);
  const watch = Buffer.concat([podEvent('ADDED', pod), podEvent('MODIFIED', pod)]);
  const decoders = await decodersOf({ metadata: true, spec: true, status: { phase: true } });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
      (changes) => {
        for (const [bytes, read, codes] of [
          [list, readList, /^ERR_(NOT_KUBERNETES|BODY_CUT|BODY_SIZE)$/],
          [watch, readEvents, /^ERR_WATCH_(DECODE|CUT)$/],
        ] as const) {
          const changed = Buffer.from(bytes);
          for (const [at, byte] of changes) changed[at % changed.length] = byte;
          try {
            read(decoders, changed, 64);
          } catch (error) {
            if (!(error instanceof StatusError)) expect((error as { code?: string }).code).toMatch(codes);
          }
        }
      },
    ),
    { numRuns: runs(3000) },
  );
});
