import fc from 'fast-check';

/*
 * JSON texts of API objects that a reader may get wrong: `__proto__`, names given twice, escapes in keys, lone surrogates,
 * numbers at the edges of doubles, wrong types in every field, deep nesting. All of them are valid JSON.
 *
 * Texts, not values: JSON.stringify would write most of this away. The same seed gives the same texts.
 */

type Text = fc.Arbitrary<string>;

const numbers = [
  '0',
  '-0',
  '-0.0',
  '-0e0',
  '0e-7',
  '1e400',
  '-1e400',
  '5e-324',
  '2e-324',
  '-1e-400',
  '1.7976931348623157e308',
  '1.7976931348623159e308',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '18446744073709551615',
  '18446744073709551616',
  '4194303',
  '4194304',
  '1e2',
  '1E+2',
  '1.0',
  '0.1',
  `${'9'.repeat(400)}`,
  `0.${'0'.repeat(330)}1`,
  `1${'0'.repeat(25)}`,
];

/** A number at an edge of what doubles hold. */
export const hostileNumber: Text = fc.oneof(fc.constantFrom(...numbers), fc.integer().map(String));

const strings = [
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\ud83d\\ude00"',
  '"😀"',
  '"\\uFFFF"',
  '"\uFEFF"',
  '"\u2028\u2029"',
  '"\u007f\u009b"',
  '"\\u001b[2J"',
  '"\\/"',
  '"\\"\\\\"',
  '"\\\\"',
  '"}],{"',
  '"\\n"',
  '"__proto__"',
  '"a/b"',
  '"managedFields"',
];

/** A string with content that is difficult for decoders. */
export const hostileString: Text = fc.oneof(
  fc.constantFrom(...strings),
  fc.string({ unit: 'binary', maxLength: 20 }).map((value) => JSON.stringify(value)),
  fc.nat(300).map((length) => `"${'x'.repeat(length)}"`),
);

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'hasOwnProperty',
  'length',
  '',
  '0',
  '1',
  '-1',
  'metadata',
  'managedFields',
  'items',
  'object',
  'type',
  'kind',
  'apiVersion',
  'name',
];

/** The key as JSON, one of its characters as an escape where `at` is given. */
function keyText(name: string, at: number | undefined): string {
  if (at === undefined || name === '') return JSON.stringify(name);
  const index = at % name.length;
  const code = name.charCodeAt(index).toString(16).padStart(4, '0');
  return `"${name.slice(0, index)}\\u${code}${name.slice(index + 1)}"`;
}

/** Mostly as it is, rarely with an escape. */
function keyOf(name: string): Text {
  return fc.nat(30 * 29).map((dice) => keyText(name, dice < 30 * 28 ? undefined : dice));
}

/** A key of any object. */
export const hostileKey: Text = fc.oneof(
  fc.constantFrom(...names).chain(keyOf),
  fc.stringMatching(/^[a-z]{1,8}$/).map((name) => JSON.stringify(name)),
  hostileString,
);

/** A value inside of so many brackets: arrays, objects or both in turn. */
export function deepText(depth: number, shape: 'arrays' | 'objects' | 'both', inner = '0'): string {
  switch (shape) {
    case 'arrays':
      return '['.repeat(depth) + inner + ']'.repeat(depth);
    case 'objects':
      return '{"d":'.repeat(depth) + inner + '}'.repeat(depth);
    case 'both':
      return '[{"d":'.repeat(depth >> 1) + inner + '}]'.repeat(depth >> 1);
  }
}

/** Deep values: around the limits of the kernels, of recursion, and what JSON.parse still takes. */
export const deepValue: Text = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 20, max: 40 }) },
      { weight: 8, arbitrary: fc.integer({ min: 480, max: 540 }) },
      { weight: 2, arbitrary: fc.constantFrom(2000, 4500, 7000) },
      { weight: 1, arbitrary: fc.constantFrom(20_000, 100_000) },
    ),
    fc.constantFrom('arrays', 'objects', 'both'),
    hostileNumber,
  )
  .map(([depth, shape, inner]) => deepText(depth, shape, inner));

const space: Text = fc.nat(40).map((dice) => (dice < 39 ? '' : dice === 39 ? ' \t' : '\r'));

function objectText(members: readonly (readonly [string, string])[], between: string): string {
  return `{${members.map(([name, value]) => `${between}${name}${between}:${between}${value}`).join(`${between},`)}${between}}`;
}

/** Any value; deep ones are rare. */
export const hostileValue: Text = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'hostile' },
    { weight: 6, arbitrary: hostileString },
    { weight: 6, arbitrary: hostileNumber },
    { weight: 3, arbitrary: fc.constantFrom('null', 'true', 'false', '{}', '[]') },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.array(fc.tuple(hostileKey, tie('value')), { maxLength: 4, depthIdentifier: 'hostile' }),
          space,
        )
        .map(([members, between]) => objectText(members, between)),
    },
    {
      weight: 3,
      arbitrary: fc
        .array(tie('value'), { maxLength: 4, depthIdentifier: 'hostile' })
        .map((values) => `[${values.join()}]`),
    },
  ),
})).value;

