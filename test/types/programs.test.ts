import { expectTypeOf, test } from 'vitest';
import { copyOf, defineResource, isNotFound, resources } from 'kube-informers';
import type {
  Clientset,
  ConfigMap,
  Container,
  CronJob,
  DeepReadonly,
  Deployment,
  Ingress,
  IntOrString,
  Job,
  KubernetesObject,
  Lister,
  OwnerReference,
  Pod,
  Resource,
  ResourceClient,
  Secret,
  Service,
  ServicePort,
  SharedIndexInformer,
  corev1,
} from 'kube-informers';

// Programs as users write them, without a cast. Checked by the compiler: nothing of this is called.

test('a deployment is created from a literal, changed, and its status read', () => {
  const program = async (clientset: Clientset): Promise<number> => {
    const deployments = clientset.appsV1().deployments('default');
    const labels = { app: 'web' };
    const created = await deployments.create({
      metadata: { name: 'web', labels },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              {
                name: 'web',
                image: 'nginx',
                ports: [{ containerPort: 80, protocol: 'TCP' }],
                env: [{ name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
                resources: { requests: { cpu: '100m', memory: '64Mi' } },
                readinessProbe: { httpGet: { path: '/', port: 'http' } },
              },
            ],
            volumes: [{ name: 'v', emptyDir: {} }],
          },
        },
      },
    });
    created.metadata ??= {};
    created.metadata.annotations = { ...created.metadata.annotations, a: 'b' };
    if (created.spec !== undefined) created.spec.replicas = 5;
    await deployments.update(created);
    const satisfied = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'b' },
      spec: { selector: {}, template: {} },
    } satisfies Deployment;
    await deployments.create(satisfied);
    // @ts-expect-error a container has no such field
    created.spec?.template.spec?.containers.push({ name: 'a', imag: 'nginx' });
    const isAvailable = created.status?.conditions?.some(
      ({ type, status }) => type === 'Available' && status === 'True',
    );
    return isAvailable === true ? (created.status?.readyReplicas ?? 0) : 0;
  };
  expectTypeOf(program).toBeFunction();
});

test('one object is made from parts of another', () => {
  const canary = (base: Deployment, spec: NonNullable<Deployment['spec']>): Deployment => ({
    ...base,
    metadata: { ...base.metadata, name: `${base.metadata?.name}-canary` },
    spec: {
      ...spec,
      replicas: 1,
      template: {
        ...spec.template,
        metadata: {
          ...spec.template.metadata,
          labels: { ...spec.template.metadata?.labels, track: 'canary' },
        },
      },
    },
  });
  const withContainer = (pod: Pod, container: Container): Pod => ({
    ...pod,
    spec: { ...pod.spec, containers: [...(pod.spec?.containers ?? []), container] },
  });
  const optional = (image: string | undefined, cpu?: string): Container => ({
    name: 'a',
    ...(image !== undefined && { image }),
    ...(cpu !== undefined && { resources: { requests: { cpu } } }),
  });
  const ports: ServicePort[] = [
    { port: 80, targetPort: 'http' },
    { port: 81, targetPort: 8080 },
  ];
  const port: IntOrString = ports[0]?.targetPort ?? 80;
  expectTypeOf(typeof port === 'number' ? port : Number.parseInt(port, 10)).toBeNumber();
  const job: Job = {
    metadata: { generateName: 'once-' },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a' }] } } },
  };
  const path = { path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } };
  const objects: (Service | Secret | CronJob | Ingress)[] = [
    { apiVersion: 'v1', kind: 'Service', spec: { selector: { app: 'web' }, ports } },
    { apiVersion: 'v1', kind: 'Secret', stringData: { a: 'b' }, type: 'Opaque' },
    { kind: 'CronJob', spec: { schedule: '@daily', jobTemplate: { ...(job.spec && { spec: job.spec }) } } },
    { kind: 'Ingress', spec: { rules: [{ http: { paths: [path] } }] } },
  ];
  expectTypeOf([canary, withContainer, optional, objects]).toBeArray();
});

test('the kind narrows a union of objects', () => {
  const describe = (object: Pod | Deployment | Service): string => {
    switch (object.kind) {
      case 'Pod':
        return object.status?.phase ?? '';
      case 'Deployment':
        return String(object.spec?.replicas);
      default:
        return object.spec !== undefined && 'clusterIP' in object.spec ? (object.spec.clusterIP ?? '') : '';
    }
  };
  expectTypeOf(describe).returns.toBeString();
});

