import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { kubeconfigText, tempDir } from '../../kube-informers/src/kubeconfig/fixtures.test-support.js';
import { systemClock } from '../../kube-informers/src/util/clock.js';
import { noopLogger } from '../../kube-informers/src/util/logger.js';
import type { CliIo } from './cli-io.js';
import { clusterConfig } from './cluster-config.js';

const io: CliIo = {
  stdout: { write: () => true, control: () => true, isTTY: false },
  stderr: { write: () => true, control: () => true, isTTY: false },
  env: {},
  signal: new AbortController().signal,
  clock: systemClock,
};

test('what a credential plugin says on stderr is printed, as kubectl does', async () => {
  const kubeconfig = `${await tempDir()}/config`;
  const apiVersion = 'client.authentication.k8s.io/v1';
  const output = JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token: 'secret-token' } });
  const script = `console.error('open https://login and enter ABCD'); console.log('${output}')`;
  const exec = { apiVersion, interactiveMode: 'Never', command: process.execPath, args: ['-e', script] };
  await writeFile(kubeconfig, kubeconfigText({ user: { exec } }));
  const printed: string[] = [];
  const config = await clusterConfig({ kubeconfig }, io, noopLogger, (text) => void printed.push(text));
  expect(await config.provider?.credentials({})).toEqual({ authorization: 'Bearer secret-token' });
  expect(printed).toEqual(['open https://login and enter ABCD\n']);
});

test('a warning of the server is printed once', async () => {
  const kubeconfig = `${await tempDir()}/config`;
  await writeFile(kubeconfig, kubeconfigText());
  const printed: string[] = [];
  const { onWarning } = await clusterConfig(
    { kubeconfig },
    io,
    noopLogger,
    (text) => void printed.push(text),
  );
  for (const text of ['v1beta1 is deprecated', 'v1beta1 is deprecated', 'another\nline'])
    onWarning?.({ code: 299, agent: '-', text });
  expect(printed).toEqual([
    'Warning: v1beta1 is deprecated\n',
    expect.stringMatching(/^Warning: another.line\n$/),
  ]);
});
