import type { KubernetesObject } from '../../meta/types.js';

/** What every object of a Reflector must be. A resource descriptor (`defineResource`) is one. */
export interface ExpectedType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** client-go's defaultExpectedTypeName. */
export const unspecifiedType = '<unspecified>';

/** How a Reflector names what it mirrors in messages: `apps/v1, Kind=Deployment`, as client-go prints a GVK. */
export function describeType(expected: ExpectedType | undefined): string {
  return expected === undefined ? unspecifiedType : `${expected.apiVersion}, Kind=${expected.kind}`;
}

/**
 * False for an object that says it is something else. One that says nothing passes: the API server always says it, and
 * a hand-made source need not.
 */
export function hasType(object: KubernetesObject, expected: ExpectedType): boolean {
  return (
    (object.kind === undefined || object.kind === expected.kind) &&
    (object.apiVersion === undefined || object.apiVersion === expected.apiVersion)
  );
}

/**
 * True for a Table of meta.k8s.io, what an Accept header `as=Table` asks for: it has columns for people instead of the
 * object (kubernetes/kubernetes#132926). A Table of another group is an object like any other.
 */
export function isUnsupportedTable(value: {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
}): boolean {
  return (
    value.kind === 'Table' &&
    (value.apiVersion === 'meta.k8s.io/v1' || value.apiVersion === 'meta.k8s.io/v1beta1')
  );
}
