import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { plainFormat } from '../../packages/kube-informers/src/cache/cache-format.js';
import {
  compact as compactFormat,
  CompactCache,
} from '../../packages/kube-informers/src/compact/compact-cache.js';
import { Kernel } from '../../packages/kube-informers/src/compact/kernel/kernel.js';
import { Clientset, Discovery, SharedInformerFactory } from 'kube-informers';
import type { RestConfig } from 'kube-informers';
import { errorOfEvent } from '../../packages/kube-informers/src/meta/error-event.js';
import type { RestClient } from 'kube-informers/rest';
import { network } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import { Redactor } from '../../packages/kube-informers/src/rest/redactor.js';
import type { Seen } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import { someOf } from '../nightly.test-support.js';
import { Printed } from './printed.test-support.js';

const { serve, client } = network();

const token = 'echo-Tok3n/7Hq2+a&b';
const plainToken = 'echoTok3n7Hq2abcdef_0123';
const password = 'echo"Pass&9Xr4/s';
const pair = Buffer.from(`admin:${password}`).toString('base64');

/** The credentials of a request, and which of its strings are secret. */
const ways: readonly { readonly what: string; readonly config: Omit<RestConfig, 'host'> }[] = [
  { what: 'a bearer token', config: { credentials: { authorization: `Bearer ${token}` } } },
  { what: 'a token of word characters', config: { credentials: { authorization: `Bearer ${plainToken}` } } },
  { what: 'a basic password', config: { credentials: { authorization: `Basic ${pair}` } } },
  {
    what: 'a token of a provider',
    config: {
      provider: {
        credentials: () => Promise.resolve({ authorization: `Bearer ${token}` }),
        invalidate: () => false,
      },
    },
  },
];

/** How a server may write a string that it repeats. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with slashes escaped': (text) => text.replaceAll('/', '\\/').replaceAll('"', '\\"'),
  'with characters as \\u escapes': (text) => text.replaceAll(/[^A-Za-z0-9 ]/g, (c) => `\\u00${hex(c)}`),
  'percent-encoded': (text) => encodeURIComponent(text),
  'as HTML': (text) => text.replaceAll(/[^A-Za-z0-9 ]/g, (c) => `&#x${hex(c)};`),
  'in lower case': (text) => text.toLowerCase(),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64, a byte later': (text) => Buffer.from(`-${text}--`).toString('base64'),
  'in base64 for URLs, two bytes later': (text) => Buffer.from(`--${text}-`).toString('base64url'),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'with every byte percent-encoded': (text) => text.replaceAll(/./g, (c) => `%${hex(c)}`),
  'with every byte percent-encoded, in capitals': (text) =>
    text.replaceAll(/./g, (c) => `%${hex(c).toUpperCase()}`),
  'with every character as a \\u escape': (text) => text.replaceAll(/./g, (c) => `\\u00${hex(c)}`),
  'with every character as an HTML number': (text) => text.replaceAll(/./g, (c) => `&#${c.charCodeAt(0)};`),
};

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

/** The credentials alone, with the characters that a word may contain. */
function word(said: string): string {
  return (said.split(' ')[1] ?? said).replaceAll(/\W/g, '');
}

