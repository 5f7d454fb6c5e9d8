import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Agent } from 'node:https';
import { defineResource } from '../meta/resource.js';
import type { KubernetesObject, Status } from '../meta/types.js';
import { makeCertificate } from './x509.js';
import { Webhooks } from './webhooks.js';
import type { WebhooksOptions } from './webhooks.js';

export interface Website extends KubernetesObject {
  spec?: { url?: string | undefined; replicas?: number | undefined; tags?: string[] | undefined } | undefined;
  status?: { ready?: number | undefined } | undefined;
}

export const websites = defineResource<Website>({
  group: 'example.com',
  version: 'v1',
  resource: 'websites',
  kind: 'Website',
  namespaced: true,
  subresources: ['status', 'scale'],
});

const dayMs = 86_400_000;

/** A certificate for 127.0.0.1 that is valid now. */
export const pair = makeCertificate({
  hosts: ['127.0.0.1'],
  notBeforeMs: Date.now() - dayMs,
  notAfterMs: Date.now() + dayMs,
});

export const certificates = { cert: { data: pair.cert }, key: { data: pair.key } };

export function website(spec: Website['spec'], metadata: KubernetesObject['metadata'] = {}): Website {
  return {
    apiVersion: 'example.com/v1',
    kind: 'Website',
    metadata: { name: 'shop', namespace: 'default', ...metadata },
    spec,
  };
}

/** The AdmissionReview that an API server sends, with other members in its request. */
export function review(members: Readonly<Record<string, unknown>>): Buffer {
  const request = {
    uid: 'u-1',
    kind: { group: 'example.com', version: 'v1', kind: 'Website' },
    resource: { group: 'example.com', version: 'v1', resource: 'websites' },
    name: 'shop',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'jane', groups: ['system:authenticated'] },
    object: null,
    oldObject: null,
    dryRun: false,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    ...members,
  };
  return Buffer.from(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request }));
}

/** The ConversionReview that an API server sends. */
export function conversionReview(desiredAPIVersion: string, objects: readonly unknown[]): Buffer {
  return Buffer.from(
    JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      request: { uid: 'u-1', desiredAPIVersion, objects },
    }),
  );
}

export interface Answer {
  readonly code: number;
  /** Of a review. */
  readonly response: {
    readonly uid?: string;
    readonly allowed?: boolean;
    readonly status?: Status;
    readonly warnings?: readonly string[];
    readonly patch?: string;
    readonly convertedObjects?: readonly KubernetesObject[];
    readonly result?: Status;
  };
  /** Of a Status in its place. */
  readonly message?: string;
}

function answerOf(code: number, text: string): Answer {
  const { response = {}, message } = JSON.parse(text) as Partial<Answer>;
  return { code, response, ...(message === undefined ? {} : { message }) };
}

/** Answers without a server. */
export async function ask(
  webhooks: Webhooks,
  kind: 'validate' | 'mutate' | 'convert',
  body: Uint8Array,
  { timeoutMs = 10_000, signal = new AbortController().signal } = {},
): Promise<Answer> {
  const { code, text } = await webhooks.answer({ kind, body, timeoutMs, signal });
  return answerOf(code, text);
}

export interface Served extends AsyncDisposable {
  readonly webhooks: Webhooks;
  stop(reason?: unknown): Promise<void>;
}

/** Runs webhooks on a free port of 127.0.0.1 until they are stopped. */
export async function serve(options: Partial<WebhooksOptions> = {}): Promise<Served> {
  const webhooks = new Webhooks({ port: 0, host: '127.0.0.1', certificates, ...options });
  const end = new AbortController();
  const ended = webhooks.run({ signal: end.signal });
  const stop = async (reason?: unknown): Promise<void> => {
    end.abort(reason);
    await ended;
  };
  await webhooks.listening();
  return { webhooks, stop, [Symbol.asyncDispose]: () => stop() };
}

export interface PostOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  readonly ca?: string;
  /** Default: that of the webhooks, which have none while they end. */
  readonly port?: number | undefined;
}

/** Sends a request to webhooks that are served, and resolves with the answer and its headers. */
export async function post(
  webhooks: Webhooks,
  path: string,
  body: Uint8Array | string,
  { method = 'POST', headers = {}, agent, ca = pair.ca, port = webhooks.port }: PostOptions = {},
): Promise<Answer & { readonly headers: NodeJS.Dict<string | string[]> }> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    ca,
    agent: agent ?? false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  // After a response that came before the whole body was sent.
  sent.on('error', () => undefined);
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { ...answerOf(response.statusCode ?? 0, text), headers: response.headers };
}

/** The operations of the patch in an answer. */
export function patchIn({ response }: Answer): unknown {
  return response.patch === undefined
    ? undefined
    : JSON.parse(Buffer.from(response.patch, 'base64').toString());
}
