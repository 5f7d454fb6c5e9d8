import type { KubernetesObject } from '../meta/types.js';

/** unstructured.Unstructured: an object of which only type and metadata are known. */
export interface Unstructured extends KubernetesObject {
  [field: string]: unknown;
}
