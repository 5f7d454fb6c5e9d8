import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { FakeClock, settle } from '@kube-informers/testing';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applyJsonPatch } from '../../../testing/src/apiserver/patch/json-patch.js';
import { rememberingLogger } from '../kubeconfig/fixtures.test-support.js';
import { autoscalingV1 } from '../resources/autoscaling-v1.js';
import { coreV1 } from '../resources/core-v1.js';
import { equalDeep } from '../util/json-values.js';
import { jsonPatch } from './admission.js';
import { DeniedError, FieldError } from './errors.js';
import { Webhooks } from './webhooks.js';
import {
  ask,
  certificates,
  conversionReview,
  pair,
  patchIn,
  post,
  review,
  serve,
  website,
  websites,
} from './webhooks.test-support.js';
import type { Website } from './webhooks.test-support.js';
import { makeCertificate } from './x509.js';

const quiet = (): Webhooks => new Webhooks({ certificates });
const created = review({ object: website({ replicas: 3 }) });
const updated = review({
  operation: 'UPDATE',
  object: website({ replicas: 3 }),
  oldObject: website({ replicas: 2 }),
});
const deleted = review({ operation: 'DELETE', oldObject: website({ replicas: 2 }) });

describe('validate', () => {
  test('a handler gets the objects of its operation, the user and the circumstances', async () => {
    const calls: object[] = [];
    const webhooks = quiet().validate(websites, {
      create: (call) => void calls.push(call),
      update: (call) => void calls.push(call),
      delete: (call) => void calls.push(call),
    });
    for (const body of [created, updated, deleted])
      expect((await ask(webhooks, 'validate', body)).response).toEqual({ uid: 'u-1', allowed: true });
    const common = {
      name: 'shop',
      namespace: 'default',
      user: { username: 'jane', uid: '', groups: ['system:authenticated'], extra: {} },
      dryRun: false,
    };
    const [object, oldObject] = [website({ replicas: 3 }), website({ replicas: 2 })];
    expect(calls).toMatchObject([
      { ...common, operation: 'CREATE', object },
      { ...common, operation: 'UPDATE', object, oldObject },
      { ...common, operation: 'DELETE', oldObject },
    ]);
  });

  test('an operation without a handler is allowed', async () => {
    const webhooks = quiet().validate(websites, {
      delete: () => {
        throw new DeniedError('stays');
      },
    });
    expect((await ask(webhooks, 'validate', created)).response).toEqual({ uid: 'u-1', allowed: true });
  });

  test('a function checks creates and updates', async () => {
    const seen: string[] = [];
    const webhooks = quiet().validate(websites, ({ operation, object }) => {
      seen.push(`${operation} ${object.spec?.replicas}`);
    });
    for (const body of [created, updated, deleted]) await ask(webhooks, 'validate', body);
    expect(seen).toEqual(['CREATE 3', 'UPDATE 3']);
  });

  test('a FieldError becomes the cause of a 422, worded as the API words it', async () => {
    const webhooks = quiet().validate(websites, ({ object }) => {
      throw new FieldError('spec.replicas', 'must be at most 2', object.spec?.replicas);
    });
    const { response } = await ask(webhooks, 'validate', created);
    expect(response).toMatchObject({
      uid: 'u-1',
      allowed: false,
      status: {
        code: 422,
        reason: 'Invalid',
        message: 'Website.example.com "shop" is invalid: spec.replicas: Invalid value: 3: must be at most 2',
        details: {
          name: 'shop',
          group: 'example.com',
          kind: 'Website',
          causes: [
            {
              reason: 'FieldValueInvalid',
              field: 'spec.replicas',
              message: 'Invalid value: 3: must be at most 2',
            },
          ],
        },
      },
    });
  });

  test('several FieldErrors are returned; one without a value is a required field', async () => {
    const webhooks = quiet().validate(websites, {
      create: async () => [
        new FieldError('spec.url', 'is needed'),
        new FieldError('spec.tags', 'none', [], 'FieldValueForbidden'),
      ],
      update: () => [],
    });
    const { response } = await ask(webhooks, 'validate', created);
    expect(response.status?.details?.causes).toEqual([
      { reason: 'FieldValueRequired', field: 'spec.url', message: 'Required value: is needed' },
      { reason: 'FieldValueForbidden', field: 'spec.tags', message: 'Forbidden: none' },
    ]);
    expect((await ask(webhooks, 'validate', updated)).response.allowed).toBe(true);
  });

  test('a DeniedError is a 403', async () => {
    const webhooks = quiet().validate(websites, {
      delete: ({ user }) => {
        throw new DeniedError(`${user.username} may not`);
      },
    });
    expect((await ask(webhooks, 'validate', deleted)).response.status).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: 'websites.example.com "shop" is forbidden: jane may not',
    });
  });

  test.each([
    [
      'an error',
      () => {
        throw new Error('boom\u001b');
      },
      'boom\\u001b',
    ],
    ['a rejection with a text', () => Promise.reject('boom' as unknown as Error), 'boom'],
    ['null', () => Promise.reject(null as unknown as Error), 'null'],
    [
      'a FieldError with a value that has a cycle',
      () => {
        const value: { self?: unknown } = {};
        value.self = value;
        throw new FieldError('spec.url', 'is wrong', value);
      },
      'its reason cannot be written',
    ],
    [
      'an error without a message',
      () => {
        throw Object.assign(new Error('boom'), { message: undefined });
      },
      'its reason cannot be written',
    ],
    ['a wrong verdict', () => 'no', 'the handler must return nothing or a list of FieldErrors, got "no"'],
  ])('%s refuses the request with the name of the handler', async (_name, handler, problem) => {
    const logger = rememberingLogger();
    const webhooks = new Webhooks({ certificates, logger }).validate(websites, { create: handler as never });
    const { code, response } = await ask(webhooks, 'validate', created);
    expect(code).toBe(200);
    expect(response).toMatchObject({
      uid: 'u-1',
      allowed: false,
      status: {
        code: 500,
        message: `Internal error occurred: validate websites.v1.example.com failed for CREATE: ${problem}`,
      },
    });
    expect(webhooks.stats().handlers['validate websites.v1.example.com']).toMatchObject({
      allowed: 0,
      refused: 0,
      failed: 1,
    });
  });

  test('warnings are answered whether the request is allowed or not', async () => {
    const webhooks = quiet().validate(websites, {
      create: ({ warn }) => warn('old field'),
      update: ({ warn }) => {
        warn('one');
        warn('two');
        throw new DeniedError('no');
      },
    });
    expect((await ask(webhooks, 'validate', created)).response.warnings).toEqual(['old field']);
    expect((await ask(webhooks, 'validate', updated)).response.warnings).toEqual(['one', 'two']);
  });

  test('a subresource has handlers of its own, for the object that it has', async () => {
    const seen: string[] = [];
    const webhooks = quiet()
      .validate(websites, () => void seen.push('object'))
      .validate(websites, ({ object }) => void seen.push(`status ${object.status?.ready}`), {
        subresource: 'status',
      })
      .validate(websites, ({ object }) => void seen.push(`scale ${object.spec?.replicas}`), {
        subresource: 'scale',
      })
      .validate(
        coreV1.serviceAccounts,
        ({ object }) => void seen.push(`token ${String(object.spec?.audiences)}`),
        {
          subresource: 'token',
        },
      )
      .validate(
        coreV1.pods,
        { connect: ({ object }) => void seen.push(`exec ${String(object['command'])}`) },
        { subresource: 'exec' },
      );
    const status = { ...website({}), status: { ready: 2 } };
    const scale = {
      apiVersion: autoscalingV1.horizontalPodAutoscalers.apiVersion,
      kind: 'Scale',
      spec: { replicas: 5 },
    };
    const exec = { apiVersion: 'v1', kind: 'PodExecOptions', command: ['sh'] };
    await ask(
      webhooks,
      'validate',
      review({ operation: 'UPDATE', object: status, oldObject: status, subResource: 'status' }),
    );
    await ask(
      webhooks,
      'validate',
      review({
        operation: 'UPDATE',
        kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
        object: scale,
        oldObject: scale,
        subResource: 'scale',
      }),
    );
    await ask(
      webhooks,
      'validate',
      review({
        kind: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
        resource: { group: '', version: 'v1', resource: 'serviceaccounts' },
        subResource: 'token',
        object: {
          apiVersion: 'authentication.k8s.io/v1',
          kind: 'TokenRequest',
          spec: { audiences: ['shop'] },
        },
      }),
    );
    await ask(
      webhooks,
      'validate',
      review({
        operation: 'CONNECT',
        kind: { group: '', version: 'v1', kind: 'PodExecOptions' },
        resource: { group: '', version: 'v1', resource: 'pods' },
        subResource: 'exec',
        object: exec,
      }),
    );
    expect(seen).toEqual(['status 2', 'scale 5', 'token shop', 'exec sh']);
  });

  test('handlers may be methods', async () => {
    class Rules {
      readonly most = 2;
      create({ object }: { object: Website }): FieldError[] {
        return (object.spec?.replicas ?? 0) > this.most
          ? [new FieldError('spec.replicas', 'too many', 3)]
          : [];
      }
    }
    const rules = new Rules();
    const webhooks = quiet().validate(websites, { create: (call) => rules.create(call) });
    expect((await ask(webhooks, 'validate', created)).response.allowed).toBe(false);
  });
});

