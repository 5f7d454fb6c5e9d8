import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { CredentialsError, KubeConfig, KubeInformersError, loadConfig } from 'kube-informers';
import {
  base64,
  memoryFiles,
  pemFixtures,
} from '../../packages/kube-informers/src/kubeconfig/fixtures.test-support.js';
import { mutate, mutations } from './mutate.test-support.js';
import { runs } from '../nightly.test-support.js';

// Longer than anything here may take on a machine that is busy, shorter than a search that explodes.
const longMs = 5000;

/** Loads a kubeconfig; any error that is not ours fails the test, and so does a long run. */
async function load(text: string): Promise<void> {
  const start = performance.now();
  try {
    const config = await loadConfig({ kubeconfig: '/k', env: {}, readFile: memoryFiles({ '/k': text }) });
    expect(config.host).toMatch(/^https?:/);
  } catch (error) {
    expect(error).toBeInstanceOf(KubeInformersError);
    expect((error as Error).message).not.toMatch(/hunter2|\n/);
    expect((error as KubeInformersError).code).toMatch(
      /^ERR_(KUBECONFIG_[A-Z]+|EXEC_CONFIG|AUTH_PROVIDER|NOT_IN_CLUSTER|TOKEN_FILE|PROXY_URL)$/,
    );
  }
  expect(performance.now() - start).toBeLessThan(longMs);
}

let yaml = '';
let json = '';
beforeAll(async () => {
  const { cert, key } = await pemFixtures();
  yaml = `apiVersion: v1
kind: Config
preferences: {}
current-context: "it"
clusters:
- name: it
  cluster: &cluster
    server: https://example.com:6443/prefix
    tls-server-name: api
    proxy-url: http://me:hunter2hunter2@proxy:3128
    certificate-authority-data: ${base64(cert)}
- name: other
  cluster: {<<: *cluster, insecure-skip-tls-verify: no}
contexts:
- name: it
  context: {cluster: it, user: 'it', namespace: default}
users:
- name: it
  user:
    client-certificate-data: ${base64(cert)}
    client-key-data: ${base64(key)}
    token: |-
      hunter2hunter2
    as: somebody
    as-user-extra: {scopes: [a, b]}
- name: plugin
  user:
    exec: {apiVersion: client.authentication.k8s.io/v1, command: x, args: [], env: [{name: A, value: hunter2}], interactiveMode: Never}
- name: oidc
  user:
    auth-provider:
      name: oidc
      config: {idp-issuer-url: "https://idp", client-id: me, refresh-token: hunter2hunter2}
`;
  json = JSON.stringify({
    'current-context': 'it',
    clusters: [{ name: 'it', cluster: { server: 'https://example.com', 'proxy-url': 'http://p:1' } }],
    contexts: [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
    users: [{ name: 'it', user: { token: 'hunter2hunter2', tokenFile: '/t' } }],
  });
});

describe('a kubeconfig', { timeout: 120_000 }, () => {
  test('the good ones are good', async () => {
    await expect(KubeConfig.parse(yaml)).resolves.toBeInstanceOf(KubeConfig);
    await load(json);
  });

  test.each(['yaml', 'json'])(
    'a valid one with changed bytes (%s): a config or a documented error',
    async (form) => {
      await fc.assert(
        fc.asyncProperty(mutations, fc.constantFrom('it', 'other', 'plugin', 'oidc'), (changes, user) =>
          load(
            mutate(
              (form === 'yaml' ? yaml : json).replace("user: 'it'", `user: '${user}'`),
              changes,
            ).toString(),
          ),
        ),
        { numRuns: runs(1500), seed: 1 },
      );
    },
  );

  test('bytes of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), (bytes) => load(Buffer.from(bytes).toString())),
      { numRuns: runs(2000), seed: 2 },
    );
  });

  test('the words and signs of YAML in any order', async () => {
    const word = fc.constantFrom(
      'clusters', 'users', 'contexts', 'name', 'cluster', 'server', 'token', 'exec', ':', ': ', '- ', '\n', '\n  ', '\n    ', '{', '}', '[', ']', ',',
      '&a', '*a', '<<: ', '!!binary ', '!!set', '!x', '|', '>-', '---\n', '...\n', '%YAML 1.1\n', '"', "'", '#', '? ', '~', '0x', '.inf', '1e999', '2001-01-01', '\t', '\u0000', '__proto__', 'constructor',
    ); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), (words) => load(words.join(''))),
      { numRuns: runs(3000), seed: 3 },
    );
    expect(Object.prototype).not.toHaveProperty('server');
  });

  test('input that grows when it is parsed: depth, aliases, long lines, many entries', async () => {
    const deep = 3000;
    const bombs = [
      '['.repeat(deep),
      '{a: '.repeat(deep),
      '- '.repeat(deep),
      `a: ${'"x" '.repeat(deep)}`,
      `&a [${'*a,'.repeat(900)}]`,
      `x: &x {${'<<: *x,'.repeat(900)}}`,
      `clusters: [${'{name: a},'.repeat(deep)}]`,
      `clusters: [${Array.from({ length: deep }, (_, index) => `{name: a${index}}`).join(',')}]`,
      `users: [{name: u, user: {client-key-data: "${'A'.repeat(1_000_000)}"}}]`,
      `token: ${'a'.repeat(1_000_000)}`,
      '!'.repeat(deep),
      '&'.repeat(deep),
      '"\\u'.repeat(deep),
      '#'.repeat(100_000),
      '\n'.repeat(100_000),
      '? '.repeat(deep),
      '---\n'.repeat(deep),
    ];
    for (const bomb of bombs) {
      const start = performance.now();
      try {
        await KubeConfig.parse(bomb);
      } catch (error) {
        expect(error).toBeInstanceOf(KubeInformersError);
      }
      expect(performance.now() - start, bomb.slice(0, 20)).toBeLessThan(longMs);
    }
  });
});

test('credentials errors are of their class', () => {
  expect(new CredentialsError('ERR_TOKEN_FILE', 'x')).toBeInstanceOf(KubeInformersError);
});
