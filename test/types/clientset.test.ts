import { expectTypeOf, test } from 'vitest';
import type {
  ApplyConfiguration,
  Unstructured,
} from '../../packages/kube-informers/src/client/call-options.js';
import { copyOf } from '../../packages/kube-informers/src/meta/copy-of.js';
import {
  createOrUpdate,
  extractApply,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from 'kube-informers/controller';
import type { ReconcileClient } from 'kube-informers/controller';
import type { Deployment } from '../../packages/kube-informers/src/resources/types/apps-v1.js';
import type { ConfigMap, Node, Pod } from '../../packages/kube-informers/src/resources/types/core-v1.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';
import type { Clientset, DynamicClient } from '../../packages/kube-informers/src/client/clientset.js';
import type { MetadataClient } from '../../packages/kube-informers/src/client/metadata-client.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import type { ClientOf } from '../../packages/kube-informers/src/client/subresource-calls.js';
import { coreV1, resources } from '../../packages/kube-informers/src/resources/index.js';
import type { autoscalingv1, corev1 } from '../../packages/kube-informers/src/resources/types.js';
import type { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { listWatchFromClient } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import {
  fieldIndexers,
  fieldSelectorOf,
} from '../../packages/kube-informers/src/cache/stores/field-query.js';
import type { Lister } from '../../packages/kube-informers/src/cache/stores/lister.js';
import type { Indexers } from '../../packages/kube-informers/src/cache/types.js';
import type {
  ListWatchClient,
  MetadataListWatchClient,
} from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { SelectableBy } from '../../packages/kube-informers/src/meta/selectable-fields.js';
import type {
  KubernetesList,
  KubernetesObject,
  PartialObjectMetadata,
  Status,
} from '../../packages/kube-informers/src/meta/types.js';
import type { WatchStream } from '../../packages/kube-informers/src/meta/watch.js';

// Checked by the compiler: nothing of this is called.

test('a clientset knows the type of every built-in resource', () => {
  const check = (clientset: Clientset): void => {
    expectTypeOf(clientset.coreV1().nodes()).toEqualTypeOf<ClientOf<Node, 'status'>>();
    expectTypeOf(clientset.coreV1().pods('ns')).toEqualTypeOf<
      ClientOf<Pod, 'attach' | 'binding' | 'eviction' | 'exec' | 'log' | 'portforward' | 'status'>
    >();
    expectTypeOf(clientset.coreV1().pods('ns').get('a')).toEqualTypeOf<Promise<Pod>>();
    expectTypeOf(clientset.coreV1().nodes().list()).toEqualTypeOf<Promise<KubernetesList<Node>>>();
    expectTypeOf(clientset.appsV1().deployments().watch()).toEqualTypeOf<Promise<WatchStream<Deployment>>>();
    // @ts-expect-error there is no such resource in core/v1
    clientset.coreV1().deployments();
    // @ts-expect-error there is no such group-version
    clientset.appsV7();
    // @ts-expect-error a namespace is a name
    clientset.coreV1().pods(7);
    const pods = clientset.coreV1().pods('ns');
    // @ts-expect-error a Pod has no such field
    void pods.create({ metadata: { name: 'a' }, spek: {} });
    // @ts-expect-error a Deployment is not a Pod
    void pods.create({ kind: 'Deployment', metadata: { name: 'a' } });
  };
  expectTypeOf(check).toBeFunction();
});

test('a descriptor carries its type', () => {
  interface Backup extends KubernetesObject {
    spec: { every: string };
  }
  const backups = defineResource<Backup>({
    group: 'example.com',
    version: 'v1',
    resource: 'backups',
    kind: 'Backup',
    namespaced: true,
  });
  const check = (clientset: Clientset): void => {
    expectTypeOf(clientset.resource(backups, 'ns')).toEqualTypeOf<ClientOf<Backup, 'status' | 'scale'>>();
    expectTypeOf(clientset.list(backups, '', {})).toEqualTypeOf<Promise<KubernetesList<Backup>>>();
  };
  expectTypeOf(check).toBeFunction();
});

test('only resources with a subresource offer its calls', () => {
  const check = (clientset: Clientset, dynamic: DynamicClient): void => {
    const pods = clientset.coreV1().pods('ns');
    expectTypeOf(pods.logs('a', { follow: true })).toEqualTypeOf<AsyncGenerator<string, void, void>>();
    expectTypeOf(pods.evict('a', { gracePeriodSeconds: 0 })).toEqualTypeOf<Promise<Status>>();
    void pods.namespace('other').bind('a', 'node-1', { preconditions: { uid: 'u' } });
    void clientset.resource(coreV1.pods, 'ns').logs('a');
    // @ts-expect-error pods have no scale
    void pods.getScale('a');
    const deployments = clientset.appsV1().deployments('ns');
    expectTypeOf(deployments.scale('web', 3)).toEqualTypeOf<Promise<autoscalingv1.Scale>>();
    void clientset.appsV1().statefulSets('ns').getScale('db');
    // @ts-expect-error deployments have no log
    void deployments.logs('web');
    // @ts-expect-error daemon sets have no scale
    void clientset.appsV1().daemonSets('ns').scale('web', 3);
    void clientset.coreV1().serviceAccounts('ns').createToken('default', { expirationSeconds: 600 });
    // @ts-expect-error a token request has no such field
    void clientset.coreV1().serviceAccounts('ns').createToken('default', { seconds: 600 });
    // @ts-expect-error nodes have none of them
    void clientset.coreV1().nodes().logs('a');
    // A resource that is known only at run time offers all; its descriptor is checked then.
    void dynamic.resource({ group: '', version: 'v1', resource: 'pods' }, 'ns').logs('a');
    void dynamic.resource({ group: '', version: 'v1', resource: 'pods' }, 'ns').evict('a');
  };
  expectTypeOf(check).toBeFunction();
});

test('a custom resource may have a scale, unless its descriptor says which subresources it has', () => {
  const definition = { group: 'a.io', version: 'v1', resource: 'as', kind: 'A', namespaced: true };
  const scalable = defineResource<KubernetesObject, 'scale'>({ ...definition, subresources: ['scale'] });
  const simple = defineResource<KubernetesObject, 'status'>({ ...definition, subresources: ['status'] });
  const check = (clientset: Clientset): void => {
    void clientset.resource(defineResource(definition), 'ns').scale('a', 1);
    void clientset.resource(scalable, 'ns').scale('a', 1);
    // @ts-expect-error it has no scale
    void clientset.resource(simple, 'ns').scale('a', 1);
    // @ts-expect-error custom resources have no log
    void clientset.resource(scalable, 'ns').logs('a');
  };
  expectTypeOf(check).toBeFunction();
});

test('field selectors and index functions know the fields of built-in kinds, and of custom ones that name them', () => {
  interface Widget extends KubernetesObject, SelectableBy<'spec.color'> {
    spec?: { color: string; size: number };
  }
  interface Gadget extends KubernetesObject {
    spec?: { size: number };
  }
  const check = (
    pods: Lister<Pod>,
    nodes: Lister<Node>,
    dynamic: Lister<Unstructured>,
    widgets: Lister<Widget>,
    gadgets: Lister<Gadget>,
  ): void => {
    void pods.list({ fieldSelector: { 'spec.nodeName': 'n', 'metadata.namespace': 'a' } });
    void pods.namespace('a').list({ fieldSelector: 'status.phase=Running', labelSelector: 'app=web' });
    // @ts-expect-error the server does not support it for pods
    void pods.list({ fieldSelector: { 'spec.hostname': 'n' } });
    // @ts-expect-error the server supports it for pods only
    void nodes.list({ fieldSelector: { 'spec.nodeName': 'n' } });
    void dynamic.list({ fieldSelector: { 'spec.anything': 'n' } });
    void widgets.list({ fieldSelector: { 'spec.color': 'red', 'metadata.name': 'a' } });
    // @ts-expect-error its definition does not make it selectable
    void widgets.list({ fieldSelector: { 'spec.size': '1' } });
    // Nothing is known of its fields: they are checked at run time.
    void gadgets.list({ fieldSelector: { 'spec.size': '1' } });
    const index: Indexers<Pod> = fieldIndexers(coreV1.pods, 'spec.nodeName', 'status.phase');
    void index;
    // @ts-expect-error the server does not support it
    void fieldIndexers(coreV1.pods, 'spec.hostname');
    void fieldSelectorOf(resources.batchV1.jobs, { 'status.successful': '1' });
    // @ts-expect-error the server does not support it
    void fieldSelectorOf(resources.batchV1.jobs, { 'status.failed': '1' });
  };
  expectTypeOf(check).toBeFunction();
});

test('apply takes part of an object; a patch says which kind it is', () => {
  const check = (pods: ClientOf<Pod>): void => {
    const id = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } as const;
    const me = { fieldManager: 'me' };
    void pods.apply({ ...id, spec: { nodeName: 'n' } }, me);
    void pods.apply({ ...id, spec: { containers: [{ name: 'web', image: 'web:2' }] } }, me);
    void pods.applyStatus({ ...id, status: { conditions: [{ type: 'Ready', status: 'True' }] } }, me);
    // @ts-expect-error server-side apply needs a field manager
    void pods.apply(id, {});
    // @ts-expect-error a part of a Pod has no such field
    void pods.apply({ ...id, spec: { nodeNam: 'n' } }, me);
    // @ts-expect-error a container has no such field
    void pods.apply({ ...id, spec: { containers: [{ name: 'web', imag: 'web:2' }] } }, me);
    // @ts-expect-error the server needs the kind
    void pods.apply({ apiVersion: 'v1', metadata: { name: 'a' } }, me);
    // @ts-expect-error a Deployment is not a Pod
    void pods.apply({ ...id, kind: 'Deployment' }, me);
    // @ts-expect-error the server needs a name
    void pods.apply({ ...id, metadata: {} }, me);
    // @ts-expect-error the server refuses managedFields
    void pods.apply({ ...id, metadata: { name: 'a', managedFields: [] } }, me);
    // @ts-expect-error a value cannot be undefined
    void pods.apply({ ...id, metadata: { name: 'a', labels: { app: undefined } } }, me);
    void pods.patch('a', {}, { type: 'merge' });
    // @ts-expect-error a patch of type apply needs a field manager
    void pods.patch('a', {}, { type: 'apply' });
    // @ts-expect-error only apply can be forced
    void pods.patch('a', {}, { type: 'merge', force: true });
    // @ts-expect-error there is no such kind of patch
    void pods.patch('a', {}, { type: 'diff' });
    // @ts-expect-error without a type the body cannot be read
    void pods.patch('a', {}, {});
  };
  expectTypeOf(check).toBeFunction();
});

test('an ApplyConfiguration keeps atomic types unchanged', () => {
  interface Backup extends KubernetesObject {
    spec: {
      at: [hour: number, minute: number];
      port: number | string;
      labels: { [key: string]: string };
      anything: unknown;
      owners: { name: string; age: number }[];
      open: { name: string; [key: string]: unknown };
    };
  }
  type Spec = NonNullable<ApplyConfiguration<Backup>['spec']>;
  expectTypeOf<Spec['at']>().toEqualTypeOf<[hour: number, minute: number] | undefined>();
  expectTypeOf<Spec['port']>().toEqualTypeOf<number | string | undefined>();
  expectTypeOf<{ [key: string]: string } | undefined>().toExtend<Spec['labels']>();
  expectTypeOf<{ a: undefined }>().not.toExtend<Spec['labels']>();
  expectTypeOf<Spec['anything']>().toBeUnknown();
  expectTypeOf<Spec['owners']>().toEqualTypeOf<
    { name?: string | undefined; age?: number | undefined }[] | undefined
  >();
  // As generated for x-kubernetes-preserve-unknown-fields.
  expectTypeOf<{ other: 1 }>().toExtend<Spec['open']>();
  expectTypeOf<{ name: undefined; other: 1 }>().toExtend<Spec['open']>();
  expectTypeOf<{ name: 1 }>().not.toExtend<Spec['open']>();
  expectTypeOf<ApplyConfiguration<Backup>['apiVersion']>().toBeString();
  expectTypeOf<ApplyConfiguration<Pod>['kind']>().toEqualTypeOf<'Pod'>();
  const check = (cached: DeepReadonly<Pod>, pods: ResourceClient<Pod>): void => {
    const { labels } = cached.metadata ?? {};
    if (cached.spec === undefined || labels === undefined) return;
    // Parts of cached objects can be sent: an apply only reads them.
    void pods.apply(
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels }, spec: cached.spec },
      { fieldManager: 'me' },
    );
  };
  expectTypeOf(check).toBeFunction();
});

