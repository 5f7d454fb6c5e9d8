import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { TemporaryFolder, finish, start } from '../../packages/cli/src/cli.test-support.js';
import { ObjectDetails } from '../../packages/cli/src/object-details.js';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import { RestClient } from 'kube-informers/rest';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { json, network } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import type { Seen } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';

const { serve } = network();

afterEach(() => {
  vi.restoreAllMocks();
});

const range = (from: number, to: number): string =>
  String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

// All characters that control a terminal, break lines, or reorder them; and the byte order mark.
const hostile =
  range(0x00, 0x1f) +
  range(0x7f, 0x9f) +
  range(0x2028, 0x2029) +
  range(0x202a, 0x202e) +
  range(0x2066, 0x2069) +
  '\u061c\u200e\u200f\ufeff';
const evil = `<${hostile}\u001b[2J\u009b2J\u001b]0;owned\u0007>`;

/** The characters that must never reach a terminal; line ends are the command's own. */
function raw(text: string): string[] {
  return Array.from(text).filter((character) => character !== '\n' && hostile.includes(character));
}

const evilObject = (name: string, resourceVersion: string): object => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name,
    namespace: evil,
    uid: name,
    resourceVersion,
    labels: { [evil]: evil },
    annotations: { [evil]: `${evil}${resourceVersion}` },
    creationTimestamp: evil,
  },
  [evil]: { [evil]: [`${evil}${resourceVersion}`, { [evil]: resourceVersion }] },
  type: evil,
  reason: evil,
  message: `${evil}${resourceVersion}`,
  involvedObject: { kind: evil, name: evil },
  spec: { containers: [{ image: evil }], nodeName: evil, type: evil, clusterIP: evil },
  status: {
    phase: evil,
    podIP: evil,
    reason: `${evil}${resourceVersion}`,
    nodeInfo: { osImage: evil },
    conditions: [
      { type: evil, status: evil, reason: evil, message: evil, lastTransitionTime: evil },
      { type: { [evil]: evil }, message: [evil] },
      evil,
    ],
  },
});

const types: Readonly<Record<string, string>> = {
  pods: 'Pod',
  events: 'Event',
  services: 'Service',
  secrets: 'Secret',
};

/** A server of hostile objects: one in the list, then one added, updated and deleted. */
function hostileServer({ url }: Seen, response: ServerResponse): void {
  const path = new URL(url, 'http://x');
  if (path.pathname === '/api') return json(response, { kind: 'APIVersions', versions: ['v1'] });
  if (path.pathname === '/apis')
    return json(response, { kind: 'APIGroupList', apiVersion: 'v1', groups: [] });
  if (path.pathname === '/api/v1')
    return json(response, {
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: Object.entries(types).map(([name, kind]) => ({
        name,
        singularName: kind.toLowerCase(),
        kind,
        namespaced: true,
        verbs: ['list', 'watch', 'get'],
      })),
    });
  const kind = types[path.pathname.split('/').at(-1) ?? ''] ?? 'Pod';
  if (path.searchParams.get('sendInitialEvents') !== null) {
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Invalid', code: 422 }),
    );
    return;
  }
  if (path.searchParams.get('watch') === null)
    return json(response, {
      kind: `${kind}List`,
      apiVersion: 'v1',
      metadata: { resourceVersion: '1' },
      items: [evilObject(`first${evil}`, '1')],
    });
  response.writeHead(200, { 'content-type': 'application/json' });
  for (const [type, version] of [
    ['ADDED', '2'],
    ['MODIFIED', '3'],
    ['DELETED', '4'],
  ])
    response.write(`${JSON.stringify({ type, object: evilObject(`second${evil}`, version ?? '') })}\n`);
}

async function kubeconfig(folder: TemporaryFolder, server: string): Promise<string> {
  return folder.write(
    'config',
    JSON.stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u', namespace: 'default' } }],
      clusters: [{ name: 'c', cluster: { server } }],
      users: [{ name: 'u', user: {} }],
    }),
  );
}

describe.each(['pods', 'events', 'services', 'secrets', 'pods,events'])(
  'watch %s of a hostile server',
  (words) => {
    test.each([
      [],
      ['-o', 'wide'],
      ['-o', 'json'],
      ['-o', 'yaml'],
      ['-o', 'name'],
      ['--events'],
      ['--events', '-o', 'json'],
      ['--events', '-o', 'yaml'],
      ['--events', '-o', 'name'],
    ])('prints no control character with %s %s %s', async (...flags) => {
      await using folder = await TemporaryFolder.create();
      const server = await serve(hostileServer);
      const file = await kubeconfig(folder, server.url);
      for (const isTTY of [false, true]) {
        const command = start(
          ['watch', ...words.split(' '), '-A', '--debug', '--kubeconfig', file, ...flags],
          { isTTY },
        );
        // The name of the second object, as text: added, updated, deleted.
        await command.out.until(/(?:second[\s\S]*){3}/);
        command.interrupt();
        await command.exitCode;
        expect(raw(command.out.text)).toEqual([]);
        expect(raw(command.err.text.replaceAll('\r', '').replaceAll('\u001b[K', ''))).toEqual([]);
      }
    });
  },
);

