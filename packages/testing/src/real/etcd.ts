import { request } from 'node:http';
import { json } from 'node:stream/consumers';

/** Compacts etcd up to a revision, by default the current one. */
export async function compactEtcd(port: number, revision: string | undefined): Promise<void> {
  const upTo = revision ?? (await currentRevision(port));
  await call(port, 'compaction', { revision: upTo, physical: true });
}

async function currentRevision(port: number): Promise<string> {
  const { header } = (await call(port, 'range', { key: 'AA==', limit: 1 })) as {
    readonly header: { readonly revision: string };
  };
  return header.revision;
}

/** Calls etcd's JSON gateway. Rejects with etcd's message. */
async function call(port: number, method: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const path = `/v3/kv/${method}`;
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false }, (response) => {
      json(response).then((answer) => {
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`etcd refused the ${method}: ${(answer as { message?: string }).message}`));
      }, reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
