import { describe, expect, test } from 'vitest';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { TlsConfig } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';
import { FakeClock } from '@kube-informers/testing';
import {
  ca,
  elsewhere,
  expired,
  foreign,
  selfSigned,
  server as right,
} from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import type { Pair } from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import { TemporaryFolder, finish } from '../../packages/cli/src/cli.test-support.js';
import { expectError, expectOneLine, failureOf } from './expect-error.test-support.js';

interface Case {
  readonly what: string;
  readonly pair: Pair;
  readonly tls: TlsConfig;
  readonly words: readonly (string | RegExp)[];
}

const trusted: TlsConfig = { ca: { data: ca } };
const cases: readonly Case[] = [
  {
    what: 'for another name',
    pair: elsewhere,
    tls: trusted,
    words: ['127.0.0.1', 'elsewhere.example.com', 'tls-server-name'],
  },
  {
    what: 'for another tls-server-name',
    pair: right,
    tls: { ...trusted, serverName: 'other.example.com' },
    words: ['other.example.com', 'api.example.com'],
  },
  {
    what: 'of another authority',
    pair: foreign,
    tls: trusted,
    words: [/untrusted authority/, 'certificate-authority'],
  },
  {
    what: 'of an authority, where only the system’s are trusted',
    pair: right,
    tls: {},
    words: [/untrusted authority/, /system|Node/],
  },
  {
    what: 'that is self-signed',
    pair: selfSigned,
    tls: trusted,
    words: ['self-signed', 'certificate-authority'],
  },
  { what: 'that has expired', pair: expired, tls: trusted, words: ['expired', /renew|clock/] },
];

describe.each(cases)('a certificate $what', ({ pair, tls, words }) => {
  test('causes one error that names the host and what to do', async () => {
    await using server = await ApiServer.start({ tls: { ...pair, ca } });
    await using clientset = new Clientset({ host: server.url, tls });
    const error = await failureOf(clientset.coreV1().pods('default').list());
    expectError(error, 'ERR_TLS', `127.0.0.1:${server.port}`, ...words);
    expect(error.cause).toBeInstanceOf(Error);
    expect(server.requests).toEqual([]);
  });

  test('makes the command print one line and exit with code 1', async () => {
    await using server = await ApiServer.start({ tls: { ...pair, ca } });
    await using folder = await TemporaryFolder.create();
    const kubeconfig = await folder.write(
      'config',
      JSON.stringify({
        'current-context': 'main',
        contexts: [{ name: 'main', context: { cluster: 'home', user: 'me' } }],
        users: [{ name: 'me', user: {} }],
        clusters: [
          {
            name: 'home',
            cluster: {
              server: server.url,
              'certificate-authority-data':
                tls.ca === undefined ? undefined : Buffer.from(ca).toString('base64'),
              'tls-server-name': tls.serverName,
            },
          },
        ],
      }),
    );
    const { err, out, exitCode } = await finish(['watch', 'pods', '--kubeconfig', kubeconfig]);
    expectOneLine(err, ...words);
    expect([out, exitCode]).toEqual(['', 1]);
  });
});

test('a running informer reports a server that returns with a wrong certificate, and keeps its cache', async () => {
  const clock = new FakeClock();
  await using first = await ApiServer.start({ tls: { ...right, ca } });
  await first.create(coreV1.pods, { metadata: { name: 'before', namespace: 'default' } });
  await using clientset = new Clientset({ host: first.url, tls: trusted }, { clock });
  const faults: Error[] = [];
  await using factory = new SharedInformerFactory(clientset, {
    clock,
    onWatchError: (error) => void faults.push(error),
  });
  const informer = factory.core().v1().pods().informer();
  factory.start();
  await factory.waitForCacheSync();
  await first.stop();
  {
    await using impostor = await ApiServer.start({ port: first.port, tls: { ...foreign, ca } });
    const refused = (): Error | undefined =>
      faults.find((error) => (error as { code?: string }).code === 'ERR_TLS');
    while (refused() === undefined) await clock.advance(200);
    expectError(refused(), 'ERR_TLS', /untrusted authority/);
    expect(impostor.requests).toEqual([]);
    expect(informer.indexer.listKeys()).toEqual(['default/before']);
  }
  await first.start();
  await first.create(coreV1.pods, { metadata: { name: 'after', namespace: 'default' } });
  while (informer.indexer.size < 2) await clock.advance(200);
});

test('plain HTTP where TLS was expected causes an error with the right scheme', async () => {
  await using plain = await ApiServer.start();
  await using clientset = new Clientset({ host: `https://127.0.0.1:${plain.port}` });
  expectError(await failureOf(clientset.coreV1().pods().list()), 'ERR_TLS', /does not speak TLS/, 'http://');
});
