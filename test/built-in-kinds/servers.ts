import { ApiServer } from '@kube-informers/testing';
import { loadConfig } from 'kube-informers';
import type { PemSource } from 'kube-informers/rest';
import { readFile } from 'node:fs/promises';
import { Pool } from 'undici';
import { OwnServer } from '../integration/own-server.js';
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

/** Starts kube-apiserver. */
export async function realSend(): Promise<Sender> {
  const server = await OwnServer.start();
  const config = await loadConfig({ kubeconfig: server.kubeconfig });
  const ca = await pem(config.tls?.ca);
  const pool = new Pool(config.host, ca === undefined ? {} : { connect: { ca } });
  const { authorization } = config.credentials ?? (await config.provider?.credentials({})) ?? {};
  return sender(pool, authorization === undefined ? {} : { authorization }, server);
}

async function pem(source: PemSource | undefined): Promise<string | Buffer | undefined> {
  if (source === undefined) return undefined;
  return 'data' in source ? source.data : readFile(source.file);
}

function sender(pool: Pool, headers: Readonly<Record<string, string>>, owner: AsyncDisposable): Sender {
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
      await owner[Symbol.asyncDispose]();
    },
  };
}