/** `good` nearly always; otherwise any value, a deep one at times. */
function mostly(good: Text): Text {
  return fc.nat(299).chain((dice) => (dice < 294 ? good : dice < 299 ? hostileValue : deepValue));
}

const word: Text = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/).map((name) => JSON.stringify(name));

const labels: Text = fc
  .array(fc.tuple(hostileKey, fc.oneof(word, hostileString)), { maxLength: 4 })
  .map((members) => objectText(members, ''));

const owners: Text = fc
  .tuple(word, hostileString)
  .map(([name, uid]) => `[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":${name},"uid":${uid}}]`);

/** Sets that come again and again, long enough to be shared; the last two have a member that each object has for itself. */
const sharedSets: readonly ((inner: string, number: number) => string)[] = [
  (inner) =>
    `{"f:data":{".":${inner},"f:password":{},"f:username":{}},"f:type":{},"f:immutable":{},"f:a":{}}`,
  (inner) =>
    `{"f:data":{".":{},"f:password":{},"f:username":{}},"f:type":${inner},"f:immutable":{},"f:b":{}}`,
  (inner) =>
    `{"f:spec":{"f:template":{"f:spec":{"f:dnsPolicy":{},"f:schedulerName":{},"f:nodeName":${inner}}}}}`,
  (inner) =>
    `{"f:__proto__":{"f:constructor":${inner},"f:toString":{},"f:valueOf":{},"f:hasOwnProperty":{}}}`,
  (inner) =>
    `{"f:a\\u003cb":{"f:long":{},"f:longer":${inner},"f:still\\"longer":{},"f:the\\nlongest":{}},"f:c":{}}`,
  (inner, number) =>
    `{"f:status":{"f:phase":{},"f:podIP":{},"f:conditions":${inner},"f:podIPs":{".":{},"k:{\\"ip\\":\\"${number}\\"}":{}}}}`,
  (inner, number) =>
    `{"f:status":{"f:phase":{},"f:podIPs":{".":{},"k:{\\"ip\\":\\"${number}\\"}":{}},"f:podIPs":${inner},"f:podIP":{}}}`,
];

/** What stands in the numbers that the kernel of field sets writes, and values that it must not take for sets. */
const innerValue: Text = fc.oneof(
  { weight: 200, arbitrary: fc.constant('{}') },
  { weight: 5, arbitrary: fc.integer({ min: 998, max: 1010 }).map(String) },
  { weight: 5, arbitrary: fc.constantFrom('9999', '[1000]', '[1000,{}]', '{"f:spec":1000}', '1e3') },
  { weight: 5, arbitrary: hostileValue },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 120 }).map((depth) => deepText(depth, 'objects', '{}')) },
  { weight: 1, arbitrary: fc.constant(deepText(7000, 'objects', '{}')) },
);

const fieldSet: Text = fc
  .tuple(fc.constantFrom(...sharedSets), innerValue, fc.nat(200))
  .map(([set, inner, number]) => set(inner, number));

const managedFieldsEntry: Text = fc
  .tuple(
    fc.oneof({ weight: 40, arbitrary: fieldSet }, { weight: 1, arbitrary: innerValue }),
    fc.nat(60),
    hostileValue,
  )
  .map(([set, dice, value]) => {
    if (dice === 0) return value;
    const manager = dice === 1 ? value : '"m"';
    const again = dice === 2 ? `,"fieldsV1":${value}` : '';
    return `{"manager":${manager},"operation":"Update","fieldsV1":${set}${again}}`;
  });

const managedFields: Text = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.array(managedFieldsEntry, { maxLength: 3 }).map((entries) => `[${entries.join()}]`),
  },
  {
    weight: 1,
    arbitrary: hostileValue.map(
      (value) => `[{"manager":"m","operation":"Update","fieldsV1":{"f:spec":${value}}}]`,
    ),
  },
);

const metadataFields: readonly (readonly [name: string, value: Text, percent: number])[] = [
  ['namespace', fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: fc.constant('""') }), 80],
  [
    'uid',
    fc.oneof(
      fc.uuid().map((uid) => JSON.stringify(uid)),
      hostileString,
    ),
    70,
  ],
  [
    'resourceVersion',
    fc.oneof(
      fc.nat().map((version) => `"${version}"`),
      fc.constantFrom('""', '"0"', '"007"', '"12345678901234567890"', '"x"'),
    ),
    80,
  ],
  ['generation', fc.oneof(fc.nat(10).map(String), hostileNumber), 50],
  ['creationTimestamp', fc.constantFrom('"2026-01-01T00:00:00Z"', 'null'), 60],
  ['deletionTimestamp', fc.constantFrom('"2026-01-01T00:00:00Z"', 'null'), 10],
  ['labels', labels, 70],
  ['annotations', labels, 50],
  ['ownerReferences', owners, 40],
  ['finalizers', fc.constantFrom('[]', '["a/b"]', 'null'), 20],
  ['generateName', hostileString, 20],
  ['managedFields', managedFields, 50],
];