test('helpers for any kind take objects of the server and of a cache', () => {
  const keyOf = ({ metadata }: DeepReadonly<KubernetesObject>): string =>
    `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`;
  const isOwnedBy = (
    object: DeepReadonly<KubernetesObject>,
    owner: DeepReadonly<KubernetesObject>,
  ): boolean => object.metadata?.ownerReferences?.some(({ uid }) => uid === owner.metadata?.uid) ?? false;
  const labelled = <T extends KubernetesObject>(object: T, labels: Record<string, string>): T => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata?.labels, ...labels } },
  });
  const program = async (clientset: Clientset, pods: Lister<Pod>, pod: Pod): Promise<void> => {
    const cached = pods.getOrThrow('default/web');
    expectTypeOf([keyOf(pod), keyOf(cached)]).toEqualTypeOf<string[]>();
    expectTypeOf([isOwnedBy(pod, cached), isOwnedBy(cached, pod)]).toEqualTypeOf<boolean[]>();
    expectTypeOf(labelled(pod, {})).toEqualTypeOf<Pod>();
    await clientset
      .coreV1()
      .pods('default')
      .update(labelled(copyOf(cached), { app: 'web' }));
    const changed: DeepReadonly<Pod> = { ...cached, metadata: { ...cached.metadata, labels: { a: 'b' } } };
    expectTypeOf(changed.spec?.containers[0]?.image).toEqualTypeOf<string | undefined>();
    const find = async <T extends KubernetesObject>(
      resource: Resource<T>,
      name: string,
    ): Promise<T | undefined> => {
      try {
        return await clientset.resource(resource, 'default').get(name);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        return undefined;
      }
    };
    expectTypeOf(await find(resources.appsV1.deployments, 'web')).toEqualTypeOf<Deployment | undefined>();
    const owner: OwnerReference = { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: 'u', controller: true };
    const child: ConfigMap = { metadata: { name: 'c', ownerReferences: [owner] } };
    expectTypeOf(child).toExtend<KubernetesObject>();
  };
  expectTypeOf(program).toBeFunction();
});

test('a class keeps objects, informers and clients of one type', () => {
  class Cache<T extends KubernetesObject> {
    readonly names = new Set<string>();
    last: DeepReadonly<T> | undefined;
    readonly #lister: Lister<T>;
    readonly #client: ResourceClient<T>;

    constructor(informer: SharedIndexInformer<T>, lister: Lister<T>, client: ResourceClient<T>) {
      this.#lister = lister;
      this.#client = client;
      informer.addEventHandler({
        onAdd: (object) => {
          this.names.add(object.metadata?.name ?? '');
          this.last = object;
        },
        onDelete: ({ object }) => this.names.delete(object?.metadata?.name ?? ''),
      });
    }

    async touch(name: string): Promise<T | undefined> {
      const found = this.#lister.get(name);
      if (found === undefined) return undefined;
      const copy = copyOf(found);
      copy.metadata = { ...copy.metadata, annotations: { ...copy.metadata?.annotations, touched: 'yes' } };
      return this.#client.update(copy);
    }
  }
  const program = (informer: SharedIndexInformer<Pod>, lister: Lister<Pod>, clientset: Clientset): void => {
    const cache = new Cache(informer, lister, clientset.coreV1().pods('default'));
    expectTypeOf(cache).toEqualTypeOf<Cache<Pod>>();
    const list: Promise<{ readonly items: Pod[] }> = clientset.coreV1().pods().list({ limit: 10 });
    void list.then(({ items }) => items.map(({ status }) => status?.podIP));
    const types: Record<string, Resource> = { pods: resources.coreV1.pods, nodes: resources.coreV1.nodes };
    expectTypeOf(types['pods']?.kind).toEqualTypeOf<string | undefined>();
    expectTypeOf<corev1.PodList['items'][number]>().toEqualTypeOf<Pod>();
  };
  expectTypeOf(program).toBeFunction();
});

test('a custom resource of one’s own has conditions, and its status is applied', () => {
  interface Backup extends KubernetesObject {
    apiVersion?: 'example.com/v1';
    kind?: 'Backup';
    spec: { schedule: string; retain?: number };
    status?: { lastRun?: string };
  }
  const backups = defineResource<Backup, 'status'>({
    group: 'example.com',
    version: 'v1',
    resource: 'backups',
    kind: 'Backup',
    namespaced: true,
    subresources: ['status'],
  });
  const program = async (clientset: Clientset): Promise<void> => {
    const client = clientset.resource(backups, 'shop');
    const backup = await client.get('nightly');
    backup.status = { ...backup.status, lastRun: 'now' };
    await client.updateStatus(backup);
    await client.applyStatus(
      {
        apiVersion: 'example.com/v1',
        kind: 'Backup',
        metadata: { name: 'nightly' },
        status: { lastRun: 'now' },
      },
      { fieldManager: 'me' },
    );
    // @ts-expect-error it has no scale
    await client.scale('nightly', 1);
  };
  expectTypeOf(program).toBeFunction();
});
