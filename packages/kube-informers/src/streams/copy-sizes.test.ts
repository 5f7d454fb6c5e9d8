import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nightly } from '../../../../test/nightly.test-support.js';
import { Clientset } from '../index.js';
import { ApiServer } from '../../../testing/src/index.js';

// Making so many files takes half a minute.
test.runIf(nightly)('copies a folder that has more files than a call may have arguments', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kube-informers-copy-'));
  await using server = await ApiServer.start();
  let bytes = 0;
  server.onExec(async ({ stdin }) => {
    for await (const chunk of stdin) bytes += (chunk as Buffer).length;
    return 0;
  });
  const clientset = new Clientset({ host: server.url });
  try {
    const pods = clientset.coreV1().pods('default');
    const containers = [{ name: 'app', image: 'x' }];
    await pods.create({ metadata: { name: 'web' }, spec: { nodeName: 'n', containers } });
    const names = Array.from({ length: 130_000 }, (_, index) => `link-${index}`);
    for (let at = 0; at < names.length; at += 1000)
      await Promise.all(names.slice(at, at + 1000).map((name) => symlink('x', join(folder, name))));
    await pods.copyTo('web', folder, '/srv/many');
    // A header for each, and one for the folder.
    expect(bytes).toBeGreaterThan(130_001 * 512);
  } finally {
    await clientset.close();
    await rm(folder, { recursive: true });
  }
});