describe('mutate', () => {
  test('answers with the patch that makes the returned object', async () => {
    const webhooks = quiet().mutate(websites, ({ object }) => ({
      ...object,
      metadata: { ...object.metadata, labels: { 'a/b~c': 'x' } },
      spec: { ...object.spec, replicas: 1, url: undefined, tags: ['a'] },
    }));
    const answer = await ask(webhooks, 'mutate', review({ object: website({ replicas: 3, url: 'x' }) }));
    expect(answer.response).toMatchObject({ uid: 'u-1', allowed: true, patchType: 'JSONPatch' });
    expect(patchIn(answer)).toEqual([
      { op: 'add', path: '/metadata/labels', value: { 'a/b~c': 'x' } },
      { op: 'replace', path: '/spec/replicas', value: 1 },
      { op: 'remove', path: '/spec/url' },
      { op: 'add', path: '/spec/tags', value: ['a'] },
    ]);
  });

  test('the object may be changed in place; an object that did not change has no patch', async () => {
    const webhooks = quiet().mutate(websites, {
      create: ({ object }) => {
        object.spec = { replicas: 9 };
        return object;
      },
      update: ({ object }) => object,
    });
    expect(patchIn(await ask(webhooks, 'mutate', created))).toEqual([
      { op: 'replace', path: '/spec/replicas', value: 9 },
    ]);
    expect((await ask(webhooks, 'mutate', updated)).response).toEqual({ uid: 'u-1', allowed: true });
    expect((await ask(webhooks, 'mutate', deleted)).response).toEqual({ uid: 'u-1', allowed: true });
  });

  test('apiVersion, kind and metadata stay, whatever the handler does with those of the object', async () => {
    const webhooks = quiet().mutate(websites, {
      create: ({ object }) => {
        Object.assign(object, { apiVersion: 'example.com/v2', kind: undefined });
        return object;
      },
      update: ({ object }) => ({ spec: { ...object.spec, url: 'x' } }),
    });
    expect(patchIn(await ask(webhooks, 'mutate', created))).toBeUndefined();
    expect(patchIn(await ask(webhooks, 'mutate', updated))).toEqual([
      { op: 'add', path: '/spec/url', value: 'x' },
    ]);
  });

  test('a FieldError refuses; a handler that returns nothing, or what JSON has not, is named', async () => {
    const returns = async (value: unknown): Promise<string | undefined> => {
      const webhooks = quiet().mutate(websites, { create: () => value as never });
      return (await ask(webhooks, 'mutate', created)).response.status?.message;
    };
    const failed = 'Internal error occurred: mutate websites.v1.example.com failed for CREATE:';
    expect(await returns(undefined)).toBe(`${failed} the handler must return the object, got undefined`);
    expect(await returns([])).toBe(`${failed} the handler must return the object, got a list`);
    expect(await returns({ spec: { replicas: Number.NaN } })).toBe(
      `${failed} the returned object: spec.replicas is NaN; JSON has no such number`,
    );
    const refusing = quiet().mutate(websites, () => {
      throw new FieldError('spec.url', 'must be set');
    });
    expect((await ask(refusing, 'mutate', created)).response.status?.code).toBe(422);
  });

  test('an integer that a double does not hold stays as it is', async () => {
    const webhooks = quiet().mutate(websites, ({ object }) => ({
      ...object,
      spec: { ...object.spec, url: 'y' },
    }));
    const body = created.toString().replace('"replicas":3', '"replicas":9007199254740993');
    expect(patchIn(await ask(webhooks, 'mutate', Buffer.from(body)))).toEqual([
      { op: 'add', path: '/spec/url', value: 'y' },
    ]);
  });

  test('a patch makes the one value of JSON of the other', () => {
    const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [before, after] = [
          { a, '~/': b, same: a },
          { a: b, '~/': b, more: [a, b] },
        ];
        const patched = applyJsonPatch(structuredClone(before), jsonPatch(before, after));
        expect(equalDeep(patched, after)).toBe(true);
      }),
    );
  });
});

