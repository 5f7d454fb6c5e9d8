import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { memoryFiles, pemFixtures, rememberingLogger } from './fixtures.test-support.js';
import { inClusterConfig, inClusterPossible } from './in-cluster.js';

const folder = '/var/run/secrets/kubernetes.io/serviceaccount';
const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

async function files(): Promise<Record<string, string>> {
  const { cert } = await pemFixtures();
  return { [`${folder}/token`]: 'one\n', [`${folder}/ca.crt`]: cert, [`${folder}/namespace`]: 'team-a\n' };
}

test('server, CA, namespace and a token that is read again', async () => {
  const pod = await files();
  const clock = new FakeClock();
  const config = await inClusterConfig({ env, readFile: memoryFiles(pod), clock });
  expect(config).toMatchObject({
    host: 'https://10.0.0.1:443',
    tls: { ca: { file: `${folder}/ca.crt` } },
    namespace: 'team-a',
  });
  expect(await config.provider?.credentials({})).toEqual({ authorization: 'Bearer one' });
  pod[`${folder}/token`] = 'two';
  await clock.advance(60_000);
  expect(await config.provider?.credentials({})).toEqual({ authorization: 'Bearer two' });
});

test('an IPv6 host gets brackets', async () => {
  const config = await inClusterConfig({
    env: { ...env, KUBERNETES_SERVICE_HOST: 'fd00::1' },
    readFile: memoryFiles(await files()),
  });
  expect(config.host).toBe('https://[fd00::1]:443');
});

test('TestInClusterConfigNamespace: POD_NAMESPACE, then the service account, then default', async () => {
  const pod = await files();
  const readFile = memoryFiles(pod);
  expect((await inClusterConfig({ env: { ...env, POD_NAMESPACE: 'mine' }, readFile })).namespace).toBe(
    'mine',
  );
  expect((await inClusterConfig({ env, readFile })).namespace).toBe('team-a');
  delete pod[`${folder}/namespace`];
  expect((await inClusterConfig({ env, readFile })).namespace).toBe('default');
});

test('without a usable CA it uses the system CAs and logs an error', async () => {
  for (const ca of [undefined, 'no PEM']) {
    const pod = await files();
    if (ca === undefined) delete pod[`${folder}/ca.crt`];
    else pod[`${folder}/ca.crt`] = ca;
    const logger = rememberingLogger();
    const config = await inClusterConfig({ env, readFile: memoryFiles(pod), logger });
    expect(config.tls?.ca).toBeUndefined();
    expect(logger.lines).toMatchObject([{ level: 'error', fields: { path: `${folder}/ca.crt` } }]);
  }
});

describe('outside a pod', () => {
  test.each([
    [
      {},
      true,
      'not running in a pod: expected KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT to be set',
    ],
    [
      { ...env, KUBERNETES_SERVICE_PORT: 'tcp://10.0.0.1:443' },
      true,
      'KUBERNETES_SERVICE_PORT is "tcp://10.0.0.1:443", expected a number',
    ],
    [env, false, `service account token ${folder}/token does not exist, expected Kubernetes to mount it`],
  ])('%j, service account %j', async (environment, mounted, message) => {
    const readFile = memoryFiles(mounted ? await files() : {});
    await expect(inClusterConfig({ env: environment, readFile })).rejects.toMatchObject({
      name: 'ConfigError',
      code: 'ERR_NOT_IN_CLUSTER',
      message,
    });
  });

  test('is detected by inClusterPossible', async () => {
    expect(await inClusterPossible({ env, readFile: memoryFiles(await files()) })).toBe(true);
    expect(await inClusterPossible({ env, readFile: memoryFiles({}) })).toBe(false);
    expect(await inClusterPossible({ env: {}, readFile: memoryFiles(await files()) })).toBe(false);
  });
});
