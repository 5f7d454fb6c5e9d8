import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import type { Logger } from '../util/logger.js';
import { noopLogger } from '../util/logger.js';
import type { TlsConfig } from './config.js';
import {
  belowIntermediate,
  ca,
  client,
  elsewhere,
  expired,
  foreign,
  intermediate,
  secondClient,
  selfSigned,
  server as serverPair,
} from './fixtures/certificates.test-support.js';
import { network, text } from './fixtures/server.test-support.js';
import type { TestServer } from './fixtures/server.test-support.js';
import { tlsRereadMs } from './tls.js';
import type { UndiciTransport } from './undici-transport.js';

const { serve, serveRaw, transport } = network();
const trusted: TlsConfig = { ca: { data: ca } };

async function get(via: UndiciTransport, url: string): Promise<string> {
  return text((await via.send({ method: 'GET', url, headers: {} })).body);
}

/** A server that responds with the name in the client's certificate. */
async function whoami(): Promise<TestServer> {
  return serve(
    (_request, response) => {
      // The socket of an https server; without a certificate name the response is empty.
      const certificate = (response.socket as TLSSocket).getPeerCertificate();
      response.end(String(certificate.subject?.CN ?? ''));
    },
    { tls: serverPair, clientCertificates: true },
  );
}

describe('the server is verified', () => {
  test('against the authority of the config', async () => {
    const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
    expect(await get(transport({ tls: trusted }), server.url)).toBe('ok');
  });

  test('against a bundle with certificates that cannot be read, which Go skips', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n';
    const unfinished = '-----BEGIN CERTIFICATE-----\nMIIB\n';
    const bundle = `# Zoë's\n${broken}${unfinished}${ca}${broken}`;
    const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
    expect(await get(transport({ tls: { ca: { data: bundle } } }), server.url)).toBe('ok');
  });

  test('accepts an intermediate authority, as Go does', async () => {
    const server = await serve((_request, response) => response.end('ok'), { tls: belowIntermediate });
    expect(await get(transport({ tls: { ca: { data: intermediate } } }), server.url)).toBe('ok');
  });

  test.each([
    [
      'an unknown authority',
      foreign,
      trusted,
      ["the config's inline certificate authority", 'certificate-authority'],
    ],
    ['an authority unknown to Node, when none is configured', serverPair, {}, ["Node's built-in"]],
    ['a self-signed certificate', selfSigned, trusted, ['self-signed']],
    ['an expired certificate', expired, trusted, ['expired']],
    [
      'another name',
      elsewhere,
      trusted,
      ['is not for 127.0.0.1', 'elsewhere.example.com', 'tls-server-name'],
    ],
    [
      'another server name',
      serverPair,
      { ...trusted, serverName: 'x.example.com' },
      ['is not for x.example.com'],
    ],
  ])('%s: ERR_TLS with the reason', async (_what, pair, tls, parts) => {
    const server = await serve((_request, response) => response.end('ok'), { tls: pair });
    const error: unknown = await get(transport({ tls }), server.url).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ERR_TLS', cause: { code: expect.any(String) as unknown } });
    for (const part of [...parts, `127.0.0.1:${server.port}`])
      expect((error as Error).message).toContain(part);
    expect(server.seen).toEqual([]);
  });

  test('by the name in tls-server-name, which is also sent as SNI', async () => {
    const server = await serve(
      (_request, response) =>
        response.end(String((response.socket as TLSSocket & { servername: string }).servername)),
      { tls: serverPair },
    );
    expect(await get(transport({ tls: { ...trusted, serverName: 'api.example.com' } }), server.url)).toBe(
      'api.example.com',
    );
  });

  test('not at all with insecureSkipVerify', async () => {
    for (const pair of [foreign, selfSigned, expired, elsewhere]) {
      const server = await serve((_request, response) => response.end('ok'), { tls: pair });
      expect(await get(transport({ tls: { insecureSkipVerify: true } }), server.url)).toBe('ok');
    }
  });

  test('a server without TLS: ERR_TLS that suggests http', async () => {
    const server = await serve((_request, response) => response.end('ok'));
    await expect(
      get(transport({ tls: trusted }), server.url.replace('http:', 'https:')),
    ).rejects.toMatchObject({ code: 'ERR_TLS', message: expect.stringContaining('http://') as unknown });
  });

  test('TLS where http is expected: an error, not a hang', async () => {
    const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
    await expect(get(transport(), server.url.replace('https:', 'http:'))).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_(NOT_KUBERNETES|CONNECTION_RESET)$/) as unknown,
    });
  });

  test('a connection that ends in the handshake: ERR_CONNECTION_RESET', async () => {
    const server = await serveRaw((socket) => void socket.once('data', () => socket.end()));
    await expect(
      get(transport({ tls: trusted }), server.url.replace('http:', 'https:')),
    ).rejects.toMatchObject({ code: 'ERR_CONNECTION_RESET' });
  });
});

