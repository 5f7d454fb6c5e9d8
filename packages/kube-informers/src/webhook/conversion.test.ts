import { FakeClock } from '@kube-informers/testing';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../meta/types.js';
import { Webhooks } from './webhooks.js';
import { ask, certificates, conversionReview, website, websites } from './webhooks.test-support.js';
import type { Website } from './webhooks.test-support.js';

interface Old extends KubernetesObject {
  spec?: { host?: string | undefined; count?: number | undefined } | undefined;
}

interface Beta extends KubernetesObject {
  spec?: { url?: string | undefined; size?: number | undefined } | undefined;
}

/** Three versions: v1 is the hub. */
const convertible = (clock = new FakeClock()): Webhooks =>
  new Webhooks({ certificates, clock }).convert(websites, {
    v1alpha1: {
      up: ({ spec }: Old) => ({ spec: { url: `https://${spec?.host}`, replicas: spec?.count } }),
      down: ({ spec }: Website) => ({ spec: { host: spec?.url?.slice(8), count: spec?.replicas } }),
    },
    v1beta1: {
      up: ({ spec }: Beta) => ({ spec: { url: spec?.url, replicas: spec?.size } }),
      down: ({ spec, metadata }: Website) => ({
        metadata: { name: 'other', uid: 'other', labels: { ...metadata?.labels, from: 'hub' } },
        spec: { url: spec?.url, size: spec?.replicas },
      }),
    },
  });

const metadata = { name: 'shop', namespace: 'default', uid: 'u', labels: { a: 'b' } };
const old = {
  apiVersion: 'example.com/v1alpha1',
  kind: 'Website',
  metadata,
  spec: { host: 'a.b', count: 2 },
};
const hub = website({ url: 'https://a.b', replicas: 2 }, metadata);
const beta = {
  apiVersion: 'example.com/v1beta1',
  kind: 'Website',
  metadata: { ...metadata, labels: { a: 'b', from: 'hub' } },
  spec: { url: 'https://a.b', size: 2 },
};

test('objects are converted to the hub, from it, and between others by way of it; metadata stays, but for labels and annotations', async () => {
  const { response } = await ask(
    convertible(),
    'convert',
    conversionReview('example.com/v1', [old, { ...beta }]),
  );
  expect(response).toEqual({
    uid: 'u-1',
    result: { status: 'Success' },
    convertedObjects: [hub, { ...hub, metadata: beta.metadata }],
  });
  const down = await ask(convertible(), 'convert', conversionReview('example.com/v1beta1', [hub, old]));
  expect(down.response.convertedObjects).toEqual([beta, beta]);
  const across = await ask(convertible(), 'convert', conversionReview('example.com/v1alpha1', [beta]));
  expect(across.response.convertedObjects).toEqual([{ ...old, metadata: beta.metadata }]);
});

test('labels stay if a function returns only annotations, and go if it returns none', async () => {
  const returning = (given: KubernetesObject['metadata']): Webhooks =>
    new Webhooks({ certificates }).convert(websites, {
      v2: { up: () => ({ spec: {} }), down: () => ({ metadata: given }) },
    });
  const metadataFor = async (given: KubernetesObject['metadata']): Promise<unknown> => {
    const { response } = await ask(returning(given), 'convert', conversionReview('example.com/v2', [hub]));
    return response.convertedObjects?.[0]?.metadata;
  };
  expect(await metadataFor({ annotations: { c: 'd' } })).toEqual({ ...metadata, annotations: { c: 'd' } });
  const { labels: _labels, ...unlabelled } = metadata;
  expect(await metadataFor({ labels: undefined })).toEqual(unlabelled);
  expect(await metadataFor({ labels: {} })).toEqual({ ...metadata, labels: {} });
});

test('an object that has the version is answered as it is', async () => {
  const { response } = await ask(convertible(), 'convert', conversionReview('example.com/v1', [hub]));
  expect(response.convertedObjects).toEqual([hub]);
});

test('converted returns what an API server would get, and leaves the object as it is', () => {
  const webhooks = new Webhooks({ certificates }).convert(websites, {
    v2: {
      up: ({ spec }: Website) => ({ spec }),
      down: (object: Website) => {
        object.spec = { url: undefined, replicas: 9 };
        return object;
      },
    },
  });
  const before = structuredClone(hub);
  expect(webhooks.converted(hub, 'example.com/v2')).toStrictEqual({
    ...hub,
    apiVersion: 'example.com/v2',
    spec: { replicas: 9 },
  });
  expect(hub).toEqual(before);
  for (const [object, version] of [
    [hub, 'example.com/v3'],
    [hub, 'other.com/v2'],
    [{ ...hub, kind: 'Other' }, 'example.com/v2'],
  ] as const)
    expect(() => webhooks.converted(object, version)).toThrow(/^no conversion of /);
});

