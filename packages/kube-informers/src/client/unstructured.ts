import type { KubernetesObject } from '../meta/types.js';

/** An object with known type and metadata only (unstructured.Unstructured). */
export interface Unstructured extends KubernetesObject {
  [field: string]: unknown;
}
