import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { isConditionTrue } from '../../packages/kube-informers/src/controller/objects/conditions.js';
import type { ConditionLike } from '../../packages/kube-informers/src/controller/objects/conditions.js';
import { EventRecorder } from '../../packages/kube-informers/src/events/event-recorder.js';
import { isNotFound } from '../../packages/kube-informers/src/meta/errors.js';
import type { Resource } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { apiextensionsV1, coreV1, eventsV1 } from '../../packages/kube-informers/src/resources/index.js';
import { untilWithSync } from '../../packages/kube-informers/src/watch/until.js';
import { listWatchFromClient } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { at } from '../contract/http.js';
import { connect, connectAs, freshNamespace } from './harness.js';
import { forKinds, rulesOf } from './users.js';

let clientset: Clientset;
let namespace: string;
let installed: string | undefined;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
  await ensureEvents();
});

afterAll(async () => {
  if (installed !== undefined)
    await clientset.resource(apiextensionsV1.customResourceDefinitions).delete(installed);
  await clientset.coreV1().namespaces().delete(namespace);
  await clientset.close();
});

/**
 * A server without events.k8s.io gets it as a custom resource, with the rules of kube-apiserver's validation: required
 * fields, lengths, and that nothing but the series may change.
 */
async function ensureEvents(): Promise<void> {
  const served = await clientset
    .resource(eventsV1.events, namespace)
    .list()
    .catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  if (served !== undefined) return;
  const word = { type: 'string', minLength: 1, maxLength: 128 };
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const immutable = [
    'note',
    'reason',
    'action',
    'type',
    'eventTime',
    'reportingController',
    'reportingInstance',
  ];
  const name = 'events.events.k8s.io';
  const definitions = clientset.resource(apiextensionsV1.customResourceDefinitions);
  await definitions.create({
    metadata: { name, annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' } },
    spec: {
      group: 'events.k8s.io',
      scope: 'Namespaced',
      names: { plural: 'events', kind: 'Event', listKind: 'EventList', singular: 'event' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['eventTime', 'reportingController', 'reportingInstance', 'action', 'reason', 'type'],
              properties: {
                eventTime: { type: 'string', format: 'date-time' },
                reportingController: word,
                reportingInstance: word,
                action: word,
                reason: word,
                type: { type: 'string', enum: ['Normal', 'Warning'] },
                note: { type: 'string', maxLength: 1024 },
                regarding: anything,
                related: anything,
                series: {
                  type: 'object',
                  required: ['count', 'lastObservedTime'],
                  properties: {
                    count: { type: 'integer', minimum: 2 },
                    lastObservedTime: { type: 'string', format: 'date-time' },
                  },
                },
              },
              'x-kubernetes-validations': immutable.map((field) => ({
                rule: `self.${field} == oldSelf.${field}`,
                message: `${field} is immutable`,
              })),
            },
          },
        },
      ],
    },
  } as never);
  installed = name;
  const selector = `metadata.name=${name}`;
  await untilWithSync(
    listWatchFromClient(clientset, apiextensionsV1.customResourceDefinitions, '', selector),
    ({ object }) =>
      isConditionTrue(
        (object as { status?: { conditions?: ConditionLike[] } }).status?.conditions,
        'Established',
      ),
    { timeoutMs: 60_000 },
  );
}

/** Those of the page, for one of the two APIs of events. */
const rightsFor = async (resource: Resource) =>
  forKinds(await rulesOf('docs/objects-and-events.md', 'ClusterRole', 'website-events'), [resource]);

interface Listed extends KubernetesObject {
  readonly reason?: string;
}

test.each([
  {
    api: 'events.k8s.io/v1',
    resource: eventsV1.events,
    object: 'regarding',
    text: 'note',
    counted: { series: { count: 4 } },
  },
  { api: 'v1', resource: coreV1.events, object: 'involvedObject', text: 'message', counted: { count: 4 } },
] as const)(
  'events of $api are accepted and listed with their counts',
  async ({ api, resource, object, text, counted }) => {
    const events = (of: string): Promise<{ items: Listed[] }> =>
      clientset.resource(resource as Resource<Listed>, of).list();
    const site = await clientset
      .coreV1()
      .configMaps(namespace)
      .create({ metadata: { generateName: 'site-' } });
    const name = site.metadata?.name;
    await using program = await connectAs(await rightsFor(resource));
    const recorder = new EventRecorder(program, { controller: 'example.com/website', api });
    const note = `the issuer refused ${'€'.repeat(1000)}`;
    for (let n = 0; n < 4; n++) recorder.for(site).warning('NoCertificate', note);
    for (let n = 0; n < 12; n++)
      recorder.for(site).normal('Deployed', `replica ${n}`, { action: 'Deploying' });
    recorder.for(site).normal('Silent', '');
    await recorder.stop();
    expect(recorder.stats().dropped).toMatchObject({ rejected: 0, unreachable: 0, spam: 0 });

    const { items: all } = await events(namespace);
    // Both APIs show the same events, also those of another run.
    const items = all.filter((item) => at(item, `${object}.name`) === name);
    expect(items.find(({ reason }) => reason === 'NoCertificate')).toMatchObject({
      type: 'Warning',
      [object]: { kind: 'ConfigMap', name, uid: site.metadata?.uid },
      ...counted,
    });
    const deployed = items
      .filter(({ reason }) => reason === 'Deployed')
      .map((item) => Reflect.get(item, text) as unknown);
    expect(deployed).toContain('replica 0');
    expect(deployed).toContain('(combined from similar events): replica 11');
  },
);

test.each(['events.k8s.io/v1', 'v1'] as const)(
  'events of %s about cluster-scoped objects with odd names are accepted',
  async (api) => {
    await using program = await connectAs(await rightsFor(api === 'v1' ? coreV1.events : eventsV1.events));
    const recorder = new EventRecorder(program, { controller: 'website', api });
    recorder.event({
      regarding: {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'IPAddress',
        name: '2001:db8::123',
        uid: crypto.randomUUID(),
      },
      related: { apiVersion: 'v1', kind: 'Pod', name: 'other', namespace },
      type: 'Normal',
      reason: 'Allocated',
      note: 'in another namespace',
    });
    await recorder.stop();
    expect(recorder.stats()).toMatchObject({ created: 1, dropped: { rejected: 0 } });
  },
);
