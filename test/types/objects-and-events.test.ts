import { expectTypeOf, test } from 'vitest';
import type { Clientset, DeepReadonly, KubernetesObject, ObjectOf, resources } from 'kube-informers';
import {
  Controller,
  createOrUpdate,
  ensureFinalizer,
  EventRecorder,
  extractApply,
  findCondition,
  deleteUnwanted,
  runFinalizers,
  setCondition,
  setControllerReference,
} from 'kube-informers/controller';
import type { Condition } from 'kube-informers';
import type { ReconcileClient } from 'kube-informers/controller';

type Deployment = ObjectOf<typeof resources.appsV1.deployments>;
type ConfigMap = ObjectOf<typeof resources.coreV1.configMaps>;

interface Website extends KubernetesObject {
  spec?: { host: string };
  status?: { conditions?: Condition[] };
}

declare const clientset: Clientset;
declare const client: ReconcileClient;
declare const cached: DeepReadonly<Website>;
declare const deployment: Deployment;

// Compiled, never run.
function compiles(): void {
  // An owner may be read-only; the object keeps its type.
  expectTypeOf(setControllerReference(cached, deployment)).toEqualTypeOf<Deployment>();
  expectTypeOf(setControllerReference(cached, cached)).toEqualTypeOf<DeepReadonly<Website>>();

  // A client of the resource and that of a reconcile both fit.
  const configMaps = clientset.coreV1().configMaps('default');
  expectTypeOf(
    createOrUpdate(configMaps, { metadata: { name: 'a' } }, (object) => {
      expectTypeOf(object).toEqualTypeOf<ConfigMap>();
    }),
  )
    .resolves.toHaveProperty('object')
    .toEqualTypeOf<ConfigMap>();
  void createOrUpdate(client, deployment, (object) => setControllerReference(cached, object));
  void ensureFinalizer(client, cached, 'example.com/dns');
  void runFinalizers(client, cached, { 'example.com/dns': ({ metadata }) => metadata?.name });

  // @ts-expect-error -- a client of another resource
  void ensureFinalizer(configMaps, deployment, 'example.com/dns');

  const conditions = setCondition(cached.status?.conditions, {
    type: 'Ready',
    status: 'True',
    reason: 'Deployed',
  });
  const status: Website['status'] = { conditions };
  expectTypeOf(findCondition(status.conditions, 'Ready')).toEqualTypeOf<Condition | undefined>();
  // @ts-expect-error -- not a status
  setCondition(undefined, { type: 'Ready', status: true, reason: 'Deployed' });
  setCondition(deployment.status?.conditions, { type: 'Available', status: 'False', reason: 'Stuck' });

  expectTypeOf(extractApply(deployment, 'website').spec?.replicas).toEqualTypeOf<number | undefined>();

  void deleteUnwanted(client, {
    owner: cached,
    resource: {} as typeof resources.coreV1.configMaps,
    lister: { list: () => [] },
    keep: [cached],
  });

  // A recorder gives a reconcile its events.
  const events = new EventRecorder(clientset, { controller: 'website' });
  new Controller<Website>('website', {
    events,
    reconcile: ({ events: own }) => own.normal('Deployed', 'done'),
  });
  events.for(cached).warning('Failed', 'no route', { related: deployment });
  // @ts-expect-error -- the text is the note
  events.event({ regarding: cached, type: 'Normal', reason: 'A', message: 'x' });
}

test('the helpers and the recorder fit the types of clients, caches and controllers', () => {
  expectTypeOf(compiles).toBeFunction();
});
