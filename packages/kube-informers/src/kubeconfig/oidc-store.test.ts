import { chmod, link, lstat, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { systemClock } from '../util/clock.js';
import { tempDir } from './fixtures.test-support.js';
import type { HttpFetch } from './http-fetch.js';
import { KubeConfigOidcStore } from './oidc-store.js';
import { loadConfig } from './load-config.js';
import type { LoadConfigOptions } from './load-config.js';

const start = Date.parse('2026-01-01T00:00:00Z');

function jwt(seconds: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: start / 1000 + seconds })}.s`;
}

/** An identity provider that replaces its refresh token with each refresh. */
class IdentityProvider {
  valid = 'r0';
  refused = 0;
  refreshes = 0;

  readonly fetch: HttpFetch = ({ method, body = '' }) => {
    if (method === 'GET') return Promise.resolve(answer(200, { token_endpoint: 'https://idp/token' }));
    if (new URLSearchParams(body).get('refresh_token') !== this.valid) {
      this.refused++;
      return Promise.resolve(answer(400, { error: 'invalid_grant' }));
    }
    this.valid = `r${++this.refreshes}`;
    return Promise.resolve(answer(200, { id_token: jwt(3600 + this.refreshes), refresh_token: this.valid }));
  };
}

function answer(status: number, body: object): { status: number; body: string } {
  return { status, body: JSON.stringify(body) };
}

function yaml(user: string, idToken = jwt(0)): string {
  return `# my clusters
apiVersion: v1
kind: Config
current-context: c
clusters:
  - { name: c, cluster: { server: "https://api" } } # the only one
contexts: [ { name: c, context: { cluster: c, user: ${user} } } ]
users:
  - name: other
    user: { token: t }
  - name: ${user}
    user:
      auth-provider:
        name: oidc
        config:
          idp-issuer-url: https://idp
          client-id: me
          id-token: ${idToken} # renewed
          refresh-token: 'r0'