test('calls that the server does not have do not compile', () => {
  const check = (clientset: Clientset, factory: SharedInformerFactory, configMap: ConfigMap): void => {
    // @ts-expect-error a ConfigMap has no status
    void clientset.coreV1().configMaps('a').updateStatus(configMap);
    // @ts-expect-error a ConfigMap has no status
    void clientset.resource(coreV1.configMaps, 'a').applyStatus(configMap, { fieldManager: 'me' });
    // @ts-expect-error a review is created and not stored
    void clientset.authenticationV1().tokenReviews().list();
    // @ts-expect-error a review is created and not stored
    void clientset.resource(resources.authorizationV1.subjectAccessReviews).get('a');
    void clientset
      .authenticationV1()
      .tokenReviews()
      .create({ spec: { token: 'a' } });
    void clientset.coreV1().componentStatuses().list();
    // @ts-expect-error ComponentStatuses cannot be watched
    void clientset.coreV1().componentStatuses().watch();
    // @ts-expect-error bindings cannot be listed
    factory.core().v1().bindings();
    // @ts-expect-error bindings cannot be listed
    factory.forResource(coreV1.bindings);
    // @ts-expect-error reviews cannot be listed
    factory.forResource(resources.authorizationV1.subjectAccessReviews);
    // @ts-expect-error reviews cannot be listed
    listWatchFromClient(clientset, resources.authenticationV1.tokenReviews, '');
  };
  expectTypeOf(check).toBeFunction();
});

