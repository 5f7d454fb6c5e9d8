import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { loadConfig } from 'kube-informers';
import type { Clientset, RestConfig } from 'kube-informers';
import { FaultProxy, faults } from '@kube-informers/testing';
import type { FaultRule } from '@kube-informers/testing';
import { ConsoleBackend } from '../../examples/console-backend/backend.js';
import { connect, freshNamespace } from './harness.js';

const kubeconfig = process.env['KUBECONFIG'];

async function configOf(context: string): Promise<RestConfig> {
  return loadConfig({ kubeconfig, context });
}

/**
 * The console's backend of examples/, whose own test runs on the embedded server. The real server has no reviews: a proxy in
 * front of it answers them, and passes on the rest with the credentials of each request.
 */
class Consoles implements AsyncDisposable {
  readonly clientset: Clientset;
  readonly namespace: string;
  readonly #proxy: FaultProxy;
  readonly #backend: ConsoleBackend;
  #decision: FaultRule;

  private constructor(clientset: Clientset, namespace: string, proxy: FaultProxy, backend: ConsoleBackend) {
    this.clientset = clientset;
    this.namespace = namespace;
    this.#proxy = proxy;
    this.#backend = backend;
    this.#decision = this.#decided(true);
  }

  static async start(): Promise<Consoles> {
    const clientset = await connect();
    const { host, tls, credentials } = await configOf('realapi');
    const proxy = await FaultProxy.start({ target: { host, tls } });
    const status = { userInfo: { username: 'jane', groups: ['system:authenticated'] } };
    proxy.inject(review('SelfSubjectReview', 'authentication', status), {
      times: Infinity,
      path: /\/selfsubjectreviews$/,
    });
    const config = { host: proxy.url, credentials };
    const options = { trustedProxies: ['127.0.0.1'], reviewTtlMs: 0 };
    const backend = await ConsoleBackend.start(config, options);
    await backend.ready();
    return new Consoles(clientset, await freshNamespace(clientset), proxy, backend);
  }

  /** Decides all access reviews from now on. */
  decide(allowed: boolean): void {
    this.#decision.remove();
    this.#decision = this.#decided(allowed);
  }

  #decided(allowed: boolean): FaultRule {
    const fault = review('SubjectAccessReview', 'authorization', { allowed });
    return this.#proxy.inject(fault, { times: Infinity, path: /\/subjectaccessreviews$/ });
  }

  fetch(path: string, token: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return fetch(`http://127.0.0.1:${this.#backend.port}${path}`, { headers, ...init });
  }

  async names(response: Response): Promise<(string | undefined)[]> {
    const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
    return items.map(({ metadata }) => metadata.name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#backend.stop();
    await this.#proxy.stop();
    await this.clientset.close();
  }
}

function review(kind: string, group: string, status: object) {
  const body = JSON.stringify({ kind, apiVersion: `${group}.k8s.io/v1`, metadata: {}, spec: {}, status });
  return faults.answer(201, { body });
}

/** The events of a stream: `added web`. */
async function* events(response: Response): AsyncGenerator<string, void, void> {
  const lines = createInterface(Readable.fromWeb(response.body as never));
  let type = '';
  for await (const line of lines) {
    if (line.startsWith('event: ')) type = line.slice(7);
    if (!line.startsWith('data: ')) continue;
    const { key } = JSON.parse(line.slice(6)) as { key?: string };
    yield key === undefined ? type : `${type} ${key.split('/')[1]}`;
  }
}

test('viewers see and do what the server lets them', async () => {
  await using consoles = await Consoles.start();
  const { clientset, namespace } = consoles;
  const stream = events(await consoles.fetch(`/events?kinds=pods&namespace=${namespace}`, 'realapi-token'));
  const next = async (): Promise<unknown> => (await stream.next()).value;
  expect(await next()).toBe('synced');
  const pods = clientset.coreV1().pods(namespace);
  const annotations = { 'realapi/log-lines': '2' };
  const spec = { nodeName: 'node-1', containers: [{ name: 'app', image: 'app' }] };
  await pods.create({ metadata: { name: 'web', annotations }, spec });
  expect(await next()).toBe('added web');
  await pods.patch('web', { metadata: { labels: { a: 'b' } } }, { type: 'merge' });
  expect(await next()).toBe('updated web');

  const list = `/api/pods?namespace=${namespace}`;
  expect(await consoles.names(await consoles.fetch(list, 'realapi-token'))).toEqual(['web']);
  const headers = { 'x-remote-user': 'jane' };
  expect(await consoles.names(await consoles.fetch(list, '', { headers }))).toEqual(['web']);
  const log = await consoles.fetch(`/api/pods/web/log?namespace=${namespace}`, 'realapi-token');
  expect((await log.text()).split('\n')).toHaveLength(3);
  const command = { method: 'POST', body: JSON.stringify({ command: ['echo', 'hello'] }) };
  const exec = await consoles.fetch(`/api/pods/web/exec?namespace=${namespace}`, 'realapi-token', command);
  expect(await exec.json()).toEqual({ exitCode: 0, stdout: 'hello\n', stderr: '' });

  const path = `/api/pods/web?namespace=${namespace}`;
  const refused = await consoles.fetch(path, 'realapi-token-denied', { method: 'DELETE' });
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('cannot delete')]);
  const unknown = await consoles.fetch(path, 'other', { method: 'DELETE' });
  expect([unknown.status, await unknown.text()]).toEqual([401, expect.stringContaining('Unauthorized')]);
  expect((await consoles.fetch(path, 'realapi-token', { method: 'DELETE' })).status).toBe(200);
  // The server may mark the pod first, which is an update.
  for (let event = await next(); event !== 'deleted web'; event = await next())
    expect(event).toBe('updated web');

  consoles.decide(false);
  await pods.create({ metadata: { name: 'secret' }, spec });
  expect(await next()).toBeUndefined();
  const none = await consoles.fetch(list, 'realapi-token');
  expect([none.status, await none.text()]).toEqual([403, expect.stringContaining('jane may not list pods')]);
});

test('a viewer with a token does not get the rights of the client certificate of the program', async () => {
  const backend = await ConsoleBackend.start(await configOf('realapi-cert'));
  await backend.ready();
  const headers = { authorization: 'Bearer realapi-token-denied' };
  const response = await fetch(`http://127.0.0.1:${backend.port}/api/pods`, { headers });
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('denied')]);
  await backend.stop();
});