`;
}

async function credentials(options: LoadConfigOptions): Promise<unknown> {
  const config = await loadConfig({ env: {}, clock: new FakeClock(start), ...options });
  return config.provider?.credentials({});
}

const renewed = { authorization: `Bearer ${jwt(3601)}` };

describe('tokens that a refresh replaces', () => {
  test.each([
    ['YAML', (text: string) => text],
    ['UTF-16', (text: string) => `\uFEFF${text}`],
    ['JSON', undefined],
  ])('are stored in the kubeconfig (%s), with its comments and its mode', async (name, change) => {
    const file = join(await tempDir(), 'config');
    const json = {
      'current-context': 'c',
      clusters: [{ name: 'c', cluster: { server: 'https://api' } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      users: [
        {
          name: 'u',
          user: {
            'auth-provider': {
              name: 'oidc',
              config: { 'idp-issuer-url': 'https://idp', 'client-id': 'me', 'refresh-token': 'r0' },
            },
          },
        },
      ],
    };
    const text = change?.(yaml('u')) ?? JSON.stringify(json, undefined, 2);
    await writeFile(file, Buffer.from(text, name === 'UTF-16' ? 'utf16le' : 'utf8'), { mode: 0o640 });
    await chmod(file, 0o640);
    const idp = new IdentityProvider();
    expect(await credentials({ kubeconfig: file, fetch: idp.fetch })).toEqual(renewed);
    const after = await readFile(file, 'utf8');
    if (change === undefined) expect(JSON.parse(after)).toMatchObject({ users: [{ name: 'u' }] });
    else expect(after).toBe(yaml('u', jwt(3601)).replace("'r0'", "'r1'"));
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(join(file, '..'))).toEqual(['config']);
    // The next program finds valid tokens, and needs no refresh.
    expect(await credentials({ kubeconfig: file, fetch: idp.fetch })).toEqual(renewed);
    expect([idp.refreshes, idp.refused]).toEqual([1, 0]);
  });

  test('go to that file of KUBECONFIG that the user comes from, through its link', async () => {
    const dir = await tempDir();
    const paths = ['first', 'second', 'target'].map((name) => join(dir, name));
    const [first = '', second = '', target = ''] = paths;
    await writeFile(first, yaml('someone-else').replace('user: someone-else', 'user: u'));
    await writeFile(target, yaml('u'));
    await symlink(target, second);
    const before = await readFile(first, 'utf8');
    const env = { KUBECONFIG: [first, second].join(delimiter) };
    expect(await credentials({ env, fetch: new IdentityProvider().fetch })).toEqual(renewed);
    expect(await readFile(first, 'utf8')).toBe(before);
    expect(await readFile(target, 'utf8')).toContain(jwt(3601));
    expect((await lstat(second)).isSymbolicLink()).toBe(true);
  });

  test('are taken from the file if another program has stored them meanwhile', async () => {
    const file = join(await tempDir(), 'config');
    await writeFile(file, yaml('u'));
    const idp = new IdentityProvider();
    const options = { env: {}, clock: new FakeClock(start), kubeconfig: file, fetch: idp.fetch };
    const [one, other] = [await loadConfig(options), await loadConfig(options)];
    expect(await one.provider?.credentials({})).toEqual(renewed);
    expect(await other.provider?.credentials({})).toEqual(renewed);
    expect([idp.refreshes, idp.refused]).toEqual([1, 0]);
    // A token that the server rejects is not taken from the file again.
    const rejected = await other.provider?.credentials({});
    if (rejected !== undefined) other.provider?.invalidate(rejected);
    expect(await other.provider?.credentials({})).toEqual({ authorization: `Bearer ${jwt(3602)}` });
    expect(await readFile(file, 'utf8')).toContain('r2');
  });

  const config = '{ idp-issuer-url: https://idp, client-id: me, id-token: old, refresh-token: r0 }';
  test.each<[string, (text: string) => string]>([
    ['has no such user any more', (text) => text.replaceAll('name: u', 'name: v')],
    [
      'has an alias there',
      (text) =>
        text
          .replace(/config:\n(?: {10}.*\n)+/, 'config: *config\n')
          .replace('users:', `x: &config ${config}\nusers:`),
    ],
    ['is not YAML any more', (text) => `${text}[`],
  ])('are not requested if the file %s', async (_what, change) => {
    const file = join(await tempDir(), 'config');
    await writeFile(file, yaml('u'));
    const idp = new IdentityProvider();
    const options = { env: {}, clock: new FakeClock(start), kubeconfig: file, fetch: idp.fetch };
    const { provider } = await loadConfig(options);
    await writeFile(file, change(yaml('u')));
    await expect(provider?.credentials({})).rejects.toMatchObject({
      name: 'CredentialsError',
      code: 'ERR_OIDC_STORE',
      message: expect.stringContaining(file) as unknown,
    });
    expect([idp.valid, idp.refreshes]).toEqual(['r0', 0]);
  });

  test('stay in memory with persistOidcTokens memory, and for files that are read by readFile', async () => {
    const file = join(await tempDir(), 'config');
    await writeFile(file, yaml('u'));
    const options = { kubeconfig: file };
    const memory = { ...options, fetch: new IdentityProvider().fetch, persistOidcTokens: 'memory' } as const;
    expect(await credentials(memory)).toEqual(renewed);
    const readOwn = (): Promise<string> => Promise.resolve(yaml('u'));
    expect(await credentials({ ...options, fetch: new IdentityProvider().fetch, readFile: readOwn })).toEqual(
      renewed,
    );
    expect(await readFile(file, 'utf8')).toBe(yaml('u'));
    await expect(credentials({ ...options, persistOidcTokens: 'disk' as 'memory' })).rejects.toThrow(
      /persistOidcTokens of loadConfig must be "kubeconfig", "memory" or a function, got "disk"/,
    );
  });
});

describe('the lock of a kubeconfig', () => {
  test('is waited for, and reported after 5 s', async () => {
    const file = join(await tempDir(), 'config');
    await writeFile(file, yaml('u'));
    await writeFile(`${file}.lock`, '');
    const clock = new FakeClock(start);
    const store = new KubeConfigOidcStore(file, 'u', clock);
    const tokens = { idToken: jwt(1), refreshToken: 'r9' };
    const failed = expect(store.save(tokens)).rejects.toMatchObject({
      code: 'ERR_OIDC_STORE',
      message: expect.stringContaining(`${file}.lock exists for 5000 ms`) as unknown,
    });
    let over = false;
    void failed.finally(() => (over = true));
    while (!over) {
      await new Promise(setImmediate);
      if (clock.pendingTimers > 0) await clock.advance(50);
    }
    await failed;
    const waiting = store.save(tokens);
    await rm(`${file}.lock`);
    let saved = false;
    void waiting.finally(() => (saved = true));
    while (!saved) {
      await new Promise(setImmediate);
      if (clock.pendingTimers > 0) await clock.advance(50);
    }
    await waiting;
    expect(await store.load()).toEqual(tokens);
  });

  test('keeps concurrent writers apart: the file is valid and holds the tokens of one', async () => {
    const file = join(await tempDir(), 'config');
    await writeFile(file, yaml('u'));
    const all = Array.from({ length: 8 }, (_, index) => ({ idToken: jwt(index), refreshToken: `r${index}` }));
    await Promise.all(all.map((tokens) => new KubeConfigOidcStore(file, 'u', systemClock).save(tokens)));
    expect(all).toContainEqual(await new KubeConfigOidcStore(file, 'u', systemClock).load());
    expect(await readdir(join(file, '..'))).toEqual(['config']);
  });
});

test('a file with several links is written in place', async () => {
  const dir = await tempDir();
  const [file, other] = [join(dir, 'config'), join(dir, 'hard')];
  await writeFile(file, yaml('u'));
  await link(file, other);
  await credentials({ kubeconfig: file, fetch: new IdentityProvider().fetch });
  expect(await readFile(other, 'utf8')).toContain('r1');
});