describe('a review decides, and not the path', () => {
  test.each([
    [
      'another resource',
      review({ resource: { group: 'example.com', version: 'v2', resource: 'websites' } }),
      'no handler for validate of "websites.v2.example.com": there are validate websites.v1.example.com, validate websites.v1.example.com/scale',
    ],
    [
      'another kind',
      review({ kind: { group: 'example.com', version: 'v1', kind: 'Blog' }, object: website({}) }),
      'request.kind.kind must be Website, got "Blog"',
    ],
    [
      'an object of another kind',
      review({ object: { ...website({}), kind: 'Blog' } }),
      'request.object must be a Website, got "Blog"',
    ],
    [
      'an object of another version',
      review({ object: { ...website({}), apiVersion: 'example.com/v2' } }),
      'request.object must be of example.com/v1, got "example.com/v2"',
    ],
    [
      'a Website as the scale of one',
      review({ subResource: 'scale', object: website({}) }),
      'request.kind.kind must be Scale, got "Website"',
    ],
    ['a create without an object', review({}), 'request.object is missing'],
    [
      'an update without the old object',
      review({ operation: 'UPDATE', object: website({}) }),
      'request.oldObject is missing',
    ],
    [
      'an old version of the review',
      Buffer.from(created.toString().replace('admission.k8s.io/v1', 'admission.k8s.io/v1beta1')),
      'apiVersion must be admission.k8s.io/v1, got "admission.k8s.io/v1beta1": list only v1 in admissionReviewVersions',
    ],
    [
      'a conversion',
      conversionReview('example.com/v1', []),
      'kind must be AdmissionReview, got "ConversionReview"',
    ],
    ['no JSON', Buffer.from('{"a'), 'the body is not valid JSON (3 bytes), expected an AdmissionReview'],
    ['a number for the uid', review({ uid: 5 }), 'request.uid must be a string, got a value of type number'],
  ])('%s is refused with 400', async (_name, body, message) => {
    const webhooks = quiet()
      .validate(websites, () => undefined)
      .validate(websites, () => undefined, { subresource: 'scale' });
    expect(await ask(webhooks, 'validate', body)).toEqual({ code: 400, response: {}, message });
  });
});

