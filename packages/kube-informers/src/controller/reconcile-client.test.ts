import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { Clientset } from '../client/clientset.js';
import { Controller } from './controller.js';
import type { ReconcileClient } from './reconcile-client.js';

test('a patch without options fails with the option that is missing', async () => {
  const clientset = new Clientset({ host: 'http://127.0.0.1:1' });
  const stop = new AbortController();
  const errors: Error[] = [];
  const controller = new Controller('patches', {
    clientset,
    sources: [Readable.from(['default/web'])],
    onError(error) {
      errors.push(error);
      stop.abort();
    },
    async reconcile({ client }) {
      const patch = client.patch.bind(client) as (
        ...parameters: unknown[]
      ) => ReturnType<ReconcileClient['patch']>;
      await patch({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'default' } }, {});
    },
  });
  await controller.run({ signal: stop.signal });
  expect(errors[0]).toMatchObject({
    code: 'ERR_PATCH',
    message: 'type of a patch must be one of json, merge, strategic, apply, got undefined',
  });
  await clientset.close();
});