interface Members {
  readonly picked: readonly (readonly [string, string])[];
  readonly between: string;
  readonly order: readonly number[];
  readonly twice: number;
}

/** Members in some order, one of them twice at times. */
function assembled({ picked, between, order, twice }: Members): string {
  const members = picked
    .map((member, index) => ({ member, place: order[index] ?? 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ member }) => member);
  const again = picked[twice];
  if (again !== undefined) members.push([again[0], again[1] === '"b"' ? '"c"' : '"b"']);
  return objectText(members, between);
}

function membersOf(
  fields: readonly (readonly [name: string, value: Text, percent: number])[],
  more: number,
): Text {
  const picks = fields.map(([name, value, percent]) =>
    fc
      .nat(99)
      .chain((dice) => (dice < percent ? fc.tuple(keyOf(name), mostly(value)) : fc.constant(undefined))),
  );
  return fc
    .record({
      known: fc.tuple(...picks),
      unknown: fc.array(fc.tuple(hostileKey, mostly(hostileValue)), { maxLength: more }),
      between: space,
      order: fc.oneof(
        { weight: 2, arbitrary: fc.constant<number[]>([]) },
        { weight: 1, arbitrary: fc.array(fc.nat(100), { maxLength: 20 }) },
      ),
      twice: fc.nat(300),
    })
    .map(({ known, unknown, between, order, twice }) =>
      assembled({
        picked: [...known.filter((member) => member !== undefined), ...unknown],
        between,
        order,
        twice,
      }),
    );
}

const metadata = membersOf(
  [
    ['name', fc.oneof({ weight: 20, arbitrary: word }, { weight: 1, arbitrary: hostileString }), 98],
    ...metadataFields,
  ],
  1,
);

/** An API object, as an item of a list or the object of an event. */
export const hostileObject: Text = membersOf(
  [
    ['kind', fc.constantFrom('"Pod"', '"Secret"', '""', '"😀"'), 60],
    ['apiVersion', fc.constantFrom('"v1"', '"apps/v1"', '""'), 60],
    ['metadata', metadata, 98],
    ['spec', hostileValue, 60],
    ['status', hostileValue, 40],
  ],
  1,
);

/** A line of a watch, without its line end. */
export const hostileEvent: Text = fc
  .tuple(fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'), hostileObject, space, fc.nat(20))
  .map(([type, object, between, dice]) =>
    objectText(
      dice === 20
        ? [
            ['"object"', object],
            ['"more"', '{"a":[1]}'],
            ['"type"', `"${type}"`],
          ]
        : [
            ['"type"', `"${type}"`],
            ['"object"', object],
          ],
      between,
    ),
  );

/** The whole body of a list: its type before its items, as a Go server writes it, or behind. */
export function listBody(items: readonly string[], typeLast = false): Buffer {
  const type = '"kind":"PodList","apiVersion":"v1"';
  const list = `"items":[${items.join()}]`;
  const head = '"metadata":{"resourceVersion":"5"}';
  return Buffer.from(typeLast ? `{${head},${list},${type}}` : `{${type},${head},${list}}`);
}

/** The whole body of a watch. */
export function watchBody(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

/** The text with what it repeats counted, for messages: thousands of brackets show no more than their number. */
export function squeezed(text: string): string {
  return text.replaceAll(
    /(.{1,8}?)\1{9,}/g,
    (all: string, part: string) => `${part}×${all.length / part.length}`,
  );
}

/**
 * Where two values differ that JSON.parse may have made, or objects that read as such: a path, or undefined if they are equal.
 * Distinguishes 0 from -0, compares the order of keys, and takes any depth.
 */
export function difference(left: unknown, right: unknown): string | undefined {
  const open: { readonly a: unknown; readonly b: unknown; readonly path: Path | undefined }[] = [
    { a: left, b: right, path: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { a, b, path } = next;
    if (Object.is(a, b)) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
      return `${textOf(path)}: ${shown(a)} is not ${shown(b)}`;
    if (Array.isArray(a) !== Array.isArray(b)) return `${textOf(path)}: only one is an array`;
    const keys = Object.keys(a);
    const others = Object.keys(b);
    if (keys.length !== others.length || keys.some((name, index) => name !== others[index]))
      return `${textOf(path)}: keys ${shown(keys)} are not ${shown(others)}`;
    for (const name of keys)
      open.push({ a: Reflect.get(a, name), b: Reflect.get(b, name), path: { name, parent: path } });
  }
  return undefined;
}

interface Path {
  readonly name: string;
  readonly parent: Path | undefined;
}

function textOf(path: Path | undefined): string {
  const names: string[] = [];
  for (let at = path; at !== undefined && names.length < 30; at = at.parent) names.unshift(at.name);
  return `/${names.join('/')}`;
}

function shown(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return 'an object';
  return typeof value === 'string' || Array.isArray(value)
    ? JSON.stringify(value).slice(0, 200)
    : String(value);
}