describe('limits', () => {
  test('a handler that takes too long is given up, and keeps no other request waiting', async () => {
    const clock = new FakeClock();
    let end: () => void = () => undefined;
    let aborted = false;
    const webhooks = new Webhooks({ certificates, clock, maxInFlight: 1 }).validate(websites, {
      create: ({ signal }) => {
        signal.addEventListener('abort', () => (aborted = true));
        return new Promise<void>((resolve) => (end = resolve));
      },
    });
    const counts = () => webhooks.stats().handlers['validate websites.v1.example.com'];
    const late = ask(webhooks, 'validate', created, { timeoutMs: 10_000 });
    expect(await ask(webhooks, 'validate', updated)).toMatchObject({ code: 429 });
    expect(counts()).toMatchObject({ inFlight: 1, timedOut: 0 });
    await clock.advance(10_000);
    expect(await late).toMatchObject({
      code: 504,
      message: 'Timeout: validate websites.v1.example.com has not answered within 10000 ms',
    });
    expect(aborted).toBe(true);
    expect(await ask(webhooks, 'validate', updated)).toMatchObject({ code: 200 });
    expect(webhooks.stats().inFlight).toBe(0);
    expect(counts()).toMatchObject({ allowed: 1, refused: 0, failed: 1, inFlight: 0, timedOut: 1 });
    end();
    await settle();
    expect(counts()).toMatchObject({ timedOut: 0 });
    expect(clock.pendingTimers).toBe(0);
  });
});

