import { describe, expect, test } from 'vitest';
import { base64, kubeconfigText, memoryFiles, pemFixtures } from './fixtures.test-support.js';
import { KubeConfig } from './kube-config.js';
import { caProblem } from '../rest/tls.js';

/** A kubeconfig whose only user, cluster and context have these fields; files are in memory. */
async function usable(
  parts: Parameters<typeof kubeconfigText>[0],
  files: Record<string, string> = {},
): Promise<unknown> {
  const config = await KubeConfig.parse(kubeconfigText(parts), '/k');
  return config.toRestConfig({ readFile: memoryFiles(files), env: {} });
}

const exec = {
  command: '/bin/example',
  apiVersion: 'client.authentication.k8s.io/v1',
  interactiveMode: 'IfAvailable',
};

describe('clusters', () => {
  test.each([
    [
      'TestValidateEmptyClusterInfo',
      { server: '' },
      'ERR_KUBECONFIG_CLUSTER',
      'cluster "it" in /k: server is missing, expected the URL of the API server',
    ],
    [
      'TestValidateMissingCAFileClusterInfo',
      { 'certificate-authority': 'missing' },
      'ERR_KUBECONFIG_FILE',
      'cluster "it" in /k: certificate-authority /missing does not exist',
    ],
    [
      'TestProxyURL: unsupported scheme',
      { 'proxy-url': 'ftp://me:hunter2@proxy' },
      'ERR_KUBECONFIG_CLUSTER',
      'cluster "it" in /k: proxy-url "ftp://…@proxy": unsupported scheme "ftp", expected http, https or socks5',
    ],
    [
      'a CA and insecure-skip-tls-verify',
      { 'certificate-authority': '/cert', 'insecure-skip-tls-verify': true },
      'ERR_KUBECONFIG_INSECURE',
      'cluster "it" in /k: insecure-skip-tls-verify is true and a certificate-authority is given, expected one of them',
    ],
    [
      'a CA that is not a certificate',
      { 'certificate-authority': '/key' },
      'ERR_KUBECONFIG_CERTIFICATE',
      'cluster "it" in /k: certificate-authority /key: expected PEM with at least one certificate',
    ],
    [
      'CA data that is not a certificate',
      { 'certificate-authority-data': base64('no PEM') },
      'ERR_KUBECONFIG_CERTIFICATE',
      'cluster "it" in /k: certificate-authority-data: expected PEM with at least one certificate',
    ],
  ])('%s', async (_name, cluster, code, message) => {
    const { cert, key } = await pemFixtures();
    const error = { name: 'ConfigError', code, message };
    await expect(usable({ cluster }, { '/cert': cert, '/key': key })).rejects.toMatchObject(error);
  });

  test('CA file and CA data together, which kubectl rejects too', async () => {
    const { cert } = await pemFixtures();
    const cluster = { 'certificate-authority': '/cert', 'certificate-authority-data': base64(cert) };
    await expect(usable({ cluster }, { '/cert': cert })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_CLUSTER',
      message:
        'cluster "it" in /k: certificate-authority and certificate-authority-data are both given, expected one of them',
    });
  });

  test('TestValidateCleanWithCAClusterInfo: a bundle is valid if one of its certificates is readable', async () => {
    const { cert } = await pemFixtures();
    const bundle = `some words\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${cert}`;
    await expect(
      usable({ cluster: { 'certificate-authority-data': base64(bundle) } }),
    ).resolves.toMatchObject({ tls: { ca: { data: bundle } } });
  });
});

test('a CA bundle of unterminated certificates does not take quadratic time', () => {
  const started = performance.now();
  expect(caProblem('-----BEGIN CERTIFICATE-----\n'.repeat(300_000))).toBeDefined();
  expect(performance.now() - started).toBeLessThan(2_000);
});

