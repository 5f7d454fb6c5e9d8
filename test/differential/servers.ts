import { readFile } from 'node:fs/promises';
import { Pool } from 'undici';
import { ApiServer } from '@kube-informers/testing';
import { loadConfig } from 'kube-informers';
import type { RestConfig } from 'kube-informers';
import type { PemSource } from 'kube-informers/rest';
import { OwnServer } from '../integration/own-server.js';
import { definitions, resources } from './resources.js';
import type { TestedResource } from './resources.js';
import type { Hooks, WebhookServer } from './webhook-answers.js';

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly warnings: readonly string[];
}

/** A server under test. */
export interface Server extends AsyncDisposable {
  readonly name: string;
  send(method: string, path: string, text: string | undefined, contentType: string): Promise<Answer>;
  /** Reads an object as protobuf. */
  protobuf(path: string): Promise<Buffer>;
  /** The webhooks that it is to call; undefined in a run without them. */
  readonly hooks: Hooks | undefined;
}

/** Without a fieldManager the first part of this is the name of the manager. */
const userAgent = 'differential/1';
const connections = 32;

/** Starts the embedded server, with the custom resources of `resources.ts`. */
export async function embeddedServer(webhooks?: WebhookServer): Promise<Server> {
  // Objects are not watched: a short history bounds the memory of a long run.
  const server = await ApiServer.start({ historyLimit: 1000, requestLogLimit: 1 });
  return prepared('embedded', { host: server.url }, server, webhooks);
}

/** Starts a real server, with the custom resources of `resources.ts`. */
export async function realServer(webhooks?: WebhookServer): Promise<Server> {
  const server = await OwnServer.start();
  return prepared('real', await loadConfig({ kubeconfig: server.kubeconfig }), server, webhooks);
}

async function prepared(
  name: string,
  config: RestConfig,
  owner: AsyncDisposable,
  webhooks: WebhookServer | undefined,
): Promise<Server> {
  const ca = await pem(config.tls?.ca);
  const pool = new Pool(config.host, {
    connections,
    ...(ca === undefined ? {} : { connect: { ca } }),
  });
  const { authorization } = config.credentials ?? (await config.provider?.credentials({})) ?? {};
  const server: Server = {
    name,
    hooks: webhooks?.hooksOf(name),
    async send(method, path, text, contentType) {
      const headers = {
        'user-agent': userAgent,
        accept: 'application/json',
        ...(text === undefined ? {} : { 'content-type': contentType }),
        ...(authorization === undefined ? {} : { authorization }),
      };
      try {
        const response = await pool.request({
          method,
          path,
          headers,
          ...(text === undefined ? {} : { body: text }),
        });
        const warning = response.headers['warning'] ?? [];
        return {
          status: response.statusCode,
          text: await response.body.text(),
          warnings: typeof warning === 'string' ? [warning] : warning,
        };
      } catch (error) {
        throw new Error(`the ${name} server did not answer: ${method} ${path} ${text ?? ''}`, {
          cause: error,
        });
      }
    },
    async protobuf(path) {
      const headers = {
        'user-agent': userAgent,
        accept: 'application/vnd.kubernetes.protobuf',
        ...(authorization === undefined ? {} : { authorization }),
      };
      const { body } = await pool.request({ method: 'GET', path, headers });
      return Buffer.from(await body.arrayBuffer());
    },
    async [Symbol.asyncDispose]() {
      await pool.destroy();
      await owner[Symbol.asyncDispose]();
    },
  };
  try {
    await define(server);
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return server;
}

async function pem(source: PemSource | undefined): Promise<string | undefined> {
  if (source === undefined) return undefined;
  return 'data' in source ? source.data : readFile(source.file, 'utf8');
}

/** Creates the definitions and waits until they are served. */
async function define(server: Server): Promise<void> {
  for (const definition of definitions()) {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const { status, text } = await server.send('POST', path, JSON.stringify(definition), 'application/json');
    if (status !== 201) throw new Error(`${server.name}: a definition was refused: ${text}`);
  }
  await serves(server, resources);
}

/** Waits until the server serves all versions of the resources. */
export async function serves(server: Server, of: readonly TestedResource[]): Promise<void> {
  for (const { group, resource, versions } of of) {
    if (group === '') continue;
    for (const version of Object.keys(versions)) {
      const path = `/apis/${group}/${version}/namespaces/default/${resource}?limit=1`;
      await until(server, `${path} is served`, async () => {
        const { status } = await server.send('GET', path, undefined, '');
        return status === 200;
      });
    }
  }
}

/** Waits until it holds; throws after 30 s. */
export async function until(server: Server, what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${server.name}: not after 30 s: ${what}`);
    await pause(50);
  }
}

/** Waits, ms. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