describe('client certificates', () => {
  const own: TlsConfig = { ...trusted, cert: { data: client.cert }, key: { data: client.key } };

  test('from the config are presented', async () => {
    const server = await whoami();
    expect(await get(transport({ tls: own }), server.url)).toBe('first client');
  });

  test('missing for a server that requires one: ERR_TLS', async () => {
    const server = await whoami();
    await expect(get(transport({ tls: trusted }), server.url)).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_(TLS|CONNECTION_RESET)$/) as unknown,
    });
  });

  test("of a request replace the config's and never share a connection", async () => {
    const server = await whoami();
    const via = transport({ tls: own });
    const as = async (clientCertificate: typeof client | undefined): Promise<string> =>
      text((await via.send({ method: 'GET', url: server.url, headers: {}, clientCertificate })).body);
    expect(await as(undefined)).toBe('first client');
    expect(await as(secondClient)).toBe('second client');
    expect(await as(undefined)).toBe('first client');
    expect(await as(secondClient)).toBe('second client');
    const used = new Set(server.seen.map((seen, index) => `${seen.connection} ${index % 2}`));
    const connections = new Set(server.seen.map((seen) => seen.connection));
    expect(used.size).toBe(connections.size);
  });

  test('of requests may be many: old connections are closed', async () => {
    const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
    const via = transport({ tls: trusted });
    for (let count = 0; count < 20; count++) {
      const clientCertificate = { cert: `${client.cert}\n# ${count}`, key: client.key };
      await text((await via.send({ method: 'GET', url: server.url, headers: {}, clientCertificate })).body);
    }
    expect(server.open.size).toBeLessThanOrEqual(9);
  });
});

describe('files', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kube-informers-tls-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  async function write(name: string, content: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(`${path}.new`, content);
    await rename(`${path}.new`, path);
    return path;
  }

  test('are read again when they change: new requests use the new certificate', async () => {
    const server = await whoami();
    const clock = new FakeClock();
    const cert = await write('client.crt', client.cert);
    const key = await write('client.key', client.key);
    const via = transport({
      tls: { ca: { file: await write('ca.crt', ca) }, cert: { file: cert }, key: { file: key } },
      clock,
    });
    expect(await get(via, server.url)).toBe('first client');
    await write('client.crt', secondClient.cert);
    await write('client.key', secondClient.key);
    expect(await get(via, server.url)).toBe('first client');
    await clock.advance(tlsRereadMs);
    expect(await get(via, server.url)).toBe('second client');
  });

  test('that are temporarily unusable are logged, and the old ones stay in use', async () => {
    const server = await whoami();
    const clock = new FakeClock();
    const warnings: unknown[] = [];
    const logger: Logger = { ...noopLogger, warn: (fields) => void warnings.push(fields['err']) };
    const cert = await write('half.crt', client.cert);
    const key = await write('half.key', client.key);
    const via = transport({ tls: { ...trusted, cert: { file: cert }, key: { file: key } }, clock, logger });
    expect(await get(via, server.url)).toBe('first client');
    // An unfinished rotation: the certificate is new, the key is old.
    await write('half.crt', secondClient.cert);
    await clock.advance(tlsRereadMs);
    expect(await get(via, server.url)).toBe('first client');
    expect(warnings).toMatchObject([{ code: 'ERR_TLS_CONFIG' }]);
    await rm(key);
    await clock.advance(tlsRereadMs);
    expect(await get(via, server.url)).toBe('first client');
    expect(warnings).toHaveLength(2);
    await write('half.key', secondClient.key);
    await clock.advance(tlsRereadMs);
    expect(await get(via, server.url)).toBe('second client');
  });

  test('are read again immediately after a failed handshake', async () => {
    const server = await serve((_request, response) => response.end('ok'), { tls: foreign });
    const file = await write('rotating-ca.crt', ca);
    const via = transport({ tls: { ca: { file } }, clock: new FakeClock() });
    await expect(get(via, server.url)).rejects.toMatchObject({
      code: 'ERR_TLS',
      message: expect.stringContaining(file) as unknown,
    });
    await write('rotating-ca.crt', `${ca}${foreign.cert}`);
    expect(await get(via, server.url)).toBe('ok');
  });

  test.each<[string, TlsConfig, string]>([
    ['a missing file', { ca: { file: '/no/such/ca.crt' } }, '/no/such/ca.crt'],
    ['an authority that is not PEM', { ca: { data: 'hello' } }, 'certificate authority'],
    ['a certificate that is not PEM', { cert: { data: 'x' }, key: { data: client.key } }, 'certificate'],
    ['a key of another certificate', { cert: { data: client.cert }, key: { data: secondClient.key } }, 'key'],
    ['a certificate without a key', { cert: { data: client.cert } }, 'only the certificate'],
    ['a key without a certificate', { key: { data: client.key } }, 'only the key'],
  ])('%s: ERR_TLS_CONFIG before anything is sent', async (_what, tls, part) => {
    const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
    const error: unknown = await get(transport({ tls }), server.url).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConfigError', code: 'ERR_TLS_CONFIG' });
    expect((error as Error).message).toContain(part);
    expect(server.connections).toBe(0);
  });
});
