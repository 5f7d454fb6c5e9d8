import type { KubernetesObject, StateOptions } from 'kube-informers';
import { projected } from '../../packages/kube-informers/src/meta/field-mask.js';
import type { Chance } from './chance.js';

/** Names of members, true for one that is meant as a whole. */
export interface Names {
  readonly [member: string]: true | Names;
}

/** The fields that objects keep. */
export interface Mask {
  /** Only these: those of built-in kinds are read as protobuf, unless spec and status are whole. */
  readonly fields?: Names | undefined;
  /** All but these. */
  readonly exclude?: Names | undefined;
}

/** What a seed adds to the options of an informer. */
export interface Variant extends Mask {
  /** Whether the cache is saved, and the informer is stopped and started again during the run. */
  readonly isWarm: boolean;
}

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

/** Chooses the same for the same seed. Two in three have a mask, every second one is warm. */
export function variantOf(resource: string, chance: Chance): Variant {
  const isMasked = chance.happens(2 / 3);
  const mask = chance.pick(masks[resource] ?? [{}]);
  return { ...(isMasked ? mask : {}), isWarm: chance.happens(0.5) };
}

/** The variant in a few words. */
export function describeVariant({ fields, exclude, isWarm }: Variant): string {
  const words = [
    ...(fields === undefined ? [] : [`fields ${pathsOf(fields).join(' ')}`]),
    ...(exclude === undefined ? [] : [`without ${pathsOf(exclude).join(' ')}`]),
    ...(isWarm ? ['warm starts'] : []),
  ];
  return words.length === 0 ? 'as planned' : words.join(', ');
}

/** The option `state`. Saved often, so that a stop during an outage leaves something to start from. */
export function stateOf(directory: string): StateOptions {
  return { store: directory, intervalMs: 5000, version: 'soak' };
}

const identity: Names = {
  apiVersion: true,
  kind: true,
  metadata: {
    name: true,
    namespace: true,
    uid: true,
    resourceVersion: true,
    generation: true,
    creationTimestamp: true,
    deletionTimestamp: true,
    finalizers: true,
    ownerReferences: true,
  },
};

/** What a cache with these options has to hold of an object. Written here, since the library's own masks are under test. */
export function maskedBy({ fields, exclude }: Mask, object: KubernetesObject): KubernetesObject {
  if (exclude !== undefined) {
    const kept = without(exclude, object) as KubernetesObject;
    const text = pathsOf(exclude).map((path) => `-${path}`);
    // An object that lacks only the managed fields counts as whole.
    return text.join() === '-metadata.managedFields' ? kept : marked(kept, text);
  }
  if (fields === undefined) return object;
  return marked(only(union(identity, fields), object) as KubernetesObject, pathsOf(fields));
}

function marked(object: KubernetesObject, paths: readonly string[]): KubernetesObject {
  return Object.assign(object, { [projected]: paths.toSorted().join(',') });
}

function only(names: Names, value: unknown): unknown {
  return byMember(value, (name, member) => {
    const rule = names[name];
    if (rule === undefined) return undefined;
    return rule === true ? member : only(rule, member);
  });
}

function without(names: Names, value: unknown): unknown {
  return byMember(value, (name, member) => {
    const rule = names[name];
    if (rule === true) return undefined;
    return rule === undefined ? member : without(rule, member);
  });
}

/** A copy of an object, or of each object in a list, with what `keep` returns of its members. */
function byMember(value: unknown, keep: (name: string, member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => byMember(item, keep));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, keep(name, member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function union(one: Names, other: Names): Names {
  const names: Record<string, true | Names> = { ...one };
  for (const [name, rule] of Object.entries(other)) {
    const known = names[name];
    names[name] = rule === true || known === undefined || known === true ? rule : union(known, rule);
  }
  return names;
}

function pathsOf(names: Names): string[] {
  return Object.entries(names).flatMap(([name, rule]) =>
    rule === true ? [name] : pathsOf(rule).map((path) => `${name}.${path}`),
  );
}
