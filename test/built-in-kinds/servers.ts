import { readFile } from 'node:fs/promises';
import { ApiServer } from '@kube-informers/testing';
import { loadConfig } from 'kube-informers';
import { Pool } from 'undici';
import type { Send } from './compare.js';
import type { Json } from './objects.js';

export interface Sender extends AsyncDisposable {
  readonly send: Send;
}

/** Starts an embedded server. */
export async function embeddedSend(): Promise<Sender> {
  const server = await ApiServer.start();
  return sender(new Pool(server.url), {}, server);
}

/** Connects to the server that KUBECONFIG names. */
export async function realSend(): Promise<Sender> {
  const { host, tls, credentials } = await loadConfig();
  const source = tls?.ca;
  const ca = source === undefined ? undefined : 'data' in source ? source.data : await readFile(source.file);
  const pool = new Pool(host, ca === undefined ? {} : { connect: { ca } });
  const { authorization } = credentials ?? {};
  return sender(pool, authorization === undefined ? {} : { authorization });
}

function sender(pool: Pool, headers: Readonly<Record<string, string>>, owner?: AsyncDisposable): Sender {
  return {
    async send(method, path, body) {
      const response = await pool.request({
        method: method as 'GET',
        path,
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'kinds' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { code: response.statusCode, body: (await response.body.json()) as Json };
    },
    async [Symbol.asyncDispose]() {
      await pool.close();
      await owner?.[Symbol.asyncDispose]();
    },
  };
}