test('a custom resource may lack verbs and a status', () => {
  interface Usage extends KubernetesObject {
    usage: string;
  }
  const definition = { group: 'a.b', version: 'v1', resource: 'usages', kind: 'Usage', namespaced: true };
  const readOnly = defineResource<Usage, never, 'get' | 'list' | 'watch'>({
    ...definition,
    verbs: ['get', 'list', 'watch'],
  });
  const check = (clientset: Clientset, factory: SharedInformerFactory): void => {
    expectTypeOf(factory.forResource(readOnly).lister().list()).toEqualTypeOf<DeepReadonly<Usage>[]>();
    expectTypeOf(clientset.resource(readOnly).get('a')).toEqualTypeOf<Promise<Usage>>();
    // @ts-expect-error it is only read
    void clientset.resource(readOnly).delete('a');
  };
  expectTypeOf(check).toBeFunction();
});

test('code that is generic in the type of its objects applies and updates without casts', () => {
  const check = async <T extends KubernetesObject>(
    client: ClientOf<T>,
    reconcile: ReconcileClient,
    intent: ApplyConfiguration<T>,
    cached: DeepReadonly<T>,
  ): Promise<T> => {
    const me = { fieldManager: 'me' };
    const stored = await client.get('a');
    await client.apply(intent, me);
    await client.applyStatus(intent, me);
    await reconcile.apply<T>(intent);
    await reconcile.apply<T>(setControllerReference(cached, intent));
    await client.apply(setOwnerReference(stored, intent), me);
    await client.update(removeOwnerReference(cached, stored));
    await client.apply(extractApply<T>(stored, 'me'), me);
    await client.apply(extractApply<T>(cached, 'me'), me);
    await createOrUpdate(client, stored, (object) => object);
    await createOrUpdate(client, cached, (object) => object);
    return client.update(copyOf(cached));
  };
  expectTypeOf(check).toBeFunction();
  const inferred = (pod: Pod, cached: DeepReadonly<Pod>): void => {
    expectTypeOf(extractApply(pod, 'me')).toEqualTypeOf<ApplyConfiguration<Pod>>();
    expectTypeOf(extractApply(cached, 'me')).toEqualTypeOf<ApplyConfiguration<Pod>>();
  };
  expectTypeOf(inferred).toBeFunction();
});