test('a resource is registered once for each kind of webhook and subresource', () => {
  const webhooks = quiet()
    .validate(websites, () => undefined)
    .mutate(websites, ({ object }) => object);
  expect(() => webhooks.validate(websites, () => undefined)).toThrow(
    expect.objectContaining({
      code: 'ERR_WEBHOOK_TWICE',
      message: expect.stringContaining('validate websites.v1.example.com') as string,
    }),
  );
});

test('wrong handlers are refused by name', () => {
  const wrong =
    (handlers: unknown): (() => void) =>
    () =>
      quiet().mutate(websites, handlers as never);
  expect(wrong({ delete: () => undefined })).toThrow(
    'unknown option "delete" of mutate websites.v1.example.com',
  );
  expect(wrong({})).toThrow(
    'mutate websites.v1.example.com must be a function, or an object with create, update',
  );
  expect(() => quiet().validate(websites, () => undefined, { subresource: 'exec' })).toThrow(
    'subresource of validate websites.v1.example.com/exec must be one of status, scale, got "exec"',
  );
  expect(() => quiet().validate(coreV1.pods, () => undefined, { subresource: 'exec' })).toThrow(
    'validate pods.v1/exec is never called: it needs a handler for connect',
  );
  expect(() =>
    quiet().validate(coreV1.pods, { delete: () => undefined }, { subresource: 'eviction' }),
  ).toThrow('validate pods.v1/eviction is never called: it needs a handler for create');
  expect(() =>
    quiet().mutate(websites, { create: ({ object }) => object }, { subresource: 'status' }),
  ).toThrow('mutate websites.v1.example.com/status is never called: it needs a handler for update');
  expect(wrong({ create: 5 })).toThrow('create of mutate websites.v1.example.com must be a function');
});

test('configurations ask for what the handlers are for', () => {
  const webhooks = quiet()
    .validate(websites, { create: () => undefined, delete: () => undefined })
    .mutate(coreV1.pods, ({ object }) => object)
    .validate(websites, () => undefined, { subresource: 'status' });
  const configurations = webhooks.configurations('shop', {
    service: { namespace: 'default', name: 'hooks' },
    ca: 'PEM',
  });
  const common = { admissionReviewVersions: ['v1'], sideEffects: 'None' };
  const clientConfig = (path: string): object => ({
    service: { namespace: 'default', name: 'hooks', path },
    caBundle: Buffer.from('PEM').toString('base64'),
  });
  const rule = { apiGroups: ['example.com'], apiVersions: ['v1'], scope: 'Namespaced' };
  expect(configurations).toEqual([
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'shop' },
      webhooks: [
        {
          name: 'websites.v1.example.com',
          rules: [{ ...rule, resources: ['websites'], operations: ['CREATE', 'DELETE'] }],
          clientConfig: clientConfig('/validate-example-com-v1-website'),
          ...common,
        },
        {
          name: 'status.websites.v1.example.com',
          rules: [{ ...rule, resources: ['websites/status'], operations: ['CREATE', 'UPDATE'] }],
          clientConfig: clientConfig('/validate-example-com-v1-website'),
          ...common,
        },
      ],
    },
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'shop' },
      webhooks: [
        {
          name: 'pods.v1.core',
          rules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              resources: ['pods'],
              operations: ['CREATE', 'UPDATE'],
              scope: 'Namespaced',
            },
          ],
          clientConfig: clientConfig('/mutate--v1-pod'),
          ...common,
        },
      ],
    },
  ]);
});

