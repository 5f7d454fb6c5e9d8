import { describe, expect, test } from 'vitest';
import { ask, proxied, until } from './fault-proxy.test-support.js';
import { FaultProxy } from './fault-proxy.js';
import { faults } from './fault.js';
import type { Fault } from './fault.js';
import { verbOf, seededRandom } from './rules.js';
import type { RuleOptions } from './rules.js';

const teapot = faults.answer(418);

function plain() {
  return proxied((response) => response.end('ok'));
}

/** Returns the status codes of sequential requests. */
async function statuses(url: string, ...paths: string[]): Promise<(number | undefined)[]> {
  const found = [];
  for (const path of paths) found.push((await ask(url, path).done()).status);
  return found;
}

test.each([
  ['GET', '/api/v1/pods', 'list'],
  ['GET', '/api/v1/namespaces/x/pods?limit=500', 'list'],
  ['HEAD', '/api/v1/pods', 'list'],
  ['GET', '/api/v1/pods?watch=0', 'list'],
  ['GET', '/api/v1/pods?watch=False', 'list'],
  ['GET', '/api/v1/pods?watch=1', 'watch'],
  ['GET', '/api/v1/pods?watch', 'watch'],
  ['GET', '/apis/apps/v1/namespaces/x/deployments?watch=true&sendInitialEvents=false', 'watch'],
  ['GET', '/apis/apps/v1/namespaces/x/deployments?watch=true&sendInitialEvents=true', 'watchList'],
  ['GET', '/api/v1/watch/namespaces/x/pods', 'watch'],
  ['GET', '/api/v1/namespaces/x/pods/web', 'get'],
  ['GET', '/api/v1/namespaces/x/pods/web?watch=1', 'get'],
  ['GET', '/api/v1/namespaces/x/pods/web/log?follow=true', 'get'],
  ['GET', '/api/v1/namespaces', 'list'],
  ['GET', '/api/v1/namespaces/x', 'get'],
  ['GET', '/api/v1/namespaces/x/status', 'get'],
  ['POST', '/api/v1/namespaces/x/pods', 'create'],
  ['PUT', '/api/v1/namespaces/x/finalize', 'update'],
  ['PUT', '/api/v1/namespaces/x/pods/web/status', 'update'],
  ['PATCH', '/apis/example.com/v1/things/a', 'patch'],
  ['DELETE', '/api/v1/namespaces/x', 'delete'],
  ['DELETE', '/api/v1/namespaces/x/pods', 'deleteCollection'],
  ['GET', '/api', 'other'],
  ['GET', '/api/v1', 'other'],
  ['GET', '/apis/apps/v1', 'other'],
  ['GET', '/readyz', 'other'],
  ['OPTIONS', '/api/v1/pods', 'other'],
] as const)('%s %s is %s', (method, target, verb) => {
  const [path = '', query = ''] = target.split('?');
  expect(verbOf(method, path, new URLSearchParams(query))).toBe(verb);
});