test('the client of a reconcile checks what it applies, of the type that the program names', () => {
  const check = (client: ReconcileClient, owner: DeepReadonly<Deployment>): void => {
    const id = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } as const;
    expectTypeOf(client.apply<Pod>(id)).toEqualTypeOf<Promise<Pod>>();
    expectTypeOf(client.apply({ ...id, anything: 1 })).toEqualTypeOf<Promise<Unstructured>>();
    const intent: ApplyConfiguration<Pod> = id;
    void client.apply<Pod>(setControllerReference(owner, intent));
    void client.applyStatus<Pod>({ ...id, status: { phase: 'Running' } });
    // @ts-expect-error a Pod has no such field
    void client.apply<Pod>({ ...id, spec: { nodeNam: 'n' } });
    // @ts-expect-error the client finds the resource by apiVersion and kind
    void client.apply({ metadata: { name: 'a' } });
  };
  expectTypeOf(check).toBeFunction();
});

test('the dynamic client returns unstructured objects, the metadata client only metadata', () => {
  const gvr = { group: 'example.com', version: 'v1', resource: 'backups' };
  const check = (dynamic: DynamicClient, metadata: MetadataClient): void => {
    expectTypeOf(dynamic.resource(gvr, 'ns').get('a')).toEqualTypeOf<Promise<Unstructured>>();
    expectTypeOf(metadata.resource(gvr, 'ns').get('a')).toEqualTypeOf<Promise<PartialObjectMetadata>>();
    // @ts-expect-error metadata alone cannot be created
    void metadata.resource(gvr).create({ metadata: { name: 'a' } });
  };
  expectTypeOf(check).toBeFunction();
});

