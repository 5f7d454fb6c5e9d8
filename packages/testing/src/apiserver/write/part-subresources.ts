import { type JsonObject, at, childOf, objectsOf } from '@kube-informers/schema/internal';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** A subresource through which a part of an object is written, besides `status` and `scale`. */
export interface PartSubresource {
  readonly verbs: readonly string[];
  /** Labels and the like may change as well. */
  readonly changesMetadata: boolean;
  /** Which of the kind's checks apply: those of an update would refuse what only this subresource changes. */
  readonly checkedAs: 'update' | 'new' | 'nothing';
  /** Puts the part of `body`, which a client sent, into `next`, which is what was stored. */
  take(body: ObjectBody, next: ObjectBody, now: string): void;
  /** In an update of the object itself, keeps the part as it was. */
  keep?(body: ObjectBody, old: ObjectBody): void;
}

const allVerbs = ['get', 'patch', 'update'];

/** By `resource.group/subresource`. */
const parts: Readonly<Record<string, PartSubresource>> = {
  'namespaces./finalize': {
    verbs: ['update'],
    changesMetadata: true,
    checkedAs: 'update',
    take: copyFinalizers,
    keep: (body, old) => copyFinalizers(old, body),
  },
  'pods./ephemeralcontainers': {
    verbs: allVerbs,
    changesMetadata: false,
    checkedAs: 'nothing',
    take: (body, next) =>
      copy(at(body, 'spec', 'ephemeralContainers'), childOf(next, 'spec'), 'ephemeralContainers'),
  },
  'pods./resize': {
    verbs: allVerbs,
    changesMetadata: false,
    checkedAs: 'new',
    take(body, next) {
      for (const field of ['containers', 'initContainers']) {
        const given = objectsOf(at(body, 'spec', field));
        for (const container of objectsOf(at(next, 'spec', field))) {
          const resized = given.find(({ name }) => name === container['name']);
          for (const part of ['resources', 'resizePolicy']) copy(resized?.[part], container, part);
        }
      }
    },
  },
  'certificatesigningrequests.certificates.k8s.io/approval': {
    verbs: allVerbs,
    changesMetadata: true,
    checkedAs: 'update',
    take(body, next, now) {
      const conditions = objectsOf(at(body, 'status', 'conditions'));
      for (const condition of conditions) {
        condition['lastUpdateTime'] ??= now;
        condition['lastTransitionTime'] ??= now;
      }
      copy(conditions.length === 0 ? undefined : conditions, childOf(next, 'status'), 'conditions');
    },
  },
};

/** Returns how a subresource changes its object; undefined for one that does otherwise. */
export function partSubresource({ id }: ServedResource, subresource: string): PartSubresource | undefined {
  const key = `${id}/${subresource}`;
  return Object.hasOwn(parts, key) ? parts[key] : undefined;
}

/** In an update of an object itself, keeps what only its subresources change. */
export function keepParts(served: ServedResource, body: ObjectBody, old: ObjectBody): void {
  for (const name of served.resource.subresources) partSubresource(served, name)?.keep?.(body, old);
}

function copyFinalizers(from: ObjectBody, to: ObjectBody): void {
  copy(at(from, 'spec', 'finalizers'), childOf(to, 'spec'), 'finalizers');
}

function copy(value: unknown, into: JsonObject, field: string): void {
  if (value === undefined) delete into[field];
  else into[field] = structuredClone(value);
}

const allMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** What of the metadata the status endpoint of a built-in kind does not change, by `resource.group`. */
const keptByStatus: Readonly<Record<string, readonly (typeof allMetadata)[number][]>> = {
  'pods.': ['ownerReferences'],
  'deployments.apps': ['labels'],
  'validatingadmissionpolicies.admissionregistration.k8s.io': allMetadata,
  'apiservices.apiregistration.k8s.io': allMetadata,
  'podcertificaterequests.certificates.k8s.io': allMetadata,
  'flowschemas.flowcontrol.apiserver.k8s.io': allMetadata,
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': allMetadata,
  'servicecidrs.networking.k8s.io': allMetadata,
  'devicetaintrules.resource.k8s.io': allMetadata,
  'resourceclaims.resource.k8s.io': allMetadata,
  'volumeattachments.storage.k8s.io': allMetadata,
  'storageversionmigrations.storagemigration.k8s.io': allMetadata,
};

/** Returns what of the metadata the status endpoint of a kind does not change. */
export function metadataKeptByStatus({
  id,
  custom,
}: ServedResource): readonly (typeof allMetadata)[number][] {
  if (custom) return allMetadata;
  return Object.hasOwn(keptByStatus, id) ? (keptByStatus[id] ?? []) : [];
}
