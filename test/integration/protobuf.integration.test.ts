// Protobuf of a real API server: every kind that it serves is the same from protobuf and from JSON.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { FieldMask } from '../../packages/kube-informers/src/meta/field-mask.js';
import type { Resource } from '../../packages/kube-informers/src/meta/resource.js';
import { StatusError } from '../../packages/kube-informers/src/meta/errors.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { resources } from '../../packages/kube-informers/src/resources/index.js';
import { projectedFormat } from '../../packages/kube-informers/src/wire/json-format.js';
import { MessageReader } from '../../packages/kube-informers/src/wire/protobuf/message-reader.js';
import { MessageTypes } from '../../packages/kube-informers/src/wire/protobuf/message-types.js';
import { messageTables } from '../../packages/kube-informers/src/wire/protobuf/messages/index.js';
import { Maker } from '../../packages/kube-informers/src/wire/protobuf/random-objects.test-support.js';
import { openEnvelope } from '../../packages/testing/src/apiserver/types/decode-protobuf.js';
import { typeOfKind } from '../../packages/testing/src/apiserver/types/type-table.js';
import { toJson } from '@kube-informers/schema/internal';
import { connect, freshNamespace } from './harness.js';

const { coreV1, appsV1, batchV1, coordinationV1 } = resources;
const kinds = [
  coreV1.pods,
  coreV1.nodes,
  coreV1.services,
  coreV1.configMaps,
  coreV1.secrets,
  coreV1.events,
  coreV1.endpoints,
  coreV1.serviceAccounts,
  appsV1.deployments,
  appsV1.replicaSets,
  batchV1.jobs,
  coordinationV1.leases,
].map((resource) => [resource.kind, resource as unknown as Resource<KubernetesObject>] as const);

let clientset: Clientset;
let namespace: string;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
});

afterAll(async () => {
  await clientset.close();
});

test.each(kinds)('random objects of kind %s', async (kind, resource) => {
  const { group, version, apiVersion } = resource;
  const type = typeOfKind(group, version, kind);
  const table = await messageTables[apiVersion]?.();
  if (type === undefined || table === undefined) throw new Error(`${kind} has no table`);
  const whole = new MessageTypes(table).planOf(kind, true);
  if (whole === undefined) throw new Error(`${kind} is not in its table`);
  const prefix = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const path = `${prefix}${resource.namespaced ? `/namespaces/${namespace}` : ''}/${resource.resource}`;
  const rest = clientset.restClient;
  let created = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const make = new Maker(seed);
    const name = `${namespace}-${seed}`;
    const metadata = {
      name,
      labels: { app: 'web' },
      annotations: { note: 'ä"\n' },
      finalizers: ['a.example/b'],
    };
    const object = make.object(type);
    if (group === 'apps') selectOwnPods(object);
    if (kind === 'Pod' || kind === 'Job') takeOwnContainers(kind, object);
    if (kind === 'Service') object['spec'] = { ...(object['spec'] as object), ports: [{ port: 80 }] };
    if (kind === 'Event') takeOwnReport(object);
    if (!(await createWithoutRefused(path, { ...object, apiVersion, kind, metadata }))) continue;
    created++;
    const one = `${path}/${name}`;
    const json = await rest.request<KubernetesObject>({ method: 'GET', path: one });
    const bytes = await rest.raw({ method: 'GET', path: one, accept: 'application/vnd.kubernetes.protobuf' });
    const { raw } = openEnvelope(Buffer.from(bytes));
    const read = new MessageReader().read(whole, raw, 0, raw.length, { apiVersion, kind });
    expect(read).toStrictEqual(json);
    const fields = make.mask(type);
    const mask = FieldMask.of('a test', { fields });
    if (mask === undefined) throw new Error('fields make a mask');
    const format = projectedFormat(mask, { apiVersion, kind });
    const decoders = await format.protobuf?.();
    const query = { fieldSelector: `metadata.name=${name}` };
    const list = await rest.list({ path, query, format });
    expect(list.items).toStrictEqual([mask.apply(json)]);
    // Undefined for masks that keep most.
    expect(decoders?.isUsable).not.toBe(false);
    using watch = await rest.watch({ path, query: { ...query, resourceVersion: '0' }, format });
    expect((await watch.nextBatch())?.[0]).toStrictEqual({ type: 'ADDED', object: mask.apply(json) });
  }
  expect(created).toBeGreaterThan(0);
});

/** Creates an object, without the fields that the server refuses. Returns false if it refuses the object as a whole. */
async function createWithoutRefused(path: string, object: object): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      await clientset.restClient.request({ method: 'POST', path, body: toJson(object) });
      return true;
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      const fields = (error.status.details?.causes ?? []).map(({ field = '' }) => field);
      if (!fields.some((field) => removeField(object, field))) return false;
    }
  }
  return false;
}

/** Removes the value at a path, or what is nearest to a value that is missing. Returns false for an unknown path. */
function removeField(object: object, path: string): boolean {
  const steps = [...path.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map(([step, index]) => index ?? step);
  let parent: object | undefined;
  let last = '';
  let value: unknown = object;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Reflect.has(value, step)) break;
    parent = value;
    last = step;
    value = Reflect.get(value, step);
  }
  if (parent === undefined || last === 'metadata') return false;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return true;
}

/** Random containers are never valid. */
function takeOwnContainers(kind: string, object: Record<string, unknown>): void {
  const spec = { containers: [{ name: 'app', image: 'web' }], restartPolicy: 'Never' };
  const given = (object['spec'] ?? {}) as Record<string, unknown>;
  object['spec'] = kind === 'Pod' ? { ...given, ...spec } : { ...given, template: { spec } };
}

/** The server refuses a selector that does not select the labels of the template, and a Deployment without containers. */
function selectOwnPods(object: Record<string, unknown>): void {
  const labels = { app: 'web' };
  const spec = (object['spec'] ?? {}) as Record<string, unknown>;
  const { spec: pod } = (spec['template'] ?? {}) as { spec?: object };
  const own = { metadata: { labels }, spec: { ...pod, containers: [{ name: 'app', image: 'web' }] } };
  object['spec'] = { ...spec, selector: { matchLabels: labels }, template: own };
}

/** The server refuses an event with an `eventTime` that lacks one of these, and one about an object of another namespace. */
function takeOwnReport(object: Record<string, unknown>): void {
  object['involvedObject'] = { ...(object['involvedObject'] as object), namespace };
  Object.assign(object, {
    reportingComponent: 'web.example/controller',
    reportingInstance: 'web-1',
    action: 'Start',
    reason: 'Started',
    type: 'Normal',
  });
}