test('informers take any of the clients', () => {
  expectTypeOf<Clientset>().toExtend<ListWatchClient>();
  expectTypeOf<DynamicClient>().toExtend<ListWatchClient>();
  expectTypeOf<MetadataClient>().not.toExtend<ListWatchClient>();
  expectTypeOf<MetadataClient>().toExtend<MetadataListWatchClient>();
});

test('a patch has parts of the object, null, or operations, as its type says', () => {
  const check = (clientset: Clientset, status: corev1.PodStatus, cached: DeepReadonly<Pod>): void => {
    const pods = clientset.coreV1().pods('default');
    const { labels } = cached.metadata ?? {};
    void pods.patch('a', { metadata: { labels: { app: null }, finalizers: null } }, { type: 'merge' });
    void pods.patch('a', { metadata: { labels } }, { type: 'merge' });
    void pods.patch('a', { status }, { type: 'merge', subresource: 'status' });
    void pods.patch('a', cached, { type: 'merge' });
    const containers = [{ name: 'b', volumeMounts: [{ mountPath: '/c', readOnly: true }] }];
    void pods.patch('a', { spec: { containers } }, { type: 'strategic' });
    void pods.patch('a', { spec: { volumes: [{ name: 'b', $patch: 'delete' }] } }, { type: 'strategic' });
    void pods.patch('a', { metadata: { labels } }, { type: 'strategic' });
    void pods.patch('a', cached, { type: 'strategic' });
    void pods.patch('a', [{ op: 'remove', path: '/metadata/labels' }], { type: 'json' });
    void pods.patch('a', '{"metadata":{"labels":null}}', { type: 'merge' });
    // @ts-expect-error: pods have no such field
    void pods.patch('a', { spec: { replicas: 2 } }, { type: 'merge' });
    // @ts-expect-error: pods have no such field
    void pods.patch('a', { spec: { containers: [{ img: 'nginx' }] } }, { type: 'strategic' });
    // @ts-expect-error: a string, not a number
    void pods.patch('a', { spec: { nodeName: 2 } }, { type: 'strategic' });
    // @ts-expect-error: the list is replaced, and a mount without the name of its volume is not valid
    void pods.patch('a', { spec: { containers } }, { type: 'merge' });
    // @ts-expect-error: a merge patch has no directives
    void pods.patch('a', { spec: { $patch: 'replace' } }, { type: 'merge' });
    // @ts-expect-error: a merge patch has no operations
    void pods.patch('a', [{ op: 'remove', path: '/metadata/labels' }], { type: 'merge' });
    // @ts-expect-error: no such operation
    void pods.patch('a', [{ op: 'delete', path: '/metadata/labels' }], { type: 'json' });
    // @ts-expect-error: a value is missing
    void pods.patch('a', [{ op: 'add', path: '/metadata/labels' }], { type: 'json' });
    void clientset
      .coreV1()
      .configMaps('a')
      .patch('a', { data: { size: null } }, { type: 'merge' });
    void pods
      .subresource<autoscalingv1.Scale>('scale')
      .patch('a', { spec: { replicas: 2 } }, { type: 'merge' });
  };
  expectTypeOf(check).toBeFunction();
});

test('a patch of an object whose type does not say its fields may have any', () => {
  const check = async <T extends KubernetesObject>(
    dynamic: DynamicClient,
    reconcile: ReconcileClient,
    generic: ClientOf<T>,
  ): Promise<void> => {
    const sites = dynamic.resource({ group: 'example.com', version: 'v1', resource: 'sites' });
    await sites.patch('a', { spec: { host: null }, metadata: { labels: null } }, { type: 'merge' });
    // @ts-expect-error: the value of a label is not a number
    await sites.patch('a', { metadata: { labels: { a: 1 } } }, { type: 'merge' });
    const reference = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    await reconcile.patch(reference, { spec: { nodeName: 'b' } }, { type: 'strategic' });
    // @ts-expect-error: no operations
    await reconcile.patch(reference, { spec: { nodeName: 'b' } }, { type: 'json' });
    await generic.patch('a', [{ op: 'remove', path: '/metadata/labels' }], { type: 'json' });
  };
  expectTypeOf(check).toBeFunction();
});