test('the conditions of an object and its Events are shown without control characters, in lines that fit', async () => {
  const server = await serve(hostileServer);
  await using rest = new RestClient({ host: server.url });
  const object = evilObject('first', '1') as KubernetesObject;
  const details = new ObjectDetails(rest, { kind: 'Pod' }, object, {
    clock: systemClock,
    onChange: () => undefined,
  });
  const shown = (): string => details.lines(object, 400).join('\n');
  await vi.waitFor(() => expect(shown()).toMatch(/Conditions[^]*Events[^]*owned/));
  for (const width of [1, 20, 40, 200]) {
    const lines = details.lines(object, width);
    expect(lines.flatMap(raw)).toEqual([]);
    expect(lines.filter((line) => line.includes('\n') || line.length > Math.max(8, width))).toEqual([]);
  }
  details.close();
  await details.ended;
});

test.each(['bash', 'zsh', 'fish'])('%s gets only words that mean nothing to it', async (shell) => {
  await using folder = await TemporaryFolder.create();
  const word = 'x$(touch owned)`owned`;&|<>\'" \\';
  const server = await serve(({ url }, response) => {
    const { pathname } = new URL(url, 'http://x');
    if (pathname === '/api') return json(response, { kind: 'APIVersions', versions: ['v1'] });
    if (pathname === '/apis') return json(response, { kind: 'APIGroupList', apiVersion: 'v1', groups: [] });
    if (pathname === '/api/v1/namespaces')
      return json(response, {
        apiVersion: 'v1',
        kind: 'NamespaceList',
        metadata: { resourceVersion: '1' },
        items: ['good', word, evil, `a\n:files`].map((name) => ({ metadata: { name } })),
      });
    json(response, {
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: ['goods', word, evil].map((name) => ({
        name,
        kind: name === 'goods' ? 'Good' : `${evil}\n:files\t`,
        namespaced: true,
        categories: [word, evil],
        verbs: ['list', 'watch'],
      })),
    });
  });
  const file = await kubeconfig(folder, server.url);
  for (const words of [
    ['watch', ''],
    ['watch', 'pods', '-n', ''],
  ]) {
    const { out, err } = await finish([
      'complete',
      shell,
      '--',
      ...words.toSpliced(1, 0, `--kubeconfig=${file}`),
    ]);
    expect(err).toBe('');
    expect(out).toContain('good');
    for (const line of out.trimEnd().split('\n')) {
      const [offered = '', description = ''] = line.split('\t');
      expect(offered).toMatch(/^[\w.:/@%+,=-]*$/);
      expect(offered).not.toBe(':files');
      expect(raw(description)).toEqual([]);
    }
  }
});

test('JSON and YAML keep their meaning', async () => {
  await using folder = await TemporaryFolder.create();
  const server = await serve(hostileServer);
  const file = await kubeconfig(folder, server.url);
  const object = evilObject(`first${evil}`, '1');
  const watch = ['watch', 'pods', '-A', '--once', '--kubeconfig', file, '-o'];
  expect(JSON.parse((await finish([...watch, 'json'])).out)).toEqual(object);
  expect(parse((await finish([...watch, 'yaml'])).out)).toEqual(object);
});

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'a Status': (response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        message: evil,
        reason: evil,
        details: { name: evil, kind: evil, causes: [{ reason: evil, message: evil, field: evil }] },
        code: 403,
      }),
    );
  },
  'plain text': (response) => void response.writeHead(403, { 'content-type': 'text/plain' }).end(evil),
  'a page': (response) =>
    void response.writeHead(403, { 'content-type': 'text/html' }).end(`<title>${evil.slice(1)}`),
  // Characters that are allowed in a header.
  headers: (response) => {
    const said = `a${range(0x80, 0x9f)}\tb`;
    response
      .writeHead(200, { 'content-type': `text/${said}`, warning: `299 - "${said}"`, location: said })
      .end('{}');
  },
  'a redirect': (response) => {
    response.writeHead(302, { location: `https://${range(0x80, 0x9f)}.example/` }).end();
  },
};

describe.each(Object.entries(answers))('%s with control characters', (_name, answer) => {
  test('is not printed by the command', async () => {
    await using folder = await TemporaryFolder.create();
    const server = await serve((_seen, response) => answer(response));
    const file = await kubeconfig(folder, server.url);
    const { out, err, exitCode } = await finish(['watch', 'pods', '--debug', '--once', '--kubeconfig', file]);
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: /m);
    expect(raw(out + err)).toEqual([]);
  });

  test('is not printed by a process warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const server = await serve((_seen, response) => answer(response));
    await using clientset = new Clientset({ host: server.url });
    const factory = new SharedInformerFactory(clientset);
    factory.core().v1().pods().informer();
    const stop = new AbortController();
    factory.start({ signal: stop.signal });
    await vi.waitFor(() => expect(warned).toHaveBeenCalled());
    stop.abort();
    expect(raw(JSON.stringify(warned.mock.calls.map(([message]) => message)))).toEqual([]);
    expect(warned.mock.calls.map(([message]) => String(message)).flatMap(raw)).toEqual([]);
  });
});

test('control characters in a kubeconfig and arguments are not printed', async () => {
  await using folder = await TemporaryFolder.create();
  const file = await folder.write('config', JSON.stringify({ 'current-context': evil, clusters: evil }));
  for (const args of [
    ['watch', 'pods', '--kubeconfig', file],
    ['watch', 'pods', '--kubeconfig', `${file}${evil}`],
    ['watch', evil],
    ['watch', 'pods', '-o', evil],
    ['watch', 'pods', '-l', evil],
    ['serve', '--port', evil],
    [evil],
    [`--${evil}`],
  ]) {
    const { out, err } = await finish([...args, '--debug']);
    expect(raw(out + err)).toEqual([]);
    expect(err).not.toBe('');
  }
});
