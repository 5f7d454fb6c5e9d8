import { defineResource } from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import type { Condition } from 'kube-informers/controller';

export interface Website extends KubernetesObject {
  readonly spec?: { readonly html: string; readonly replicas?: number };
  readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly Condition[] };
}

export const websites = defineResource<Website>({
  group: 'example.com',
  version: 'v1',
  resource: 'websites',
  kind: 'Website',
  namespaced: true,
  subresources: ['status'],
});
