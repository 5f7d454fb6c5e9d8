import type { KubernetesObject } from '../../meta/types.js';

/** The type that every object of a Reflector must have. A resource descriptor (`defineResource`) is one. */
export interface ExpectedType {
  /** Group and version: `apps/v1`. */
  readonly apiVersion: string;
  /** Kind: `Deployment`. */
  readonly kind: string;
}

/** client-go's defaultExpectedTypeName. */
export const unspecifiedType = '<unspecified>';

/** Name of the mirrored type in messages: `apps/v1, Kind=Deployment`, as client-go prints a GVK. */
export function describeType(expected: ExpectedType | undefined): string {
  return expected === undefined ? unspecifiedType : `${expected.apiVersion}, Kind=${expected.kind}`;
}

/**
 * False for an object with another apiVersion or kind. An object without them passes: the API server always sets them,
 * a hand-made source need not.
 */
export function hasType(object: KubernetesObject, expected: ExpectedType): boolean {
  return (
    (object.kind === undefined || object.kind === expected.kind) &&
    (object.apiVersion === undefined || object.apiVersion === expected.apiVersion)
  );
}

/**
 * True for a Table of meta.k8s.io, the response to an Accept header with `as=Table`: it has columns for display instead
 * of the objects (kubernetes/kubernetes#132926). A Table of another API group is an ordinary object.
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