test('many objects are converted in slices, between which others are answered', async () => {
  const clock = new FakeClock();
  let steps = 0;
  const slow = new Webhooks({ certificates, clock }).convert(websites, {
    v2: {
      up: (object) => object,
      down: (object) => {
        steps++;
        void clock.advance(6);
        return object;
      },
    },
  });
  const objects = Array.from({ length: 10 }, () => hub);
  let stepsInBetween = 0;
  const answered = ask(slow, 'convert', conversionReview('example.com/v2', objects));
  setImmediate(() => {
    stepsInBetween = steps;
  });
  expect((await answered).response.convertedObjects).toHaveLength(10);
  expect(stepsInBetween).toBeLessThan(10);
});

test('what a function throws or returns is answered with the name of the object and its version', async () => {
  const failing = (returned: () => unknown): Webhooks =>
    new Webhooks({ certificates }).convert(websites, { v2: { up: returned as never, down: () => ({}) } });
  const object = { apiVersion: 'example.com/v2', kind: 'Website', metadata };
  const messageOf = async (returned: () => unknown): Promise<string | undefined> => {
    const { response } = await ask(
      failing(returned),
      'convert',
      conversionReview('example.com/v1', [object]),
    );
    expect(response).toMatchObject({ uid: 'u-1', result: { status: 'Failure' } });
    expect(response.convertedObjects).toBeUndefined();
    return response.result?.message;
  };
  const prefix = 'Website "default/shop" cannot be converted from "example.com/v2" to "example.com/v1":';
  expect(
    await messageOf(() => {
      throw new Error('no host');
    }),
  ).toBe(`${prefix} no host`);
  expect(await messageOf(() => undefined)).toBe(`${prefix} up of v2 must return an object, got undefined`);
  expect(await messageOf(() => Promise.reject(new Error('late')))).toBe(
    `${prefix} up of v2 must return an object, got a Promise`,
  );
  const unknown = await ask(convertible(), 'convert', conversionReview('example.com/v3', [hub]));
  expect(unknown.response.result?.message).toContain(
    'the versions of Website.example.com are example.com/v1, example.com/v1alpha1, example.com/v1beta1',
  );
  const mixed = await ask(
    convertible(),
    'convert',
    conversionReview('example.com/v1', [hub, { ...hub, kind: 'Blog' }]),
  );
  expect(mixed.response.result?.message).toContain('kind must be Website');
});

test('what JSON has not is an error that names the field', async () => {
  const webhooks = new Webhooks({ certificates }).convert(websites, {
    v2: { up: () => ({ spec: { replicas: Number.NaN } }), down: () => ({}) },
  });
  const object = { apiVersion: 'example.com/v2', kind: 'Website', metadata };
  expect(await ask(webhooks, 'convert', conversionReview('example.com/v1', [object]))).toMatchObject({
    code: 500,
    message: expect.stringContaining('response.convertedObjects[0].spec.replicas is NaN') as string,
  });
});

test('a kind that is not registered, and wrong members, are refused with 400', async () => {
  const refusals = [
    [
      conversionReview('example.com/v1', [{ ...hub, kind: 'Blog' }]),
      'no conversion of "Blog.example.com": there are convert Website.example.com',
    ],
    [conversionReview('v1', [hub]), 'no conversion of "Website": there are convert Website.example.com'],
    [
      conversionReview('example.com/v1', [5]),
      'request.objects[0] must be an object, got a value of type number',
    ],
    [conversionReview('', []), 'request.desiredAPIVersion is missing'],
    [conversionReview('example.com/v1', [{ kind: 'Website' }]), 'request.objects[0].apiVersion is missing'],
  ] as const;
  for (const [body, message] of refusals)
    expect(await ask(convertible(), 'convert', body)).toEqual({ code: 400, response: {}, message });
  expect(
    (await ask(convertible(), 'convert', conversionReview('example.com/v1', []))).response,
  ).toMatchObject({
    convertedObjects: [],
    result: { status: 'Success' },
  });
});

test('wrong versions are refused by name', () => {
  const spoke = { up: () => ({}), down: () => ({}) };
  const wrong = (versions: unknown) => () =>
    new Webhooks({ certificates }).convert(websites, versions as never);
  expect(wrong({ v1: spoke })).toThrow(
    'versions of Website.example.com must be other versions than the hub, got "v1"',
  );
  expect(wrong({ v2: { up: spoke.up } })).toThrow(
    'v2 of versions of Website.example.com must have the functions up and down',
  );
  expect(wrong({ 'v/2': spoke })).toThrow('named as v1beta1');
  expect(wrong({})).toThrow('an object with a version');
});
