import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from 'kube-informers';
import { dnsLabelProblems, forbiddenField, invalidField, pathSegmentProblems } from 'kube-informers/internal';
import type { ObjectBody } from '../storage/stored-object.js';
import { asObject, childOf, fillDefaults, objectsOf } from '../json/json-fields.js';
import type { KindOverrides } from '../objects/kind-rules.js';

export const namespaceRules: KindOverrides = {
  nameProblems: dnsLabelProblems,
  returnsDeletedObject: true,
  deleteCollection: false,
  applyDefaults(body) {
    const { metadata } = body;
    if (metadata?.name === undefined) return;
    metadata.labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name };
  },
  prepareCreate(body) {
    body['spec'] = { finalizers: ['kubernetes'] };
    body['status'] = { phase: 'Active' };
  },
};

export const nodeRules: KindOverrides = {
  applyDefaults(body) {
    fillDefaults(body, { spec: {} });
    const status = childOf(body, 'status');
    fillDefaults(status, {
      daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
      nodeInfo: {
        machineID: '',
        systemUUID: '',
        bootID: '',
        kernelVersion: '',
        osImage: '',
        containerRuntimeVersion: '',
        kubeletVersion: '',
        kubeProxyVersion: '',
        operatingSystem: '',
        architecture: '',
      },
    });
    for (const condition of objectsOf(status['conditions'])) {
      for (const field of ['lastHeartbeatTime', 'lastTransitionTime']) condition[field] ??= null;
    }
  },
};

/** An object with `immutable` set keeps it, and its data. */
function immutableErrors(body: ObjectBody, old: ObjectBody, fields: readonly string[]): FieldError[] {
  if (old['immutable'] !== true) return [];
  const changed = fields.filter((field) => !isDeepStrictEqual(body[field], old[field]));
  const lost = body['immutable'] === true ? [] : ['immutable'];
  return [...lost, ...changed].map((field) =>
    forbiddenField(field, 'field is immutable when `immutable` is set'),
  );
}

export const secretRules: KindOverrides = {
  validateUpdate(body, old) {
    const { type } = body;
    const retyped = type === old['type'] ? [] : [invalidField('type', type, 'field is immutable')];
    return [...retyped, ...immutableErrors(body, old, ['data'])];
  },
  applyDefaults(body) {
    const text = asObject(body['stringData']);
    if (text !== undefined) {
      const data = childOf(body, 'data');
      for (const [key, value] of Object.entries(text)) {
        if (typeof value === 'string') data[key] = Buffer.from(value, 'utf8').toString('base64');
      }
    }
    delete body['stringData'];
  },
};

export const serviceAccountRules: KindOverrides = {
  returnsDeletedObject: true,
  applyDefaults(body) {
    // They are references, of which only the name is kept.
    for (const secret of objectsOf(body['secrets']))
      for (const field of Object.keys(secret)) if (field !== 'name') delete secret[field];
  },
};

export const eventRules: KindOverrides = {
  createOnUpdate: true,
  applyDefaults(body) {
    fillDefaults(body, {
      involvedObject: {},
      source: {},
      reportingComponent: '',
      reportingInstance: '',
      firstTimestamp: body.metadata?.creationTimestamp ?? null,
      lastTimestamp: body.metadata?.creationTimestamp ?? null,
    });
    body['eventTime'] ??= null;
  },
};

export const rbacRules: KindOverrides = { nameProblems: pathSegmentProblems };

/** Volumes and claims start as pending. */
export const pendingRules: KindOverrides = {
  returnsDeletedObject: true,
  prepareCreate: (body) => fillDefaults(childOf(body, 'status'), { phase: 'Pending' }),
};

/** A ConfigMap's values must be strings. */
export const configMapRules: KindOverrides = {
  validateUpdate: (body, old) => immutableErrors(body, old, ['data', 'binaryData']),
  validate(body) {
    const data = asObject(body['data']) ?? {};
    return Object.entries(data)
      .filter(([key]) => !/^[-._a-zA-Z0-9]+$/.test(key))
      .map(([key]) =>
        invalidField(
          `data[${key}]`,
          key,
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
        ),
      );
  },
};
