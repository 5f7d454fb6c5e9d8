import type { KubernetesObject } from 'kube-informers';
import { projected } from '../packages/kube-informers/src/meta/field-mask.js';

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
export function maskedBy<T extends KubernetesObject>({ fields, exclude }: Mask, object: T): T {
  // Copies have the members of the object, but for those that may be missing.
  if (exclude !== undefined) {
    const kept = without(exclude, object) as T;
    const text = pathsOf(exclude).map((path) => `-${path}`);
    // An object that lacks only the managed fields counts as whole.
    return text.join() === '-metadata.managedFields' ? kept : marked(kept, text);
  }
  if (fields === undefined) return object;
  return marked(only(union(identity, fields), object) as T, pathsOf(fields));
}

function marked<T extends object>(object: T, paths: readonly string[]): T {
  return Object.assign(object, { [projected]: paths.toSorted().join(',') });
}

function only(names: Names, value: unknown): unknown {
  return byMember(value, (name, member) => {
    const rule = ruleOf(names, name);
    if (rule === undefined) return undefined;
    return rule === true ? member : only(rule, member);
  });
}

function without(names: Names, value: unknown): unknown {
  return byMember(value, (name, member) => {
    const rule = ruleOf(names, name);
    if (rule === true) return undefined;
    return rule === undefined ? member : without(rule, member);
  });
}

/** A member may have any name: constructor, __proto__. */
function ruleOf(names: Names, name: string): true | Names | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** A copy of an object, or of each object in a list, with what `keep` returns of its members. Lists in lists stay whole. */
function byMember(value: unknown, keep: (name: string, member: unknown) => unknown): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => (Array.isArray(item) ? item : byMember(item, keep)));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, keep(name, member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function union(one: Names, other: Names): Names {
  const names = new Map(Object.entries(one));
  for (const [name, rule] of Object.entries(other)) {
    const known = names.get(name);
    if (known === undefined || rule === true) names.set(name, rule);
    else if (known !== true) names.set(name, union(known, rule));
  }
  return Object.fromEntries(names);
}

export function pathsOf(names: Names): string[] {
  return Object.entries(names).flatMap(([name, rule]) =>
    rule === true ? [name] : pathsOf(rule).map((path) => `${name}.${path}`),
  );
}