describe('which requests a rule matches', () => {
  test.each<[string, RuleOptions, number[]]>([
    ['verbs', { verbs: ['watch', 'get'] }, [200, 200, 418, 418]],
    ['the first page', { page: 'first' }, [418, 200, 200, 200]],
    ['later pages', { page: 'later' }, [200, 418, 200, 200]],
    ['a part of the path', { path: '/pods/' }, [200, 200, 200, 418]],
    ['an expression', { path: /pods$/g }, [418, 418, 418, 200]],
    ['a function', { where: ({ query }) => query.has('limit') }, [418, 418, 200, 200]],
    ['all of these', { verbs: ['list'], where: ({ number }) => number === 2 }, [200, 418, 200, 200]],
  ])('%s', async (_what, options, expected) => {
    await using scene = await plain();
    scene.proxy.inject(teapot, { ...options, times: Infinity });
    expect(
      await statuses(
        scene.proxy.url,
        '/api/v1/pods?limit=5',
        '/api/v1/pods?limit=5&continue=abc',
        '/api/v1/pods?watch=1',
        '/api/v1/namespaces/x/pods/web',
      ),
    ).toEqual(expected);
  });

  test('the first one by default; skip lets some pass', async () => {
    await using scene = await plain();
    scene.proxy.inject(teapot);
    expect(await statuses(scene.proxy.url, '/', '/')).toEqual([418, 200]);
    const rule = scene.proxy.inject(teapot, { skip: 1, times: 2 });
    expect(await statuses(scene.proxy.url, '/', '/', '/', '/')).toEqual([200, 418, 418, 200]);
    expect([rule.taken, rule.hits]).toEqual([2, 2]);
  });

  test('the rule injected first applies; a removed rule does not', async () => {
    await using scene = await plain();
    const one = scene.proxy.inject(faults.answer(500), { times: Infinity });
    const two = scene.proxy.inject(faults.answer(503), { times: Infinity });
    expect(await statuses(scene.proxy.url, '/')).toEqual([500]);
    one.remove();
    expect(await statuses(scene.proxy.url, '/')).toEqual([503]);
    two[Symbol.dispose]();
    expect(await statuses(scene.proxy.url, '/')).toEqual([200]);
    scene.proxy.inject(faults.answer(500), { times: Infinity });
    scene.proxy.heal();
    expect(await statuses(scene.proxy.url, '/')).toEqual([200]);
  });

  test('probability: the same seed picks the same requests, a different seed others', async () => {
    const paths = Array.from({ length: 30 }, () => '/');
    async function run(seed: number): Promise<(number | undefined)[]> {
      await using scene = await proxied((response) => response.end(), { seed });
      scene.proxy.inject(faults.answer(500), { probability: 0.3, times: Infinity });
      scene.proxy.inject(faults.answer(503), { probability: 0.5, times: Infinity });
      return await statuses(scene.proxy.url, ...paths);
    }
    const once = await run(7);
    expect(await run(7)).toEqual(once);
    expect(await run(8)).not.toEqual(once);
    expect(new Set(once)).toEqual(new Set([200, 500, 503]));
  });

  test('random numbers are evenly distributed', () => {
    const random = seededRandom(1);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 10_000; index++) {
      const at = Math.floor(random() * 10);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(900);
    expect(Math.max(...counts)).toBeLessThan(1_100);
  });

  test('a function that throws: 500 with its message, and the proxy keeps working', async () => {
    await using scene = await plain();
    const rule = scene.proxy.inject(teapot, {
      where: () => {
        throw new Error('oh no');
      },
    });
    const seen = await ask(scene.proxy.url, '/').done();
    expect([seen.status, JSON.parse(seen.body)]).toMatchObject([
      500,
      { message: 'where of a rule threw: oh no' },
    ]);
    expect(scene.proxy.requests).toMatchObject([{ failure: 'where of a rule threw: oh no' }]);
    rule.remove();
    expect(await statuses(scene.proxy.url, '/')).toEqual([200]);
  });
});

describe('waiting for a hit', () => {
  test('resolves when the fault happens, not when the request comes', async () => {
    await using scene = await proxied((response) => response.write('12345'));
    const rule = scene.proxy.inject(faults.stall({ afterBytes: 8 }), { times: 2 });
    let hits = 0;
    const waiting = [1, 2].map((count) => rule.hit(count).then(() => hits++));
    using _one = ask(scene.proxy.url, '/');
    using _two = ask(scene.proxy.url, '/');
    await until('both came', () => rule.taken === 2 && scene.origin.seen.length === 2);
    expect([hits, rule.hits]).toEqual([0, 0]);
    for (const { response } of scene.origin.seen) response.write('6789');
    await Promise.all(waiting);
    expect(rule.hits).toBe(2);
    await rule.hit(2);
  });

  test('ends with the signal’s reason, and when the rule is removed', async () => {
    await using scene = await plain();
    const rule = scene.proxy.inject(teapot);
    const enough = new AbortController();
    const first = rule.hit(1, { signal: enough.signal });
    const second = rule.hit();
    enough.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    scene.proxy.heal();
    const message = 'rule "answer 418" was removed after 0 of 1 expected hits';
    await expect(second).rejects.toMatchObject({ code: 'ERR_RULE_REMOVED', message });
    await expect(rule.hit()).rejects.toMatchObject({ code: 'ERR_RULE_REMOVED' });
  });
});

