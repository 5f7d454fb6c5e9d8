import { afterAll, beforeAll, describe } from 'vitest';
import { acceptContract } from './accept.js';
import { accessContract } from './access.js';
import { bodyFormatContract } from './body-formats.js';
import { conversionContract } from './conversion.js';
import { customResourceContract } from './custom-resources.js';
import { discoveryContract } from './discovery.js';
import { earlyAnswerContract } from './early-answers.js';
import { Api } from './http.js';
import type { Target } from './http.js';
import { longIntegerContract } from './long-integers.js';
import { listContract } from './lists.js';
import { keyOrderContract } from './key-order.js';
import { lifecycleContract } from './lifecycle.js';
import { mergeKeyContract } from './merge-keys.js';
import { negotiationContract } from './negotiation.js';
import { patchContract } from './patches.js';
import { applyContract } from './server-side-apply.js';
import { policyContract } from './policies.js';
import { openApiContract } from './openapi-protobuf.js';
import { parameterContract } from './parameters.js';
import { resourceVersionContract } from './resource-versions.js';
import { selectorContract } from './selectors.js';
import { unshardedContract } from './sharding.js';
import { statusContract } from './status.js';
import { watchStreamContract } from './watch-streams.js';
import { validationContract } from './validation.js';
import { watchContract } from './watches.js';
import { bodyContract } from './writes-bodies.js';
import { webhookContract } from './webhooks.js';
import { writeContract } from './writes.js';

/** The context of each part of the contract. */
export interface Context {
  readonly api: Api;
  /** The same server, without credentials. */
  readonly anonymous: Api;
  /** A namespace for this run alone. */
  readonly namespace: string;
}

/**
 * What clients rely on, tested with plain HTTP: it holds for the embedded server and for a real one. `start` starts the
 * server and returns how to stop it.
 */
export function contractSuite(
  title: string,
  start: () => Promise<{ readonly target: Target; stop(): Promise<void> }>,
): void {
  describe(title, () => {
    let running: { readonly target: Target; stop(): Promise<void> } | undefined;
    let context: Context | undefined;

    beforeAll(async () => {
      running = await start();
      const api = new Api(running.target);
      const namespace = `contract-${Date.now().toString(36)}`;
      const created = await api.post('/api/v1/namespaces', { metadata: { name: namespace } });
      if (created.status !== 201) throw new Error(`cannot create a namespace: ${created.text}`);
      const anonymous = new Api({ ...running.target, token: undefined });
      context = { api, anonymous, namespace };
    });

    afterAll(async () => {
      if (context !== undefined) await context.api.delete(`/api/v1/namespaces/${context.namespace}`);
      await running?.stop();
    });

    const use = (): Context => {
      if (context === undefined) throw new Error('the server did not start');
      return context;
    };
    describe('credentials', () => accessContract(use));
    describe('lists', () => listContract(use));
    describe('watches', () => watchContract(use));
    describe('resource versions', () => resourceVersionContract(use));
    describe('parameters', () => parameterContract(use));
    describe('watch streams', () => watchStreamContract(use));
    describe('selectors', () => selectorContract(use));
    describe('Accept', () => acceptContract(use));
    describe('shards', () => unshardedContract(use));
    describe('writes', () => writeContract(use));
    describe('bodies', () => bodyContract(use));
    describe('formats of bodies', () => bodyFormatContract(use));
    describe('key order', () => keyOrderContract(use));
    describe('patches', () => patchContract(use));
    describe('merge keys', () => mergeKeyContract(use));
    describe('server-side apply', () => applyContract(use));
    describe('validation', () => validationContract(use));
    describe('finalizers, deletion, namespaces', () => lifecycleContract(use));
    describe('status endpoints', () => statusContract(use));
    describe('custom resources', () => customResourceContract(use));
    describe('conversion webhooks', () => conversionContract(use));
    describe('integers beyond 2^53', () => longIntegerContract(use));
    describe('representations and errors of the protocol', () => negotiationContract(use));
    describe('admission webhooks', () => webhookContract(use));
    describe('admission policies', () => policyContract(use));
    describe('early answers', () => earlyAnswerContract(use));
    describe('discovery', () => discoveryContract(use));
    describe('OpenAPI', () => openApiContract(use));
  });
}

/** The path of the config maps of a namespace. */
export function configMaps(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

/** A config map. */
export function configMap(
  name: string,
  data: Readonly<Record<string, string>> = {},
  labels: object = {},
): object {
  return { metadata: { name, labels }, data };
}

/** A valid pod. */
export function pod(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { containers: [{ name: 'c', image: 'nginx:1' }], ...spec } };
}
