import { defineResource, type KubernetesObject } from 'kube-informers';
import { Webhooks } from 'kube-informers/webhook';
import { expect, test } from 'vitest';
import { conversionLosses } from './conversion-losses.js';
import type { ConversionLoss } from './conversion-losses.js';

interface Website extends KubernetesObject {
  spec?:
    | { url?: string; replicas?: number; ports?: { name: string; port: number }[]; tls?: boolean }
    | undefined;
}
interface Old extends KubernetesObject {
  spec?: { host?: string; ports?: { port: number; name?: string }[]; tls?: boolean } | undefined;
}

const websites = defineResource<Website>({
  group: 'example.com',
  version: 'v1',
  resource: 'websites',
  kind: 'Website',
  namespaced: true,
});

const ports = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'port'],
    properties: { name: { type: 'string' }, port: { type: 'integer', minimum: 1, maximum: 65_535 } },
  },
};
const version = (name: string, properties: object): object => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: {
    openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
  },
});
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'websites.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Website', plural: 'websites' },
    versions: [
      version('v1', {
        url: { type: 'string' },
        replicas: { type: 'integer' },
        ports,
        tls: { type: 'boolean', default: true },
      }),
      version('v1alpha1', { host: { type: 'string' }, ports, tls: { type: 'boolean', default: true } }),
    ],
  },
};
const certificates = { cert: { data: 'unused' }, key: { data: 'unused' } };

/** Keeps everything: what the old version has no field for is in an annotation. */
const up = ({ spec, metadata }: Old): Pick<Website, 'spec' | 'metadata'> => {
  const { replicas, ...annotations } = metadata?.annotations ?? {};
  return {
    metadata: { annotations },
    ...(spec && {
      spec: {
        ...(spec.host === undefined ? {} : { url: `https://${spec.host}` }),
        ...(replicas === undefined ? {} : { replicas: Number(replicas) }),
        // The schema requires their names.
        ...(spec.ports && { ports: spec.ports as { name: string; port: number }[] }),
        ...(spec.tls === undefined ? {} : { tls: spec.tls }),
      },
    }),
  };
};
const down = ({ spec, metadata }: Website): Pick<Old, 'spec' | 'metadata'> => ({
  metadata: {
    annotations: {
      ...metadata?.annotations,
      ...(spec?.replicas === undefined ? {} : { replicas: String(spec.replicas) }),
    },
  },
  ...(spec && {
    spec: {
      ...(spec.url === undefined ? {} : { host: spec.url.slice('https://'.length) }),
      ...(spec.ports && { ports: spec.ports }),
      ...(spec.tls === undefined ? {} : { tls: spec.tls }),
    },
  }),
});

const adapt = (object: KubernetesObject, name: string): object => {
  const { spec } = object as Website;
  return name === 'v1' && spec?.url !== undefined
    ? { ...object, spec: { ...spec, url: `https://${spec.url}` } }
    : object;
};

const lossesOf = (functions: { up?: typeof up; down?: typeof down }): ConversionLoss[] =>
  conversionLosses(
    new Webhooks({ certificates }).convert(websites, { v1alpha1: { up, down, ...functions } }),
    // JSON is YAML.
    JSON.stringify(definition),
    { adapt },
  );

test('functions that keep everything have no losses', () => {
  expect(lossesOf({})).toEqual([]);
});

test('a field that a version has no place for is named, in the version that has it', () => {
  const losses = lossesOf({ down: (website) => ({ ...down(website), metadata: {} }) });
  expect(losses).toHaveLength(1);
  expect(losses[0]).toMatchObject({ version: 'v1', by: 'v1alpha1', field: 'spec.replicas' });
  expect(losses[0]?.problem).toMatch(/^was \d+, is lost$/);
  expect(losses[0]?.object).toMatchObject({ kind: 'Website', apiVersion: 'example.com/v1' });
});

test('what is lost in a list or invented is named once; what the schema has not is dropped', () => {
  const losses = lossesOf({
    down: (website) => {
      const { spec, ...rest } = down(website);
      const ports = spec?.ports?.map(({ port }) => ({ port, name: 'http' }));
      return { ...rest, ...(spec && { spec: { ...spec, ...(ports && { ports }) } }) };
    },
    up: (old) => {
      const { spec, ...rest } = up(old);
      return { ...rest, ...(spec && { spec: { replicas: 1, ...spec, other: 1 } }) };
    },
  });
  expect(losses.map(({ version, field }) => `${version} ${field}`).toSorted()).toEqual([
    'v1 spec.ports[].name',
    'v1 spec.replicas',
    'v1alpha1 spec.ports[].name',
  ]);
  expect(losses.find(({ field }) => field === 'spec.replicas')?.problem).toBe('was absent, is 1');
});

test('what a function throws is named', () => {
  const losses = lossesOf({
    up: () => {
      throw new Error('no host');
    },
  });
  expect(losses).toMatchObject([
    { version: 'v1', by: 'v1alpha1', field: '', problem: 'cannot be converted: no host' },
    { version: 'v1alpha1', by: 'v1', field: '', problem: 'cannot be converted: no host' },
  ]);
});

test('without a valid object it says what to do; wrong options are refused', () => {
  const webhooks = new Webhooks({ certificates }).convert(websites, { v1alpha1: { up, down } });
  const wrong = (object: KubernetesObject): object => ({ ...object, spec: 5 });
  expect(() => conversionLosses(webhooks, definition, { adapt: wrong })).toThrow(
    /^conversionLosses found no valid object of v1: make them valid with adapt; the last one has spec: /,
  );
  expect(() => conversionLosses({} as never, definition)).toThrow('converted');
  expect(() => conversionLosses(webhooks, definition, { objects: 0 })).toThrow('objects');
  expect(() => conversionLosses(webhooks, {})).toThrow('definition');
});
