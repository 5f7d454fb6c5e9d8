import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CredentialsError } from './errors.js';
import { execCluster, execInfo, parseExecCredential } from './exec-credential.js';
import { base64, kubeconfigText, pemFixtures, tempDir, testFile } from './fixtures.test-support.js';
import { loadConfig } from './load-config.js';

// A fixed seed, so that every run has the same cases.

const v1 = 'client.authentication.k8s.io/v1';

describe('TestConfigToExecCluster', () => {
  test('all fields of a cluster', () => {
    const cluster = execCluster(
      {
        server: 'https://some-host/as-written/',
        tlsServerName: 'ignored',
        insecureSkipTlsVerify: true,
        proxyUrl: 'https://some-proxy-url.com/tuna/fish',
        disableCompression: true,
        execConfig: { audience: 'snorlax' },
      },
      { serverName: 'some-server-name' },
      'some-ca-data',
    );
    expect(cluster).toEqual({
      server: 'https://some-host/as-written/',
      'tls-server-name': 'some-server-name',
      'insecure-skip-tls-verify': true,
      'certificate-authority-data': base64('some-ca-data'),
      'proxy-url': 'https://some-proxy-url.com/tuna/fish',
      'disable-compression': true,
      config: { audience: 'snorlax' },
    });
  });

  test('absent fields are left out, except config, as in Go', () => {
    const cluster = execCluster(
      { server: 'https://h', insecureSkipTlsVerify: false, disableCompression: false },
      undefined,
      undefined,
    );
    expect(execInfo(v1, false, cluster)).toBe(
      `{"kind":"ExecCredential","apiVersion":"${v1}","spec":{"cluster":{"server":"https://h","config":null},"interactive":false}}`,
    );
  });

  test('a kubeconfig with provideClusterInfo: the CA comes from its file, the config from the extension', async () => {
    const { cert } = await pemFixtures();
    const dir = await tempDir();
    await writeFile(join(dir, 'ca.crt'), cert);
    const extension = { audience: 'me' };
    await writeFile(
      join(dir, 'config'),
      kubeconfigText({
        cluster: {
          'certificate-authority': 'ca.crt',
          extensions: [{ name: 'client.authentication.k8s.io/exec', extension }],
        },
        user: {
          exec: {
            apiVersion: v1,
            interactiveMode: 'Never',
            provideClusterInfo: true,
            command: process.execPath,
            args: [testFile('exec-plugin.mjs')],
            env: [
              { name: 'TEST_INFO_FILE', value: join(dir, 'info') },
              {
                name: 'TEST_OUTPUT',
                value: JSON.stringify({ kind: 'ExecCredential', apiVersion: v1, status: { token: 't' } }),
              },
            ],
          },
        },
      }),
    );
    const { provider } = await loadConfig({ kubeconfig: join(dir, 'config') });
    expect(await provider?.credentials({})).toEqual({ authorization: 'Bearer t' });
    expect(JSON.parse(await readFile(join(dir, 'info'), 'utf8'))).toMatchObject({
      spec: {
        cluster: {
          server: 'https://example.com:6443',
          'certificate-authority-data': base64(cert),
          config: extension,
        },
        interactive: false,
      },
    });
  });
});

describe('output', () => {
  const json = JSON.stringify({ apiVersion: v1, kind: 'ExecCredential', status: { token: 'tok' } });
  test.each([
    ['YAML', `# by hand\napiVersion: ${v1}\nkind: ExecCredential\nstatus:\n  token: tok\n`],
    ['JSON and a second YAML document', `${json}\n---\nlast login: today\n`],
  ])('may be %s, as for client-go', async (_what, text) => {
    const { credentials } = await parseExecCredential(text, 'plugin', v1);
    expect(credentials).toEqual({ authorization: 'Bearer tok' });
  });

  test.each([
    ['before', `level=info msg=refreshed\n${json}`],
    ['before, with a colon', `info: refreshed\n${json}`],
    ['after', `${json}\ndone`],
  ])('with a log line %s it: ERR_EXEC_OUTPUT, as in client-go', async (_where, text) => {
    await expect(parseExecCredential(text, 'plugin', v1)).rejects.toMatchObject({ code: 'ERR_EXEC_OUTPUT' });
  });
});

test('garbage only ever fails with a CredentialsError', async () => {
  const parse = async (text: string): Promise<void> => {
    try {
      await parseExecCredential(text, 'plugin', v1);
    } catch (error) {
      expect(error).toBeInstanceOf(CredentialsError);
    }
  };
  await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), parse));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        kind: fc.constantFrom('ExecCredential', 'Pod', 1),
        apiVersion: fc.constantFrom(v1, 'v1', null),
        status: fc.oneof(
          fc.jsonValue(),
          fc.dictionary(
            fc.constantFrom('token', 'clientKeyData', 'clientCertificateData', 'expirationTimestamp'),
            fc.oneof(fc.string(), fc.jsonValue(), fc.constant('2026-01-01T00:00:00Z')),
          ),
        ),
      }),
      (value) => parse(JSON.stringify(value)),
    ),
    { numRuns: 500 },
  );
});
