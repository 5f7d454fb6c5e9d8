import type { KubernetesObject } from 'kube-informers';
import { pathsOf } from '../masks.test-support.js';
import type { Mask, Names } from '../masks.test-support.js';
import type { Chance } from './chance.js';

/** What a seed adds to the options of an informer. */
export interface Variant extends Mask {
  /** Whether the informer is stopped during the run, and another one started in its place. */
  readonly restarts: boolean;
  /** Which objects it keeps; all if undefined. */
  readonly where: ((object: Versioned) => boolean) | undefined;
}

/** What every mask keeps, and of which `where` may decide. */
type Versioned = Pick<KubernetesObject, 'metadata'>;

const labels: Names = { labels: true };

/** Masks for the resources of a run. All keep the labels, by which caches are indexed. */
const masks: Readonly<Record<string, readonly Mask[]>> = {
  metadata: [{ fields: { metadata: labels } }, { exclude: { metadata: { annotations: true } } }],
  configmaps: [
    { fields: { metadata: labels } },
    { fields: { metadata: labels, data: { note: true } } },
    { fields: { metadata: true, data: true } },
    { exclude: { data: true } },
  ],
  pods: [
    { fields: { metadata: { labels: true, annotations: true }, spec: { nodeName: true } } },
    { fields: { metadata: labels, spec: { containers: { image: true } }, status: { phase: true } } },
    { fields: { metadata: labels, spec: true } },
    { fields: { metadata: true, spec: true, status: true } },
    { exclude: { metadata: { managedFields: true }, spec: { containers: { image: true } } } },
  ],
  leases: [{ fields: { metadata: labels, spec: { holderIdentity: true } } }, { exclude: { spec: true } }],
  widgets: [
    { fields: { metadata: labels, spec: { size: true } } },
    { exclude: { metadata: { managedFields: true }, spec: { note: true } } },
  ],
};

/** Objects come and go with each write: what matches is decided by the version. */
function atTwoVersionsInThree({ metadata }: Versioned): boolean {
  return Number(metadata?.resourceVersion) % 3 !== 0;
}

/** Chooses the same for the same seed. Two in three have a mask, every second one restarts, every third one has `where`. */
export function variantOf(resource: string, chance: Chance): Variant {
  const isMasked = chance.happens(2 / 3);
  const mask = chance.pick(masks[resource] ?? [{}]);
  return {
    ...(isMasked ? mask : {}),
    restarts: chance.happens(0.5),
    where: chance.happens(1 / 3) ? atTwoVersionsInThree : undefined,
  };
}

/** The variant in a few words. */
export function describeVariant({ fields, exclude, restarts, where }: Variant): string {
  const words = [
    ...(fields === undefined ? [] : [`fields ${pathsOf(fields).join(' ')}`]),
    ...(exclude === undefined ? [] : [`without ${pathsOf(exclude).join(' ')}`]),
    ...(restarts ? ['restarts'] : []),
    ...(where === undefined ? [] : ['where']),
  ];
  return words.length === 0 ? 'as planned' : words.join(', ');
}