describe('invalid options', () => {
  // JavaScript callers can pass what TypeScript rejects.
  const loose = faults as unknown as Record<string, (options: unknown, more?: unknown) => Fault>;

  test.each([
    ['drop', [{}], 'direction of drop must be one of toClient, toServer, both, got undefined'],
    ['delay', [-1], 'ms of delay must be a number of 0 or more, got -1'],
    ['delay', ['5'], 'ms of delay must be a number of 0 or more, got "5"'],
    ['endAfter', [Infinity], 'ms of endAfter must be a number of 0 or more, got Infinity'],
    ['bandwidth', [0], 'bytesPerSecond of bandwidth must be a whole number of 1 or more, got 0'],
    ['cut', [{ inCharacter: false }], 'inCharacter of cut must be one of true, got false'],
    ['cut', [{}], 'afterBytes of cut must be a whole number of 0 or more, got undefined'],
    ['answer', [99], 'status of answer must be a whole number from 200 to 599, got 99'],
    ['answer', [100], 'status of answer must be a whole number from 200 to 599, got 100'],
    ['answer', [600], 'status of answer must be a whole number from 200 to 599, got 600'],
    ['errorEvent', [600], 'status of errorEvent must be a whole number from 100 to 599, got 600'],
  ])('fault %s(%j)', (kind, args, message) => {
    expect(() => loose[kind]?.(...(args as [unknown]))).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message }) as Error,
    );
  });

  test.each([
    [{ verbs: ['lst'] }, /^verbs of a rule must be one of list, watch, .*, got "lst"$/],
    [{ page: 'second' }, /^page of a rule must be first or later, got "second"$/],
    [{ probability: 2 }, /^probability of a rule must be a number from 0 to 1, got 2$/],
    [new AbortController().signal, /^options of a rule must be an object, got an AbortSignal/],
  ])('rule %j', async (options, message) => {
    await using scene = await plain();
    expect(() => scene.proxy.inject(teapot, options as RuleOptions)).toThrow(
      expect.objectContaining({
        code: 'ERR_OPTION',
        message: expect.stringMatching(message) as string,
      }) as Error,
    );
    expect(await statuses(scene.proxy.url, '/api/v1/pods')).toEqual([200]);
  });

  test('a hand-written fault is validated too', async () => {
    await using scene = await plain();
    const broken = [
      [{ kind: 'explode', name: 'x' }, /^kind of the fault must be one of reset, .* got "explode"$/],
      [undefined, /^kind of the fault .* got undefined$/],
      [{ ...faults.reset(), afterBytes: -1 }, /^afterBytes of reset/],
    ] as const;
    for (const [fault, message] of broken) {
      const wrong = fault as Fault;
      expect(() => scene.proxy.inject(wrong)).toThrow(message);
      expect(() => scene.proxy.applyNow(wrong)).toThrow(message);
    }
    expect(() => scene.proxy.applyNow(teapot)).toThrow(
      'fault of applyNow must be one for a request under way, got "answer 418"',
    );
    expect(() => scene.proxy.applyNow(faults.reset(), { page: 'x' as 'first' })).toThrow(
      /^page of applyNow must be/,
    );
  });

  test.each([
    [
      { target: { host: 'nowhere' } },
      'host of the target must be an http or https URL, got (7 characters, not shown)',
    ],
    [{ target: { host: 'ftp://x' } }, 'host of the target must be an http or https URL, got "ftp://x"'],
    [
      { target: { host: 'http://x', proxyUrl: 'http://y' } },
      'proxyUrl of the target must be absent: the fault proxy connects to the server itself',
    ],
    [{ target: { host: 'http://x' }, seed: -1 }, 'seed of a FaultProxy must be a whole number of 0 or more'],
    [{ target: { host: 'http://x' }, port: 0.5 }, 'port of a FaultProxy must be a whole number'],
    [{ target: { host: 'http://x' }, clock: {} }, 'clock of a FaultProxy must have the methods now'],
    [
      { target: { host: 'http://x' }, tls: { cert: 'a', key: 'b' } },
      'tls of a FaultProxy must be a PEM certificate and its key',
    ],
    [
      { target: { host: 'https://x', tls: { ca: { file: '/nowhere' } } } },
      'certificate authority file "/nowhere" cannot be read: ENOENT',
    ],
  ])('start with %j', async (options, message) => {
    await expect(FaultProxy.start(options as Parameters<typeof FaultProxy.start>[0])).rejects.toThrow(
      message,
    );
  });
});
