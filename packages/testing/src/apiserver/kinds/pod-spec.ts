import type { FieldError } from 'kube-informers';
import { duplicateField, requiredField } from 'kube-informers/internal';
import { fillDeep } from './default-rules.js';
import { asObject, childOf, objectsOf, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';

/** Sets the defaults of a pod: those of every pod spec, and those that templates do not get. */
export function defaultPod(spec: JsonObject): void {
  defaultPodSpec(spec);
  for (const list of ['containers', 'initContainers']) {
    for (const container of objectsOf(spec[list])) {
      defaultRequests(asObject(container['resources']));
      if (spec['hostNetwork'] !== true) continue;
      for (const port of objectsOf(container['ports'])) fillDeep(port, { hostPort: port['containerPort'] });
    }
  }
  fillDeep(spec, { enableServiceLinks: true });
}

/** Sets the defaults of a pod spec, in pods and templates. */
export function defaultPodSpec(spec: JsonObject): void {
  for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
    for (const container of objectsOf(spec[list])) defaultContainer(container);
  }
  for (const volume of objectsOf(spec['volumes'])) defaultVolume(volume);
  fillDeep(spec, {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  });
}

function defaultContainer(container: JsonObject): void {
  for (const port of objectsOf(container['ports'])) fillDeep(port, { protocol: 'TCP' });
  for (const variable of objectsOf(container['env'])) defaultFieldRef(asObject(variable['valueFrom']));
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) defaultProbe(container[probe]);
  const lifecycle = asObject(container['lifecycle']);
  for (const hook of ['postStart', 'preStop']) defaultHttpGet(asObject(lifecycle?.[hook]));
  fillDeep(container, {
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicy(container['image']),
  });
}

/** Requests default to the limits. */
function defaultRequests(resources: JsonObject | undefined): void {
  const limits = asObject(resources?.['limits']);
  if (resources === undefined || limits === undefined) return;
  fillDeep(childOf(resources, 'requests'), limits);
}

function defaultProbe(value: unknown): void {
  const probe = asObject(value);
  if (probe === undefined) return;
  fillDeep(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
  defaultHttpGet(probe);
  const grpc = asObject(probe['grpc']);
  if (grpc !== undefined) fillDeep(grpc, { service: '' });
}

function defaultHttpGet(handler: JsonObject | undefined): void {
  const request = asObject(handler?.['httpGet']);
  if (request !== undefined) fillDeep(request, { path: '/', scheme: 'HTTP' });
}

function defaultFieldRef(source: JsonObject | undefined): void {
  const reference = asObject(source?.['fieldRef']);
  if (reference !== undefined) fillDeep(reference, { apiVersion: 'v1' });
}

// 0644, the default mode of a volume's files.
const fileMode = 420;

function defaultVolume(volume: JsonObject): void {
  if (Object.keys(volume).every((field) => field === 'name')) volume['emptyDir'] = {};
  defaultVolumeSource(volume);
  for (const source of ['secret', 'configMap', 'downwardAPI', 'projected']) {
    const files = asObject(volume[source]);
    if (files !== undefined) fillDeep(files, { defaultMode: fileMode });
  }
  for (const item of objectsOf(asObject(volume['downwardAPI'])?.['items'])) defaultFieldRef(item);
  for (const source of objectsOf(asObject(volume['projected'])?.['sources'])) {
    const token = asObject(source['serviceAccountToken']);
    if (token !== undefined) fillDeep(token, { expirationSeconds: 3600 });
    for (const item of objectsOf(asObject(source['downwardAPI'])?.['items'])) defaultFieldRef(item);
  }
  const claim = asObject(asObject(volume['ephemeral'])?.['volumeClaimTemplate']);
  if (claim !== undefined) fillDeep(childOf(claim, 'spec'), { volumeMode: 'Filesystem' });
  const image = asObject(volume['image']);
  if (image !== undefined) fillDeep(image, { pullPolicy: pullPolicy(image['reference']) });
}

/** The sources common to volumes of pods and persistent volumes. */
const volumeSources: JsonObject = {
  iscsi: { iscsiInterface: 'default' },
  rbd: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  azureDisk: { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false },
  scaleIO: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
};

/** Sets the defaults of the source in a volume, or in the spec of a persistent volume. */
export function defaultVolumeSource(volume: JsonObject): void {
  const host = asObject(volume['hostPath']);
  if (host !== undefined) host['type'] ??= '';
  for (const [name, defaults] of Object.entries(volumeSources)) {
    const source = asObject(volume[name]);
    if (source !== undefined) fillDeep(source, asObject(defaults) ?? {});
  }
}

/** An image without a tag means `latest`, which is always pulled. */
function pullPolicy(image: unknown): string {
  if (typeof image !== 'string') return 'Always';
  if (image.includes('@')) return 'IfNotPresent';
  const tag = /:([^/:]*)$/.exec(image)?.[1];
  return tag !== undefined && tag !== '' && tag !== 'latest' ? 'IfNotPresent' : 'Always';
}

/** Validates a pod spec: it needs containers, with unique names and images. */
export function podSpecErrors(spec: unknown, path: string): FieldError[] {
  const containers = objectsOf(asObject(spec)?.['containers']);
  if (containers.length === 0) return [requiredField(`${path}.containers`)];
  const names = new Set<string>();
  return containers.flatMap((container, index) => {
    const errors: FieldError[] = [];
    const field = `${path}.containers[${index}]`;
    const name = textAt(container, 'name');
    if (name === '') errors.push(requiredField(`${field}.name`));
    else if (names.has(name)) errors.push(duplicateField(`${field}.name`, name));
    names.add(name);
    if (textAt(container, 'image') === '') errors.push(requiredField(`${field}.image`));
    return errors;
  });
}

/** PodQOS: Guaranteed, Burstable or BestEffort, from the containers' requests. */
export function qosClass(spec: JsonObject): string {
  const containers = [...objectsOf(spec['containers']), ...objectsOf(spec['initContainers'])];
  let anything = false;
  let guaranteed = containers.length > 0;
  for (const container of containers) {
    const resources = asObject(container['resources']);
    const limits = asObject(resources?.['limits']) ?? {};
    const requests = asObject(resources?.['requests']) ?? {};
    if (Object.keys(limits).length > 0 || Object.keys(requests).length > 0) anything = true;
    for (const name of ['cpu', 'memory']) {
      const limit = limits[name];
      if (limit === undefined || (requests[name] !== undefined && requests[name] !== limit))
        guaranteed = false;
    }
  }
  if (!anything) return 'BestEffort';
  return guaranteed ? 'Guaranteed' : 'Burstable';
}
