import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  CelList,
  CelMap,
  CelType,
  compile,
  Duration,
  EvaluationError,
  isBytes,
  newPatchLibraries,
  Optional,
  storedExpressionLibraries,
  Timestamp,
  Uint,
  unlimited,
} from '../index.js';
import type { CelError, CelValue } from '../index.js';
import { formatTimestamp } from '../times.js';
import { CidrValue, IpValue } from './addresses.js';
import { FormatValue } from './named-formats.js';
import { QuantityValue } from './quantity.js';
import { SemverValue } from './semver.js';
import { UrlValue } from './urls.js';

/** What kube-apiserver 1.37 answered; made from test/conformance/cel/library-expressions.mjs. */
interface Recorded {
  readonly expr: string;
  readonly value?: unknown;
  readonly error?: string;
  readonly compile?: string;
  readonly program?: string;
  readonly cost?: number;
  readonly min?: string;
  readonly max?: string;
}

const recorded: Recorded[] = gunzipSync(
  readFileSync(new URL('../../../../../test/conformance/cel/libraries.jsonl.gz', import.meta.url)),
)
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

function shown(value: CelValue | CelError): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return { int: String(value) };
  if (typeof value === 'number') return { double: value };
  if (value instanceof Uint) return { uint: String(value.value) };
  if (isBytes(value)) return { bytes: Buffer.from(value).toString('hex') };
  if (value instanceof Duration) return { duration: String(value.nanoseconds) };
  if (value instanceof Timestamp) return { timestamp: formatTimestamp(value) };
  if (value instanceof Optional) return { optional: value.value === undefined ? [] : [shown(value.value)] };
  if (value instanceof CelType) return { type: value.name };
  if (value instanceof CelList) return Array.from(value, shown);
  if (value instanceof CelMap) {
    const entries = Array.from(value.keys(), (key) => [shown(key), shown(value.get(key))]);
    return { map: entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)) };
  }
  if (value instanceof IpValue) return { ip: String(value) };
  if (value instanceof CidrValue) return { cidr: String(value) };
  if (value instanceof UrlValue) return { url: String(value) };
  if (value instanceof FormatValue) return { format: value.name };
  // Their texts are not part of CEL: what they are is seen by comparing them.
  if (value instanceof QuantityValue) return 'quantity';
  if (value instanceof SemverValue) return 'semver';
  return typeof value;
}

/** The recorded value in the form of `shown`. */
function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  if ('double' in value) return { double: Number(String(value.double).replace('Inf', 'Infinity')) };
  if ('quantity' in value) return 'quantity';
  if ('semver' in value) return 'semver';
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, expected(part)]));
}

function answer(expression: string): Partial<Recorded> {
  const compiled = compile(expression, { variables: {}, libraries: newPatchLibraries });
  if (compiled.issues !== undefined) return { compile: compiled.text };
  const { min, max } = compiled.program.estimate(() => undefined);
  const estimated = { min: count(min), max: count(max) };
  try {
    const { value, cost } = compiled.program.evaluate({});
    return { ...estimated, value: shown(value), cost };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { ...estimated, error: error.message, cost: error.cost };
  }
}

/** The largest numbers are compared as the doubles that they are here. */
function count(value: number): string {
  return value >= unlimited ? '18446744073709551615' : String(BigInt(value));
}

function sameCount(text: string): string {
  return count(Number(text));
}

test('answers, costs and estimates are those of the API server', () => {
  const different: string[] = [];
  for (const { expr, ...theirs } of recorded) {
    const ours = answer(expr);
    const wanted: Partial<Recorded> = {};
    if (theirs.compile !== undefined)
      Object.assign(wanted, { compile: `compilation failed: ${theirs.compile}` });
    else if (theirs.program !== undefined)
      Object.assign(wanted, { compile: `program instantiation failed: ${theirs.program}` });
    else {
      // What a call costs that no overload takes is not compared.
      const cost = theirs.error?.startsWith('no such overload: ') === true ? ours.cost : theirs.cost;
      const estimated = { min: sameCount(theirs.min ?? '0'), max: sameCount(theirs.max ?? '0') };
      Object.assign(wanted, estimated, { cost });
      Object.assign(
        wanted,
        theirs.error === undefined ? { value: expected(theirs.value) } : { error: theirs.error },
      );
    }
    if (!isDeepStrictEqual(ours, wanted)) {
      different.push(`${expr}\n  ours   ${JSON.stringify(ours)}\n  theirs ${JSON.stringify(wanted)}`);
    }
  }
  expect(different.slice(0, 20)).toEqual([]);
});

test('stored expressions may also use what the next version allows to write', () => {
  const expression = '[1].includes(1)';
  expect(compile(expression, { variables: {} }).issues).toBeDefined();
  expect(compile(expression, { variables: {}, libraries: storedExpressionLibraries }).issues).toBeUndefined();
});