describe('users', () => {
  test.each([
    [
      'TestValidateMultipleMethodsAuthInfo',
      { token: 't0ken', username: 'me' },
      'ERR_KUBECONFIG_USER',
      'more than one authentication method: found token and basicAuth, expected one of them',
    ],
    [
      'a token file and basic auth',
      { tokenFile: '/cert', password: 'p' },
      'ERR_KUBECONFIG_USER',
      'more than one authentication method: found token and basicAuth, expected one of them',
    ],
    [
      'a token with two lines',
      { token: 'a\nb' },
      'ERR_KUBECONFIG_USER',
      'token contains a line break or another control character, expected one line',
    ],
    [
      'TestValidateAuthInfoExecNoVersion',
      { exec: { ...exec, apiVersion: '' } },
      'ERR_EXEC_CONFIG',
      'exec.apiVersion is "", expected "client.authentication.k8s.io/v1" or "client.authentication.k8s.io/v1beta1"',
    ],
    [
      'an exec version that was removed',
      { exec: { ...exec, apiVersion: 'client.authentication.k8s.io/v1alpha1' } },
      'ERR_EXEC_CONFIG',
      'exec.apiVersion is "client.authentication.k8s.io/v1alpha1", expected "client.authentication.k8s.io/v1" or "client.authentication.k8s.io/v1beta1"',
    ],
    [
      'TestValidateAuthInfoExecNoCommand',
      { exec: { ...exec, command: '' } },
      'ERR_EXEC_CONFIG',
      'exec.command is missing, expected a command',
    ],
    [
      'TestValidateAuthInfoExecWithAuthProvider',
      { exec, 'auth-provider': { name: 'oidc' } },
      'ERR_KUBECONFIG_USER',
      'auth-provider and exec are both given, expected one of them',
    ],
    [
      'an env entry without a name',
      { exec: { ...exec, env: [{ name: '', value: 'x' }] } },
      'ERR_EXEC_CONFIG',
      'exec.env has an entry without a name, expected a name for each',
    ],
    [
      'a NUL in an argument',
      { exec: { ...exec, args: ['a\0b'] } },
      'ERR_EXEC_CONFIG',
      'exec has a NUL character in command, args or env, expected none',
    ],
    [
      'TestValidateAuthInfoExecInteractiveModeMissing',
      { exec: { ...exec, interactiveMode: '' } },
      'ERR_EXEC_CONFIG',
      'exec.interactiveMode is "", expected "Never" or "IfAvailable" or "Always"',
    ],
    [
      'TestValidateAuthInfoExecInteractiveModeInvalid',
      { exec: { ...exec, interactiveMode: 'invalid' } },
      'ERR_EXEC_CONFIG',
      'exec.interactiveMode is "invalid", expected "Never" or "IfAvailable" or "Always"',
    ],
    [
      'an auth-provider that was removed',
      { 'auth-provider': { name: 'gcp' } },
      'ERR_AUTH_PROVIDER',
      'auth-provider "gcp" was removed from Kubernetes clients in 1.26, expected an exec plugin instead',
    ],
    [
      'an unknown auth-provider',
      { 'auth-provider': { name: 'magic' } },
      'ERR_AUTH_PROVIDER',
      'auth-provider "magic" is unknown, expected "oidc" or an exec plugin',
    ],
    [
      'TestValidateAuthInfoImpersonateGroupsWithoutUserInvalid',
      { 'as-groups': ['g'] },
      'ERR_KUBECONFIG_USER',
      'as-uid, as-groups or as-user-extra without as: expected the user to impersonate',
    ],
    [
      'TestValidateAuthInfoImpersonateExtraWithoutUserInvalid',
      { 'as-user-extra': { a: ['b'] } },
      'ERR_KUBECONFIG_USER',
      'as-uid, as-groups or as-user-extra without as: expected the user to impersonate',
    ],
    [
      'TestValidateAuthInfoImpersonateUIDWithoutUserInvalid',
      { 'as-uid': '1' },
      'ERR_KUBECONFIG_USER',
      'as-uid, as-groups or as-user-extra without as: expected the user to impersonate',
    ],
    [
      'TestValidateCertFilesNotFoundAuthInfo',
      { 'client-certificate': 'missing.crt', 'client-key': 'missing.key' },
      'ERR_KUBECONFIG_FILE',
      'client-certificate /missing.crt does not exist; user "it" in /k: client-key /missing.key does not exist',
    ],
    [
      'a certificate without a key',
      { 'client-certificate': '/cert' },
      'ERR_KUBECONFIG_USER',
      'a client certificate without its key: expected client-key or client-key-data',
    ],
    [
      'a key of a different certificate',
      { 'client-certificate': '/cert', 'client-key': '/other' },
      'ERR_KUBECONFIG_CERTIFICATE',
      'client certificate: the key does not belong to the certificate, expected a matching pair',
    ],
    [
      'an invalid certificate',
      { 'client-certificate': '/key', 'client-key': '/key' },
      'ERR_KUBECONFIG_CERTIFICATE',
      'client certificate: the certificate is not valid PEM, expected a certificate',
    ],
    [
      'an invalid key',
      { 'client-certificate': '/cert', 'client-key': '/cert' },
      'ERR_KUBECONFIG_CERTIFICATE',
      'client certificate: the key is not valid PEM, expected an unencrypted private key',
    ],
  ])('%s', async (_name, user, code, message) => {
    const { cert, key, otherKey } = await pemFixtures();
    const files = { '/cert': cert, '/key': key, '/other': otherKey };
    await expect(usable({ user }, files)).rejects.toMatchObject({
      name: 'ConfigError',
      code,
      message: `user "it" in /k: ${message}`,
    });
  });

  test('TestValidateCertDataOverridesFiles: file and data together are rejected, as in kubectl', async () => {
    const { cert, key } = await pemFixtures();
    const user = {
      'client-certificate': '/cert',
      'client-certificate-data': base64(cert),
      'client-key': '/key',
      'client-key-data': base64(key),
    };
    await expect(usable({ user }, { '/cert': cert, '/key': key })).rejects.toMatchObject({
      code: 'ERR_KUBECONFIG_USER',
      message:
        'user "it" in /k: client-certificate and client-certificate-data are both given, expected one of them; ' +
        'user "it" in /k: client-key and client-key-data are both given, expected one of them',
    });
  });

  test('TestValidateCleanCertFilesAuthInfo: certificate and key may be in one file, as the kubelet writes them', async () => {
    const { cert, key } = await pemFixtures();
    const user = { 'client-certificate': '/pem', 'client-key': '/pem' };
    for (const pem of [cert + key, key + cert])
      await expect(usable({ user }, { '/pem': pem })).resolves.toMatchObject({
        tls: { cert: { file: '/pem' }, key: { file: '/pem' } },
      });
  });

  test.each([
    ['TestValidateCleanTokenAuthInfo', { token: 'any-value' }],
    ['TestValidateEmptyAuthInfo: anonymous', {}],
    ['TestValidateAuthInfoExec', { exec: { ...exec, args: ['a'], env: [{ name: 'foo', value: 'bar' }] } }],
    ['TestValidateAuthInfoExecNoEnv: an empty value is fine', { exec: { ...exec, env: [{ name: 'foo' }] } }],
    ['TestValidateAuthInfoImpersonateUser', { as: 'user' }],
    [
      'TestValidateAuthInfoImpersonateEverything',
      { as: 'user', 'as-uid': '1', 'as-groups': ['a', 'b'], 'as-user-extra': { key: ['v1', 'v2'] } },
    ],
  ])('%s is usable', async (_name, user) => {
    await expect(usable({ user })).resolves.toMatchObject({ host: 'https://example.com:6443' });
  });
});