function header(text: string): string {
  return text.replaceAll(/["\\]/g, String.raw`\$&`);
}

type Answer = (said: string, response: ServerResponse, seen: Seen) => void;

const status = (fields: object): string => JSON.stringify({ kind: 'Status', apiVersion: 'v1', ...fields });
const jsonAnswer = (code: number, body: (said: string) => string): Answer => {
  return (said, response) => {
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(body(said));
  };
};

/** Every place of a response in which a server can repeat a request. */
const places: Readonly<Record<string, Answer>> = {
  'the message of a Status': jsonAnswer(403, (said) => status({ status: 'Failure', message: said })),
  'the reason and details of a Status': jsonAnswer(409, (said) =>
    status({
      status: 'Failure',
      reason: said,
      metadata: { continue: said, resourceVersion: said },
      details: { name: said, kind: said, causes: [{ reason: said, message: said, field: said }] },
    }),
  ),
  'an unknown field of a Status': jsonAnswer(500, (said) =>
    status({ status: 'Failure', [said]: { deep: [said] } }),
  ),
  'a Status with HTTP 200': jsonAnswer(200, (said) =>
    status({ status: 'Failure', message: said, code: 500 }),
  ),
  'the status of a Status with HTTP 200': jsonAnswer(200, (said) => status({ status: said, reason: said })),
  'the kind of an answer': jsonAnswer(200, (said) => JSON.stringify({ kind: said, apiVersion: said })),
  'the word kind alone': jsonAnswer(200, (said) => JSON.stringify({ kind: word(said), apiVersion: 'v1' })),
  'the kind in discovery': jsonAnswer(200, (said) => {
    const versions = [{ version: 'v1', resources: [{ resource: 'pods', responseKind: { kind: said } }] }];
    return JSON.stringify({ kind: 'APIGroupDiscoveryList', items: [{ versions }] });
  }),
  'a version that is not a string': jsonAnswer(200, (said) => JSON.stringify({ gitVersion: [said] })),
  'a plain text': (said, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`you sent ${said}, did you not?`);
  },
  'the end of a long error text': (said, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`${'x'.repeat(2040)} ${said}`);
  },
  'the title of a page': (said, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end(`<title>no ${said}</title>`);
  },
  'the content type': (said, response) => {
    response.writeHead(200, { 'content-type': `text/${said.replaceAll(' ', '')}; charset=utf-8` }).end('{}');
  },
  'the host of a redirect': (said, response) => {
    response.writeHead(302, { location: `https://${said.replaceAll(' ', '')}.example.com/login` }).end();
  },
  'the path of a redirect': (said, response) => {
    response.writeHead(307, { location: `/login/${encodeURIComponent(said)}?next=${said}` }).end();
  },
  'the reason phrase': (said, response) => {
    response.writeHead(503, said).end();
  },
  'an audit id': (said, response) => {
    response.writeHead(500, { 'audit-id': said, 'content-type': 'text/plain' }).end('no');
  },
  'a warning': (said, response) => {
    const warning = `299 ${header(said).replaceAll(/[\s"]/g, '')} "do not send ${header(said)}"`;
    response.writeHead(404, { warning, 'content-type': 'application/json' });
    response.end(status({ status: 'Failure', reason: 'NotFound', code: 404 }));
  },
  'the type of a watch event': jsonAnswer(200, (said) => JSON.stringify({ type: word(said), object: {} })),
  'a Status in a watch event': jsonAnswer(
    200,
    (said) =>
      `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', message: said, reason: said } })}\n`,
  ),
  'the kind of an error event': jsonAnswer(
    200,
    (said) => `${JSON.stringify({ type: 'ERROR', object: { kind: word(said), a: said } })}\n`,
  ),
  'bytes that are not HTTP': (said, response) => {
    response.socket?.end(`${said}\r\n\r\n`);
  },
  'a header that is not valid': (said, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\n${said}: \u0000${said}\r\n\r\n`);
  },
};

/** The sent credentials, as the server decodes them: the header, and the password in it. */
function received({ headers }: Seen): string {
  const sent = headers.authorization ?? '';
  return sent.startsWith('Basic ')
    ? `${sent} ${Buffer.from(sent.slice(6), 'base64').toString().slice('admin:'.length)}`
    : sent;
}

const secrets = {
  token,
  'token of word characters': plainToken,
  'token of word characters in lower case': plainToken.toLowerCase(),
  'token in lower case': token.toLowerCase(),
  'token as HTML': spellings['as HTML']?.(token) ?? '',
  'token with escapes': spellings['with slashes escaped']?.(token) ?? '',
  password,
  'password in lower case': password.toLowerCase(),
  'password as HTML': spellings['as HTML']?.(password) ?? '',
  pair,
};

async function caught(printed: Printed, action: () => Promise<unknown>): Promise<void> {
  await action().then(
    () => undefined,
    (error: unknown) => printed.take(error),
  );
}

/** Every request of a client, with the ordinary and the compact decoder. */
async function askAll(rest: RestClient, printed: Printed): Promise<void> {
  const path = '/api/v1/pods';
  const one = { maxRetries: 0, path };
  await caught(printed, () => rest.request({ ...one, method: 'GET' }));
  await caught(printed, () => rest.request({ ...one, method: 'POST', body: {} }));
  await caught(printed, () => rest.raw({ ...one, method: 'GET' }).then((bytes) => bytes.length));
  for (const format of [undefined, new CompactCache(Kernel.shared()).format]) {
    await caught(printed, () => rest.list({ ...one, format }));
    await caught(printed, async () => {
      const watch = await rest.watch({ ...one, format });
      if (watch.unopened !== undefined) printed.take(watch.unopened);
      for await (const { type, object } of watch) {
        if (type !== 'ERROR') continue;
        printed.take(errorOfEvent(object));
        // Everything else is data of the server and stays unchanged.
        if (object.kind === 'Status') printed.take(object);
      }
    });
  }
  const clientset = new Clientset(rest);
  const pods = clientset.coreV1().pods('default');
  await caught(printed, () => pods.logs('web', { container: 'app' }).next());
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  await caught(printed, () => clientset.apply([map]));
  const discovery = new Discovery(rest);
  await caught(printed, () => discovery.serverVersion());
  await caught(printed, async () => {
    const { failures } = await discovery.serverResources();
    for (const { error } of failures) printed.take(error);
  });
}

describe.each(ways)('a server that repeats $what', ({ what, config }) => {
  const way = ways.findIndex((each) => each.what === what);

  // By day each place has a spelling with one of the ways.
  test.each(Object.keys(places).map((place, index) => [place, index] as const))(
    'in %s does not put it into an error, a warning or a log',
    async (place, index) => {
      for (const [spelling, spell] of someOf(Object.entries(spellings), index + way, ways.length)) {
        const printed = new Printed(secrets);
        const server = await serve((seen, response) => {
          // If the string cannot be in that place, the response has none of it.
          try {
            places[place]?.(spell(received(seen)), response, seen);
          } catch {
            response.destroy();
          }
        });
        const rest = client({ ...config, host: server.url }, { logger: printed.logger });
        await askAll(rest, printed);
        expect({ spelling, leaks: printed.leaks() }).toEqual({ spelling, leaks: [] });
        expect(printed.taken).toBeGreaterThan(0);
      }
    },
  );

  test.each([false, true])('does not make informers print it (compact: %s)', async (compact) => {
    for (const answer of Object.values(places)) {
      const printed = new Printed(secrets);
      const server = await serve((seen, response) => {
        try {
          answer(received(seen), response, seen);
        } catch {
          response.destroy();
        }
      });
      await using clientset = new Clientset(
        { ...config, host: server.url, onWarning: (warning) => printed.take(warning) },
        { logger: printed.logger, maxRetries: 0 },
      );
      const stop = new AbortController();
      const faulted = new Promise<void>((resolve) => {
        const factory = new SharedInformerFactory(clientset, {
          logger: printed.logger,
          cacheFormat: compact ? compactFormat() : plainFormat,
          onWatchError: (error) => {
            printed.take(error);
            resolve();
          },
        });
        factory.core().v1().pods().informer();
        factory.start({ signal: stop.signal });
      });
      await faulted;
      stop.abort();
      expect(printed.leaks()).toEqual([]);
    }
  });
});

test('a token that was refused and replaced is not printed either', async () => {
  const printed = new Printed({ first: 'first-T0ken-aaaa', second: 'second-T0ken-bbbb' });
  const given = ['first-T0ken-aaaa', 'second-T0ken-bbbb'];
  const tokens: string[] = [];
  const server = await serve(({ headers }, response) => {
    tokens.push(headers.authorization ?? '');
    response
      .writeHead(tokens.length === 1 ? 401 : 403, { 'content-type': 'text/plain' })
      .end(tokens.join(' '));
  });
  const provider = {
    credentials: () => Promise.resolve({ authorization: `Bearer ${given[0] ?? ''}` }),
    invalidate: () => given.shift() !== undefined,
  };
  const rest = client({ host: server.url, provider }, { logger: printed.logger });
  await caught(printed, () => rest.request({ path: '/api/v1/pods', method: 'GET' }));
  expect(tokens).toHaveLength(2);
  expect(printed.text).toContain('[redacted]');
  expect(printed.leaks()).toEqual([]);
});

test('a followed log that is refused does not print a token that the refusal repeats', async () => {
  const printed = new Printed({ token });
  const server = await serve(({ headers }, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(status({ status: 'Failure', code: 403, message: headers.authorization }));
  });
  const config = { host: server.url, credentials: { authorization: `Bearer ${token}` } };
  const pods = new Clientset(client(config, { logger: printed.logger })).coreV1().pods('default');
  await caught(printed, () => pods.logs('web', { follow: true, container: 'app' }).next());
  expect(printed.text).toContain('[redacted]');
  expect(printed.leaks()).toEqual([]);
});

test('a token in the headers of one call is not printed either', async () => {
  const printed = new Printed({ token });
  const server = await serve(({ headers }, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(headers['x-auth-request-access-token']);
  });
  const rest = client({ host: server.url }, { logger: printed.logger });
  await caught(printed, () =>
    rest.request({
      path: '/api/v1/pods',
      method: 'GET',
      headers: { Authorization: `Bearer ${token}`, 'X-Auth-Request-Access-Token': token },
    }),
  );
  expect(printed.text).toContain('[redacted]');
  expect(printed.leaks()).toEqual([]);
});

test('a token that a redirect writes partly percent-encoded is not decoded into the error', async () => {
  const printed = new Printed({ token: plainToken.toLowerCase() });
  const server = await serve((_seen, response) => {
    response.writeHead(302, { location: `https://%65${plainToken.slice(1)}.example.com/` }).end();
  });
  const rest = client(
    { host: server.url, credentials: { authorization: `Bearer ${plainToken}` } },
    { logger: printed.logger },
  );
  await caught(printed, () => rest.request({ path: '/api/v1/pods', method: 'GET' }));
  expect(printed.text).toContain('a hidden address');
  expect(printed.leaks()).toEqual([]);
});

