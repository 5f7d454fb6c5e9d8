import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { network } from '../rest/fixtures/server.test-support.js';
import { KubeInformersError } from '../util/errors.js';
import { errorOfEvent } from './error-event.js';
import {
  StatusError,
  hasStatusCause,
  isConflict,
  isExpired,
  isTooLargeResourceVersion,
  isUnexpectedServerError,
  reasonForError,
  suggestsClientDelay,
} from './errors.js';
import { mapStatusTexts, statusOf } from './status-shape.js';
import type { Status } from './types.js';

const { serve, client } = network();

/** Any JSON, with the fields of a Status more often than by chance. */
const anyValue = fc.jsonValue({ maxDepth: 3 });
const fields = (names: readonly string[], values: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.record(Object.fromEntries(names.map((name) => [name, values])), { requiredKeys: [] });
const causes = fc.oneof(
  anyValue,
  fc.array(fc.oneof(anyValue, fields(['reason', 'message', 'field'], anyValue))),
);
const details = fc.oneof(
  anyValue,
  fields(['name', 'group', 'kind', 'uid', 'retryAfterSeconds'], anyValue).chain((some) =>
    causes.map((list) => ({ ...some, causes: list })),
  ),
);
const anyStatus = fc
  .tuple(
    fields(['metadata', 'status', 'message', 'reason', 'code', 'other', '__proto__'], anyValue),
    fc.option(details, { nil: undefined }),
    fc.constantFrom('Failure', 'Success', undefined),
  )
  .map(([some, odd, status]): unknown => ({
    kind: 'Status',
    apiVersion: 'v1',
    ...some,
    ...(odd === undefined ? {} : { details: odd }),
    ...(status === undefined ? {} : { status }),
  }));

/** Calls everything that the library and its users read from an error. */
function askAll(error: unknown): void {
  for (const ask of [isConflict, isExpired, isTooLargeResourceVersion, isUnexpectedServerError]) ask(error);
  hasStatusCause(error, 'ResourceVersionTooLarge');
  reasonForError(error);
  const seconds = suggestsClientDelay(error);
  if (seconds !== undefined) expect(seconds).toBeGreaterThanOrEqual(0);
}

function wellFormed({ status }: StatusError): void {
  for (const text of [status.kind, status.status, status.message, status.reason])
    expect(['string', 'undefined']).toContain(typeof text);
  for (const cause of status.details?.causes ?? [])
    for (const text of Object.values(cause)) expect(typeof text).toBe('string');
  for (const count of [status.code, status.details?.retryAfterSeconds])
    if (count !== undefined) expect(Number.isInteger(count) && count >= 0 && count < 2 ** 31).toBe(true);
}

test('any JSON as a Status is a StatusError with fields of the right types', () => {
  fc.assert(
    fc.property(fc.oneof(anyStatus, anyValue), (value) => {
      for (const error of [new StatusError(value as Status), errorOfEvent(value)]) {
        askAll(error);
        wellFormed(error);
        expect(typeof error.message).toBe('string');
        expect(error.message).not.toBe('');
        expect(typeof error.statusCode).toBe('number');
        expect(typeof error.reason).toBe('string');
      }
    }),
    { numRuns: 2000 },
  );
});

test(
  'any JSON as a Status from a server rejects with an error of this library',
  { timeout: 60_000 },
  async () => {
    let body = '';
    let code = 200;
    const server = await serve((_request, response) => {
      response.writeHead(code, { 'content-type': 'application/json' }).end(body);
    });
    const rest = client({ host: server.url });
    await fc.assert(
      fc.asyncProperty(anyStatus, fc.constantFrom(200, 404, 409, 504), async (value, answered) => {
        body = JSON.stringify(value);
        code = answered;
        const call = { path: '/api/v1/pods', maxRetries: 0 };
        const asks = [
          () => rest.request({ ...call, method: 'GET' }),
          () => rest.list(call),
          () => rest.watch(call).then((watch) => watch.nextBatch()),
        ];
        for (const ask of asks) {
          const error: unknown = await ask().then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          if (error === undefined) continue;
          expect(error).toBeInstanceOf(KubeInformersError);
          askAll(error);
        }
      }),
      { numRuns: 150 },
    );
  },
);

test.each([
  null,
  'text',
  7,
  { reason: 'x' },
  [null],
  [null, 'x', [], { reason: 'Kept', message: 5 }],
  [{ reason: { deep: true } }],
])('details.causes %j does not cause a TypeError', (odd) => {
  const answer = JSON.stringify({ code: 504, reason: 'Timeout', details: { causes: odd } });
  const error = new StatusError(JSON.parse(answer) as Status);
  expect(isTooLargeResourceVersion(error)).toBe(false);
  expect(hasStatusCause(error, 'Kept')).toBe(JSON.stringify(odd).includes('Kept'));
});

describe('statusOf', () => {
  const full: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: { selfLink: '/x', resourceVersion: '5', continue: 'abc', remainingItemCount: 3 },
    status: 'Failure',
    message: 'no',
    reason: 'Conflict',
    details: {
      name: 'a',
      group: 'apps',
      kind: 'deployments',
      uid: 'u',
      causes: [{ reason: 'FieldValueInvalid', message: 'bad', field: 'spec' }],
      retryAfterSeconds: 5,
    },
    code: 409,
  };

  test('keeps every field of a well-formed Status, in the order of the wire', () => {
    expect(JSON.stringify(statusOf(full))).toBe(JSON.stringify(full));
  });

  test.each([
    ['code', '404'],
    ['code', -1],
    ['code', 404.5],
    ['code', 2 ** 31],
    ['message', ['no']],
    ['metadata', null],
    ['metadata', []],
    ['details', 'text'],
    ['status', true],
  ])('leaves out %s: %j', (name, value) => {
    const { [name as keyof Status]: _, ...rest } = full;
    expect(statusOf({ ...full, [name]: value })).toEqual(rest);
  });

  test.each([-5, '5', 1e300, 0.5])('leaves out details.retryAfterSeconds: %j', (seconds) => {
    const odd = statusOf({ code: 429, details: { name: 'a', retryAfterSeconds: seconds } });
    expect(odd).toEqual({ code: 429, details: { name: 'a' } });
    expect(suggestsClientDelay(new StatusError(odd))).toBeUndefined();
  });

  test('maps every string of a Status and nothing else', () => {
    const mapped = JSON.stringify(mapStatusTexts(full, () => 'T'));
    expect(mapped).toBe(JSON.stringify(full).replaceAll(/:"[^"]*"/g, ':"T"'));
  });
});
