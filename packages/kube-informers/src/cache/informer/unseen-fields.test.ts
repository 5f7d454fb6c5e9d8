import { expect, onTestFinished, test } from 'vitest';
import { FakeClient } from '../../factories/fake-client.test-support.js';
import { SharedInformerFactory } from '../../factories/shared-informer-factory.js';
import { defineResource } from '../../meta/resource.js';
import type { Resource } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import { coreV1 } from '../../resources/core-v1.js';
import { appsV1 } from '../../resources/apps-v1.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { fieldsOf } from '../../wire/json-format.js';
import { recordingLogger } from './informer.test-support.js';

const sites = defineResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Site',
  resource: 'sites',
  namespaced: true,
});

const sitesOf = (count: number, rest: object): object[] =>
  Array.from({ length: count }, (_, index) => ({
    metadata: { name: `s-${index}`, namespace: 'default' },
    ...rest,
  }));
const web = { metadata: { name: 'web', namespace: 'default' }, spec: { containers: [{ name: 'a' }] } };

/** The warnings of an informer with these fields whose first list has these objects. */
async function warningsOf(
  resource: Resource,
  objects: readonly object[],
  fields: object,
  withLogger = true,
): Promise<unknown[]> {
  const client = new FakeClient();
  const logger = recordingLogger();
  const emitted: string[] = [];
  const keep = ({ message }: Error): void => void emitted.push(message);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  const factory = new SharedInformerFactory(client, {
    clock: new FakeClock(),
    random: () => 0,
    logger: withLogger ? logger : undefined,
  });
  onTestFinished(() => factory.stop());
  for (const object of objects) client.source(resource).add(object as KubernetesObject);
  const informer = factory.forResource(resource, { fields: fields as never }).informer();
  factory.start();
  await informer.synced;
  // The fields of a built-in kind are loaded.
  await fieldsOf(resource);
  await settle();
  const logged = logger.lines
    .filter(({ message }) => message === 'no object has a field that is named in fields')
    .map(({ level, field, meant }) => [level, field, meant]);
  return withLogger ? logged : emitted;
}

test.each<[string, Resource, readonly object[], object, readonly [string, string | undefined][]]>([
  ['a built-in kind', coreV1.pods, [web], { status: { fase: true } }, [['status.fase', 'status.phase']]],
  [
    'a path written as one name',
    coreV1.pods,
    [web],
    { 'status.phase': true },
    [['status.phase', '{ status: { phase: true } }']],
  ],
  [
    'an item of a list',
    coreV1.pods,
    [web],
    { spec: { containers: { imag: true } } },
    [['spec.containers.imag', 'spec.containers.image']],
  ],
  [
    'a member that other messages share',
    appsV1.deployments,
    [web],
    { spec: { template: { spec: { nodename: true } } } },
    [['spec.template.spec.nodename', 'spec.template.spec.nodeName']],
  ],
  [
    'the metadata',
    sites,
    sitesOf(1, {}),
    { metadata: { label: true } },
    [['metadata.label', 'metadata.labels']],
  ],
  ['a first name of a custom kind', sites, sitesOf(10, {}), { spek: { size: true } }, [['spek', 'spec']]],
  [
    'a second name of a custom kind',
    sites,
    sitesOf(10, { spec: { size: 1 } }),
    { spec: { sise: true, size: true } },
    [['spec.sise', undefined]],
  ],
])('a name that no object has is reported once: %s', async (_what, resource, objects, fields, expected) => {
  expect(await warningsOf(resource, objects, fields)).toEqual(expected.map((path) => ['warn', ...path]));
});

test.each<[string, Resource, readonly object[], object]>([
  ['optional fields of a built-in kind', coreV1.pods, [web], { status: { phase: true, podIP: true } }],
  [
    'keys of a map',
    coreV1.pods,
    [web],
    { metadata: { labels: { app: true } }, spec: { nodeSelector: { a: true } } },
  ],
  ['a value of any form', coreV1.pods, [web], { metadata: { managedFields: { fieldsV1: { any: true } } } }],
  ['an empty list', coreV1.pods, [], { status: { fase: true } }],
  ['few objects of a custom kind', sites, sitesOf(9, { spec: { size: 1 } }), { spec: { sise: true } }],
  ['a status that is not there yet', sites, sitesOf(20, {}), { status: { phase: true } }],
  [
    'a deeper name of a custom kind',
    sites,
    sitesOf(20, { spec: { page: {} } }),
    { spec: { page: { path: true } } },
  ],
  [
    'a name that one object has',
    sites,
    [...sitesOf(20, { spec: {} }), { metadata: { name: 'x', namespace: 'default' }, spec: { size: 1 } }],
    { spec: { size: true } },
  ],
])('nothing is said of %s', async (_what, resource, objects, fields) => {
  expect(await warningsOf(resource, objects, fields)).toEqual([]);
});

test('without a logger, the report is a process warning', async () => {
  expect(await warningsOf(coreV1.pods, [web], { status: { fase: true } }, false)).toEqual([
    'informer pods.v1[fields=status.fase] keeps the field status.fase, which no object of its first list has: did you mean status.phase?',
  ]);
});