test('TestConfirmUsableBadInfoConfig: all problems in one error', async () => {
  const parts = {
    cluster: { 'certificate-authority': 'missing' },
    user: { username: 'anything', token: 'h3re' },
    context: { namespace: 'Not_A_Label' },
  };
  await expect(usable(parts)).rejects.toMatchObject({
    code: 'ERR_KUBECONFIG_INVALID',
    message:
      'cluster "it" in /k: certificate-authority /missing does not exist; ' +
      'user "it" in /k: more than one authentication method: found token and basicAuth, expected one of them; ' +
      'namespace "Not_A_Label" of context "it": expected a DNS label',
  });
});

test("TestConfirmUsableBadInfoButOkConfig: only the context's entries are checked", async () => {
  const config = await KubeConfig.parse(`
clusters:
- {name: dirty, cluster: {server: "https://x", certificate-authority: missing}}
- {name: clean, cluster: {server: "https://x"}}
users:
- {name: dirty, user: {username: a, token: b}}
- {name: clean, user: {token: b}}
contexts:
- {name: dirty, context: {cluster: dirty, user: dirty}}
- {name: clean, context: {cluster: clean, user: clean}}
`);
  await expect(config.toRestConfig({ context: 'clean' })).resolves.toMatchObject({ host: 'https://x' });
  await expect(config.toRestConfig({ context: 'dirty' })).rejects.toMatchObject({
    code: 'ERR_KUBECONFIG_INVALID',
  });
});
