import { dnsLabelProblems, pathSegmentProblems } from 'kube-informers/internal';
import { asObject, childOf, fillDefaults, objectsOf, textAt } from '@kube-informers/schema/internal';
import type { KindOverrides } from '../objects/kind-rules.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { taintNewNode } from './pod-admission.js';

export const namespaceRules: KindOverrides = {
  nameProblems: dnsLabelProblems,
  returnsDeletedObject: true,
  deleteCollection: false,
  prepareCreate(body) {
    body['spec'] = { finalizers: ['kubernetes'] };
    body['status'] = { phase: 'Active' };
  },
};

export const nodeRules: KindOverrides = {
  prepareCreate: taintNewNode,
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

export const secretRules: KindOverrides = {
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
  prepareCreate: keepNamesOfSecrets,
  prepareUpdate: keepNamesOfSecrets,
};

/** They are references, of which only the name is kept: registry/core/serviceaccount/strategy.go. */
function keepNamesOfSecrets(body: ObjectBody): void {
  for (const secret of objectsOf(body['secrets']))
    for (const field of Object.keys(secret)) if (field !== 'name') delete secret[field];
}

export const serviceRules: KindOverrides = {
  returnsDeletedObject: true,
  createOnUpdate: true,
  nameProblems: dnsLabelProblems,
  warnings: serviceWarnings,
};

/** pkg/api/service/warnings.go, without those of addresses in unusual forms. */
function serviceWarnings(body: ObjectBody): string[] {
  const spec = asObject(body['spec']) ?? {};
  const isExternalName = spec['type'] === 'ExternalName';
  const isHeadless = spec['type'] === 'ClusterIP' && spec['clusterIP'] === 'None';
  const hasExternalAddresses = Array.isArray(spec['externalIPs']) && spec['externalIPs'].length > 0;
  const warnings: string[] = [];
  const warn = (applies: boolean, text: string): void => {
    if (applies) warnings.push(text);
  };
  warn(
    body.metadata?.annotations?.['service.kubernetes.io/topology-aware-hints'] !== undefined,
    'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
  );
  if (isHeadless) {
    warn(textAt(spec, 'loadBalancerIP') !== '', 'spec.loadBalancerIP is ignored for headless services');
    warn(hasExternalAddresses, 'spec.externalIPs is ignored for headless services');
    warn(spec['sessionAffinity'] !== 'None', 'spec.SessionAffinity is ignored for headless services');
  }
  warn(
    hasExternalAddresses && !isHeadless && !isExternalName,
    'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
  );
  warn(
    isExternalName && hasExternalAddresses,
    'spec.externalIPs is ignored when spec.type is "ExternalName"',
  );
  warn(
    !isExternalName && textAt(spec, 'externalName') !== '',
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  );
  warn(
    spec['trafficDistribution'] === 'PreferClose',
    'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
  );
  return warnings;
}

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

/** A request for a certificate says who made it. */
export const certificateRequestRules: KindOverrides = {
  prepareCreate(body, _trusted, user) {
    if (user === undefined) return;
    const spec = childOf(body, 'spec');
    const { name: username, uid, groups, extra } = user;
    for (const field of ['username', 'uid', 'groups', 'extra']) delete spec[field];
    Object.assign(
      spec,
      { username, groups: [...groups] },
      uid === '' ? {} : { uid },
      Object.keys(extra).length === 0 ? {} : { extra },
    );
  },
};

/** Volumes and claims start as pending. */
export const pendingRules: KindOverrides = {
  returnsDeletedObject: true,
  prepareCreate: (body) => fillDefaults(childOf(body, 'status'), { phase: 'Pending' }),
};
