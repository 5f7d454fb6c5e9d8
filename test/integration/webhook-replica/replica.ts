import { defineResource } from 'kube-informers';
import type { Clock, KubernetesObject } from 'kube-informers';
import { Webhooks } from 'kube-informers/webhook';
import { systemClock } from '../../../packages/kube-informers/src/util/clock.js';

interface Website extends KubernetesObject {
  spec?: { url: string; replicas?: number } | undefined;
}
export interface Alpha extends KubernetesObject {
  spec?: { host: string } | undefined;
}

const common = { group: 'renewal.example.com', resource: 'websites', kind: 'Website', namespaced: true };
const websites = defineResource<Website>({ ...common, version: 'v1' });
export const alphas = defineResource<Alpha>({ ...common, version: 'v1alpha1' });

export const hourMs = 3_600_000;
/** Secret, configurations: everything of these webhooks has this name. */
export const name = 'renewal';

/** A replica whose certificates are valid for an hour. Its clock is ahead by what `shiftMs` returns. */
export function newReplica(shiftMs: () => number): Webhooks {
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() + shiftMs(),
    monotonic: () => systemClock.monotonic() + shiftMs(),
  };
  return new Webhooks({
    port: 0,
    host: '127.0.0.1',
    clock,
    certificates: {
      secret: { namespace: 'default', name },
      hosts: ['127.0.0.1'],
      configuration: name,
      lifeMs: hourMs,
    },
  })
    .validate(websites, () => undefined)
    .mutate(websites, ({ object }) => ({ ...object, spec: { url: '', replicas: 1, ...object.spec } }))
    .convert(websites, {
      v1alpha1: {
        up: ({ spec }: Alpha) => ({ spec: { url: `https://${spec?.host}` } }),
        down: ({ spec }) => ({ spec: { host: new URL(spec?.url ?? '').host } }),
      },
    });
}