describe('the HTTPS server', () => {
  test('answers on the paths that kubebuilder writes, and on those without a kind', async () => {
    await using served = await serve();
    const { webhooks } = served;
    webhooks.validate(websites, () => undefined).mutate(websites, ({ object }) => object);
    webhooks.convert(websites, {
      v2: { up: ({ spec }: Website) => ({ spec }), down: ({ spec }) => ({ spec }) },
    });
    for (const path of ['/validate', '/validate-example-com-v1-website?timeout=10s', '/mutate-anything'])
      expect(await post(webhooks, path, created)).toMatchObject({
        code: 200,
        response: { uid: 'u-1', allowed: true },
      });
    const converted = await post(
      webhooks,
      '/convert',
      conversionReview('example.com/v2', [website({ replicas: 3 })]),
    );
    expect(converted.response).toMatchObject({
      result: { status: 'Success' },
      convertedObjects: [{ apiVersion: 'example.com/v2' }],
    });
  });

  test.each([
    ['/', {}, 404],
    ['/validate/a', {}, 404],
    ['/validator', {}, 404],
    ['/validate', { method: 'PUT' }, 405],
    ['/validate', { headers: { 'content-type': 'application/yaml' } }, 415],
    ['/validate', { headers: { 'content-encoding': 'gzip' } }, 400],
    ['/validate', { headers: { 'content-type': 'application/json; charset=utf-8' } }, 200],
  ])('%s with %o is answered with %i', async (path, options, code) => {
    await using served = await serve();
    const { webhooks } = served;
    webhooks.validate(websites, () => undefined);
    expect((await post(webhooks, path, created, options)).code).toBe(code);
  });

  test('a request in flight is answered when the server stops, and its connection ends', async () => {
    await using served = await serve();
    const { webhooks } = served;
    let finish: () => void = () => undefined;
    const begun = new Promise<void>((begin) => {
      webhooks.validate(websites, {
        create: async () => {
          const finished = new Promise<void>((resolve) => (finish = resolve));
          begin();
          await finished;
        },
      });
    });
    const agent = new Agent({ keepAlive: true });
    using _agent = { [Symbol.dispose]: () => agent.destroy() };
    const idle = connect({ host: '127.0.0.1', port: webhooks.port, ca: pair.ca });
    await once(idle, 'secureConnect');
    const answered = post(webhooks, '/validate', created, { agent });
    await begun;
    const stopped = served.stop();
    expect(() => webhooks.ready()).toThrow(expect.objectContaining({ code: 'ERR_WEBHOOK_STOPPED' }));
    finish();
    expect(await answered).toMatchObject({ code: 200, headers: { connection: 'close' } });
    await stopped;
    if (!idle.closed) await once(idle, 'close');
  });

  test.each([
    ['SIGTERM has aborted it', { reason: { signal: 'SIGTERM' } }, 10_000],
    ['drainMs are set', { drainMs: 3000 }, 3000],
  ])(
    'new requests are answered for a while after its end has begun when %s',
    async (_what, given, drainMs) => {
      const { reason, ...options } = given as { readonly reason?: unknown; readonly drainMs?: number };
      const clock = new FakeClock();
      await using served = await serve({ clock, ...options });
      const { webhooks } = served;
      webhooks.validate(websites, () => undefined);
      const { port } = webhooks;
      const agent = new Agent({ keepAlive: true });
      using _agent = { [Symbol.dispose]: () => agent.destroy() };
      expect((await post(webhooks, '/validate', created, { agent })).headers.connection).toBe('keep-alive');
      let ended = false;
      const stopped = served.stop(reason).then(() => (ended = true));
      expect(() => webhooks.ready()).toThrow(expect.objectContaining({ code: 'ERR_WEBHOOK_STOPPED' }));
      // An API server that still uses its open connection, and one that connects.
      for (const options of [{ agent, port }, { port }])
        expect(await post(webhooks, '/validate', created, options)).toMatchObject({
          code: 200,
          headers: { connection: 'close' },
        });
      await clock.advance(drainMs - 1);
      expect(ended).toBe(false);
      await clock.advance(1);
      await stopped;
    },
  );

  test('a request that is never answered does not keep it from stopping', async () => {
    const clock = new FakeClock();
    await using served = await serve({ clock });
    const { webhooks } = served;
    const begun = new Promise<void>((begin) => {
      webhooks.validate(websites, {
        create: async () => {
          begin();
          await new Promise(() => undefined);
        },
      });
    });
    const lost = post(webhooks, '/validate', created).catch((error: unknown) => error);
    await begun;
    const stopped = served.stop();
    await clock.advance(20_000);
    await stopped;
    expect(await lost).toMatchObject({ code: 'ECONNRESET' });
    await clock.advance(10_000);
  });

  test('a body beyond the limit is refused before it has arrived', async () => {
    await using served = await serve();
    const { webhooks } = served;
    webhooks.validate(websites, () => undefined);
    const body = Buffer.alloc(13 * 1024 * 1024, ' ');
    const refused = post(webhooks, '/validate', body).catch((error: unknown) => error);
    // The client may still be sending when the connection closes.
    expect(await refused).toSatisfy(
      (answer: { readonly code: unknown }) =>
        answer.code === 413 || answer.code === 'ECONNRESET' || answer.code === 'EPIPE',
    );
    expect((await post(webhooks, '/validate', created)).code).toBe(200);
  });

  test('files that change are served from the next connection on, and open ones go on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [cert, key] = ['tls.crt', 'tls.key'].map((name) => join(folder, name)) as [string, string];
    const write = async (made: { readonly cert: string; readonly key: string }): Promise<void> => {
      await writeFile(cert, made.cert);
      await writeFile(key, made.key);
    };
    await write(pair);
    const clock = new FakeClock();
    const logger = rememberingLogger();
    await using served = await serve({
      certificates: { cert: { file: cert }, key: { file: key } },
      clock,
      logger,
    });
    const { webhooks } = served;
    webhooks.validate(websites, () => undefined);
    const agent = new Agent({ keepAlive: true });
    using _agent = { [Symbol.dispose]: () => agent.destroy() };
    await post(webhooks, '/validate', created, { agent });
    const second = makeCertificate({
      hosts: ['127.0.0.1'],
      notBeforeMs: Date.now() - 1000,
      notAfterMs: Date.now() + 3_600_000,
    });
    const changed = async (of: string): Promise<void> => {
      const before = logger.lines.length;
      while (!logger.lines.slice(before).some((line) => JSON.stringify(line).includes(of))) {
        await clock.advance(10_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    // A half of the change, and rubbish, are no reason to end.
    await writeFile(key, second.key);
    await changed('unusable');
    await writeFile(cert, 'rubbish');
    await changed('unusable');
    await write(second);
    await changed('has changed');
    expect((await post(webhooks, '/validate', created, { ca: second.ca })).code).toBe(200);
    expect((await post(webhooks, '/validate', created, { agent })).code).toBe(200);
    await expect(post(webhooks, '/validate', created)).rejects.toThrow('certificate');
  });

  test('without usable files it does not begin', async () => {
    const missing = new Webhooks({
      certificates: { cert: { file: '/none/tls.crt' }, key: { file: '/none/tls.key' } },
    });
    const { signal } = new AbortController();
    await expect(missing.run({ signal })).rejects.toMatchObject({
      code: 'ERR_TLS_CONFIG',
      message: 'cert of the webhooks: "/none/tls.crt" cannot be read: ENOENT',
    });
    const mixed = new Webhooks({
      port: 0,
      certificates: {
        ...certificates,
        key: { data: makeCertificate({ hosts: ['a'], notBeforeMs: 0, notAfterMs: 1 }).key },
      },
    });
    await expect(mixed.run({ signal })).rejects.toMatchObject({ code: 'ERR_TLS_CONFIG' });
  });

  test('who waits until it listens gets the port of each run, the error of one that fails, or the reason to stop', async () => {
    const webhooks = quiet();
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(webhooks.listening({ signal: stopped })).rejects.toThrow('enough');
    await using other = await serve();
    const { port } = other.webhooks;
    for (const [options, outcome] of [
      [{ port: 0 }, expect.any(Number)],
      [{ port }, expect.objectContaining({ code: 'ERR_LOCAL_PORT' })],
    ] as const) {
      const each = new Webhooks({ certificates, host: '127.0.0.1', ...options });
      const stop = new AbortController();
      const listening = each.listening().catch((error: unknown) => error);
      const ended = each.run({ signal: stop.signal }).catch((error: unknown) => error);
      expect(await listening).toEqual(outcome);
      stop.abort();
      await ended;
    }
    const ended = webhooks.listening();
    await webhooks.run({ signal: stopped });
    await expect(ended).rejects.toMatchObject({ code: 'ERR_WEBHOOK_STOPPED' });
  });

  test('a port in use, and a second run, are errors', async () => {
    await using served = await serve();
    const { webhooks } = served;
    const { signal } = new AbortController();
    const second = new Webhooks({ port: webhooks.port, host: '127.0.0.1', certificates });
    await expect(second.run({ signal })).rejects.toMatchObject({ code: 'ERR_LOCAL_PORT' });
    await expect(webhooks.run({ signal })).rejects.toMatchObject({ code: 'ERR_WEBHOOK_STARTED' });
  });
});
