import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { request as httpsRequest } from 'node:https';
import { describe, expect, test } from 'vitest';
import {
  ca,
  client,
  foreign,
  secondClient,
  server as serverPair,
} from '../../../kube-informers/src/rest/fixtures/certificates.test-support.js';
import type { Credentials, CredentialsProvider } from '../../../kube-informers/src/rest/config.js';
import { ask, Origin, proxied, until } from './fault-proxy.test-support.js';
import { FaultProxy } from './fault-proxy.js';
import { faults } from './fault.js';

const trusted = { ca: { data: ca } };

/** A TLS server that responds with the client's certificate name, its token and the SNI name. */
async function whoami(): Promise<Origin> {
  return Origin.start(
    (response, request) => {
      // The socket of an https server.
      const socket = request.socket as TLSSocket & { servername: string | false };
      const name = String(socket.getPeerCertificate().subject?.CN ?? '');
      response.end(`${name} ${request.headers.authorization ?? ''} ${String(socket.servername)}`);
    },
    createServer({ ...serverPair, ca, requestCert: true, rejectUnauthorized: false, keepAliveTimeout: 0 }),
  );
}

describe('towards the server', () => {
  test('TLS, a client certificate and a server name, invisible to the client', async () => {
    await using origin = await whoami();
    await using proxy = await FaultProxy.start({
      target: {
        host: origin.url.replace('http:', 'https:'),
        tls: {
          ...trusted,
          cert: { data: client.cert },
          key: { data: client.key },
          serverName: 'api.example.com',
        },
        namespace: 'mine',
      },
    });
    const seen = await ask(proxy.url, '/').done();
    expect(seen.body).toBe('first client  api.example.com');
    expect(proxy.config).toEqual({ host: proxy.url, namespace: 'mine', proxyUrl: '' });
  });

  test('a server that cannot be verified: the connection breaks, and the request has the reason', async () => {
    await using origin = await Origin.start(
      (response) => response.end('secret'),
      createServer({ ...foreign, keepAliveTimeout: 0 }),
    );
    await using proxy = await FaultProxy.start({
      target: { host: origin.url.replace('http:', 'https:'), tls: trusted },
    });
    const seen = await ask(proxy.url, '/').done();
    expect([seen.ended, seen.status, origin.seen.length]).toEqual(['ECONNRESET', undefined, 0]);
    expect(proxy.requests[0]?.failure).toMatch(/certificate/);
  });

  test('a token replaces the client’s; without one the client’s passes', async () => {
    await using origin = await Origin.start((response, request) =>
      response.end(request.headers.authorization),
    );
    const headers = { authorization: 'Bearer of-the-client' };
    await using proxy = await FaultProxy.start({
      target: { host: origin.url, credentials: { authorization: 'Bearer of-the-proxy' } },
    });
    expect((await ask(proxy.url, '/', { headers }).done()).body).toBe('Bearer of-the-proxy');
    expect(proxy.config.credentials).toBeUndefined();
    proxy.switchTo({ host: origin.url });
    expect((await ask(proxy.url, '/', { headers }).done()).body).toBe('Bearer of-the-client');
  });

  test('a provider is called for each request; rejected credentials are replaced', async () => {
    const given: Credentials[] = [];
    const refused: Credentials[] = [];
    const provider: CredentialsProvider = {
      credentials: () => {
        const credentials = { authorization: `Bearer ${given.length}` };
        given.push(credentials);
        return Promise.resolve(credentials);
      },
      invalidate: (rejected) => refused.push(rejected) > 0,
    };
    await using origin = await Origin.start((response, request) => {
      const { authorization } = request.headers;
      response.statusCode = authorization === 'Bearer 1' ? 200 : 401;
      response.end(authorization);
    });
    await using proxy = await FaultProxy.start({ target: { host: origin.url, provider } });
    expect(await ask(proxy.url, '/').done()).toMatchObject({ status: 200, body: 'Bearer 1' });
    expect(refused).toEqual([given[0]]);
    // At most one repetition: the response then goes to the client.
    expect(await ask(proxy.url, '/').done()).toMatchObject({ status: 401, body: 'Bearer 3' });
    expect(await ask(proxy.url, '/', { method: 'POST', body: 'x' }).done()).toMatchObject({
      status: 401,
      body: 'Bearer 4',
    });
    expect(proxy.requests.length).toBe(3);
  });

  test('a provider’s certificate, and a renewed one', async () => {
    await using origin = await whoami();
    const pairs = [client, secondClient];
    const provider: CredentialsProvider = {
      credentials: () => {
        const [pair] = pairs.splice(0, 1);
        return Promise.resolve({ clientCertificate: pair });
      },
      invalidate: () => false,
    };
    await using proxy = await FaultProxy.start({
      target: { host: origin.url.replace('http:', 'https:'), tls: trusted, provider },
    });
    const one = await ask(proxy.url, '/').done();
    const two = await ask(proxy.url, '/').done();
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body).not.toBe(two.body);
  });

  test('a failing provider: the connection breaks, and the request has the reason', async () => {
    await using origin = await Origin.start((response) => response.end());
    const provider: CredentialsProvider = {
      credentials: () => Promise.reject(new Error('no login')),
      invalidate: () => false,
    };
    await using proxy = await FaultProxy.start({ target: { host: origin.url, provider } });
    expect((await ask(proxy.url, '/').done()).ended).toBe('ECONNRESET');
    expect(proxy.requests).toMatchObject([{ failure: 'no login', open: false }]);
  });
});

