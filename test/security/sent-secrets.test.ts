// Servers that quote what they refuse: kube-apiserver the values of a wrong type, and a whole body that it cannot read.
import { afterEach, describe, expect, test } from 'vitest';
import { Clientset, DynamicClient, isConflict } from 'kube-informers';
import { createOrUpdate } from 'kube-informers/controller';
import { network } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import { Printed } from './printed.test-support.js';

const { serve } = network();

const values = {
  password: 'hunter2-of/the "shop"',
  // Not whole: lines of it are quoted alone.
  key: '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nAASCBKcwggSjAgEAAoIBAQ==\n-----END KEY-----\n',
  pin: '73915',
} as const;

const encoded = Buffer.from(values.password).toString('base64');
const secret = {
  apiVersion: 'v1' as const,
  kind: 'Secret' as const,
  metadata: { name: 'web', namespace: 'default', labels: { app: 'shop-front' }, resourceVersion: '5' },
  data: { password: encoded },
  stringData: { key: values.key, pin: values.pin },
};
const patch = { data: { password: encoded }, stringData: { key: values.key, pin: values.pin } };
const yaml = `apiVersion: v1
kind: Secret
metadata: { name: web }
stringData:
  password: ${JSON.stringify(values.password)}
  key: |
${values.key.replaceAll(/^/gm, '    ')}
  pin: "${values.pin}"
`;

interface Clients {
  readonly clientset: Clientset;
  readonly dynamic: DynamicClient;
}
const ways: Readonly<Record<string, (clients: Clients) => Promise<unknown>>> = {
  create: ({ clientset }) => clientset.coreV1().secrets('default').create(secret),
  update: ({ clientset }) => clientset.coreV1().secrets('default').update(secret),
  'a merge patch': ({ clientset }) =>
    clientset.coreV1().secrets('default').patch('web', patch, { type: 'merge' }),
  'a strategic patch as text': ({ clientset }) =>
    clientset.coreV1().secrets('default').patch('web', JSON.stringify(patch), { type: 'strategic' }),
  'a JSON patch': ({ clientset }) =>
    clientset
      .coreV1()
      .secrets('default')
      .patch(
        'web',
        Object.entries(values).map(([name, value]) => ({ op: 'add', path: `/stringData/${name}`, value })),
        { type: 'json' },
      ),
  apply: ({ clientset }) => clientset.coreV1().secrets('default').apply(secret, { fieldManager: 'me' }),
  'an apply of YAML': ({ clientset }) =>
    clientset.coreV1().secrets('default').patch('web', yaml, { type: 'apply', fieldManager: 'me' }),
  'the dynamic client': ({ dynamic }) =>
    dynamic.resource({ group: '', version: 'v1', resource: 'secrets' }).create(secret),
  'a request without a target': ({ clientset }) =>
    clientset.restClient.request({
      method: 'POST',
      path: '/api/v1/namespaces/default/secrets',
      body: secret,
    }),
  'a request for bytes': ({ clientset }) =>
    clientset.restClient.raw({
      method: 'PUT',
      path: '/api/v1/namespaces/default/secrets/web',
      body: Buffer.from(JSON.stringify(secret)),
    }),
  createOrUpdate: ({ clientset }) =>
    createOrUpdate(clientset.coreV1().secrets('default'), { metadata: secret.metadata }, (object) => {
      object.data = secret.data;
      object.stringData = secret.stringData;
    }),
};

const quoted = (body: string): string =>
  `Secret in version "v1" cannot be handled as a Secret: error decoding from json: ${JSON.stringify(body)}`;
const answers: Readonly<Record<string, (body: string) => object | string>> = {
  'a Status that quotes each value': () => ({
    kind: 'Status',
    status: 'Failure',
    message: `Secret "web" is invalid: ${[...Object.values(values), ...values.key.split('\n'), encoded].map((value) => `data: Invalid value: "${value}"`).join(', ')}`,
    reason: 'Conflict',
    details: {
      name: 'web',
      causes: [
        { message: `Invalid value: ${JSON.stringify(values)}`, field: 'data', reason: 'FieldValueInvalid' },
      ],
    },
    code: 409,
  }),
  'a Status that quotes the body': (body) => ({
    kind: 'Status',
    status: 'Failure',
    message: quoted(body),
    reason: 'Conflict',
    code: 409,
  }),
  'a Status that quotes parts of the body': (body) => ({
    kind: 'Status',
    status: 'Failure',
    message: `error found in #10 byte of ...|${body.slice(body.indexOf('hunter2') + 3).slice(0, 12)}|..., bigger context ...|${JSON.stringify(body).slice(60, 240)}|...`,
    reason: 'Conflict',
    code: 409,
  }),
  'a text that quotes the body': (body) => `cannot read ${body}`,
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.each(Object.entries(answers))('%s', (what, answer) => {
  test.each(Object.entries(ways))(
    'to %s of a Secret becomes an error without its data',
    async (_way, write) => {
      const server = await serve(({ method, body }, response) => {
        const said = method === 'GET' ? { ...secret, data: {}, stringData: {} } : answer(body);
        response.writeHead(method === 'GET' ? 200 : 409, {
          'content-type': typeof said === 'string' ? 'text/plain' : 'application/json',
        });
        response.end(typeof said === 'string' ? said : JSON.stringify(said));
      });
      const printed = new Printed({ ...values, encoded });
      const clientset = new Clientset({ host: server.url }, { maxRetries: 0, logger: printed.logger });
      const dynamic = new DynamicClient({ host: server.url }, { maxRetries: 0, logger: printed.logger });
      closing.push(
        () => clientset.close(),
        () => dynamic.close(),
      );
      const error: unknown = await write({ clientset, dynamic }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      printed.take(error);
      expect(printed.leaks()).toEqual([]);
      expect(printed.text).toContain('[redacted]');
      expect(printed.text).not.toContain('MIIEvQIBADANBgkq');
      // Programs still decide by it.
      if (what.startsWith('a Status')) expect(isConflict(error)).toBe(true);
    },
  );
});

test('an error of another kind is as the server sent it', async () => {
  const message = `ConfigMap "web" is invalid: data: Invalid value: "${values.password}"`;
  const server = await serve((_request, response) => {
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ kind: 'Status', status: 'Failure', message, reason: 'Invalid', code: 422 }),
    );
  });
  const clientset = new Clientset({ host: server.url }, { maxRetries: 0 });
  closing.push(() => clientset.close());
  await expect(
    clientset
      .coreV1()
      .configMaps('default')
      .create({ metadata: { name: 'web' }, data: values }),
  ).rejects.toThrow(message);
});

test('the error of a large Secret with a long answer takes a moment', async () => {
  const data = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [
      `k${index}`,
      Buffer.from(`value ${index} of many`).toString('base64'),
    ]),
  );
  const server = await serve(({ body }, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ kind: 'Status', status: 'Failure', message: quoted(body), code: 400 }));
  });
  const clientset = new Clientset({ host: server.url }, { maxRetries: 0 });
  closing.push(() => clientset.close());
  const before = process.cpuUsage();
  const error: unknown = await clientset
    .coreV1()
    .secrets('default')
    .create({ metadata: { name: 'web' }, data })
    .catch((thrown: unknown) => thrown);
  const { user, system } = process.cpuUsage(before);
  expect(String(error)).toContain('[redacted]');
  expect(String(error).length).toBeLessThan(20_000);
  expect((user + system) / 1e6).toBeLessThan(5);
});
