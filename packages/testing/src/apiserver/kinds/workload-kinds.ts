import { isDeepStrictEqual } from 'node:util';
import { at, childOf, fillDefaults, objectsOf } from '@kube-informers/schema/internal';
import type { KindOverrides } from '../objects/kind-rules.js';
import { metadataOf } from '../objects/object-meta.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { admitChangedPod, syncPodAddresses } from './pod-admission.js';
import { qosClass } from './pod-spec.js';

/** Sets the status of a new pod. */
export function preparePod(body: ObjectBody): void {
  const status = childOf(body, 'status');
  fillDefaults(status, { phase: 'Pending', qosClass: qosClass(childOf(body, 'spec')) });
}

export const podRules: KindOverrides = {
  gracefulDeletion: true,
  applyDefaults: syncPodAddresses,
  prepareUpdate(body, old) {
    admitChangedPod(body, old);
    const before = at(old, 'status', 'qosClass');
    if (before !== undefined) fillDefaults(childOf(body, 'status'), { qosClass: before });
  },
};

/** The conversion to the stored version names the kind of the claims. */
export const statefulSetRules: KindOverrides = {
  applyDefaults(body) {
    for (const claim of objectsOf(at(body, 'spec', 'volumeClaimTemplates')))
      fillDefaults(claim, { kind: 'PersistentVolumeClaim', apiVersion: 'v1' });
  },
};

const templateGeneration = 'deprecated.daemonset.template.generation';

/** An annotation counts the changes of the template. */
export const daemonSetRules: KindOverrides = {
  prepareCreate(body) {
    annotate(body, 1);
  },
  prepareUpdate(body, old) {
    const before = Number(old.metadata?.annotations?.[templateGeneration] ?? 0);
    const changed = !isDeepStrictEqual(at(body, 'spec', 'template'), at(old, 'spec', 'template'));
    annotate(body, changed ? before + 1 : before);
  },
};

function annotate(body: Parameters<typeof metadataOf>[0], generation: number): void {
  const metadata = metadataOf(body);
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(generation) };
}