describe('towards the client', () => {
  /** Sends a request over TLS with a plain client that trusts the proxy's authority. */
  function askTls(url: string) {
    let ended: string | undefined;
    let syscall: string | undefined;
    let body = '';
    const request = httpsRequest(url, { agent: false, ca }, (response) => {
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => (ended ??= 'whole'));
      response.on('error', (error: NodeJS.ErrnoException) => (ended ??= error.code));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      ended ??= error.code;
      syscall ??= error.syscall;
    });
    request.end();
    return {
      get syscall() {
        return syscall;
      },
      get ended() {
        return ended;
      },
      get body() {
        return body;
      },
    };
  }

  test('HTTPS with a given certificate: responses, cuts, resets, and an end', async () => {
    await using scene = await proxied((response) => response.write('12345'), { tls: serverPair });
    expect(scene.proxy.url).toMatch(/^https:/);
    expect(scene.proxy.config.tls).toEqual({ ca: { data: serverPair.cert } });
    scene.proxy.inject(faults.end({ afterLines: 0 }), { path: 'end' });
    scene.proxy.inject(faults.cut({ afterBytes: 3 }), { path: 'cut' });
    scene.proxy.inject(faults.reset({ afterBytes: 4 }), { path: 'reset' });
    scene.proxy.inject(faults.reset(), { path: 'at-once' });
    const expected = { end: ['whole', ''], cut: ['ECONNRESET', '123'], reset: ['ECONNRESET', '1234'] };
    for (const [path, [how, body]] of Object.entries(expected)) {
      const seen = askTls(`${scene.proxy.url}/${path}`);
      await until(`${path} is over`, () => seen.ended !== undefined);
      expect([path, seen.ended, seen.body]).toEqual([path, how, body]);
    }
    const seen = askTls(`${scene.proxy.url}/at-once`);
    await until('it is over', () => seen.ended !== undefined);
    // The system's error for RST. For a FIN, Node reports `socket hang up` with the same code.
    expect([seen.ended, seen.syscall]).toEqual(['ECONNRESET', 'read']);
  });

  test('a failed handshake and a missing one leave nothing behind', async () => {
    await using scene = await proxied((response) => response.end('ok'), { tls: serverPair });
    const plain = ask(scene.proxy.url.replace('https:', 'http:'), '/');
    await plain.done();
    expect(plain.status).toBeUndefined();
    const good = askTls(`${scene.proxy.url}/`);
    await until('it is over', () => good.ended !== undefined);
    expect([good.ended, good.body]).toEqual(['whole', 'ok']);
  });
});