test.each([
  ['the Status of a command', [3]],
  ['the error of a port', [1, 80, 0]],
])('a token that %s repeats is not printed', async (_what, head) => {
  const printed = new Printed({ token });
  const http = createServer();
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  http.on('upgrade', (request, socket, rest) => {
    sockets.handleUpgrade(request, socket, rest, (ws) => {
      const said = `upstream failed: ${JSON.stringify(request.headers)}`;
      const status = {
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        reason: 'InternalError',
        message: said,
      };
      // The first message of a channel of a port is the port.
      if (head.length > 1) for (const channel of [0, 1]) ws.send(Buffer.from([channel, 80, 0]));
      ws.send(
        Buffer.concat([
          Buffer.from([head[0] ?? 0]),
          Buffer.from(head.length > 1 ? said : JSON.stringify(status)),
        ]),
      );
      ws.close();
    });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  await using _server = {
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  const { port } = http.address() as AddressInfo;
  await using clientset = new Clientset(
    { host: `http://127.0.0.1:${port}`, credentials: { authorization: `Bearer ${token}` } },
    { logger: printed.logger },
  );
  const pods = clientset.coreV1().pods('default');
  if (head.length > 1) {
    await caught(printed, async () => {
      const connection = await pods.connectPort('web', 80);
      for await (const data of connection) printed.take(data);
    });
  } else {
    await caught(printed, () => pods.exec('web', { command: ['ls'] }));
    await caught(printed, () => pods.copyFrom('web', '/etc', '/nowhere'));
  }
  expect(printed.text).toContain('[redacted]');
  expect(printed.leaks()).toEqual([]);
});

test('a very long token is removed in every spelling', () => {
  const long = Array.from({ length: 1000 }, (_, index) => `${index}-Tok3n/+`).join('');
  const redactor = new Redactor({
    host: 'https://example',
    credentials: { authorization: `Bearer ${long}` },
  });
  for (const [spelling, spell] of Object.entries(spellings)) {
    const left = redactor.text(spell(long)).replaceAll('[redacted]', '');
    // In base64 a few characters between the pieces remain, with bits of both.
    expect({ spelling, left: left.length < 200 }).toEqual({ spelling, left: true });
  }
});
