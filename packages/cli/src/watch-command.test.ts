import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { appsV1 } from '../../kube-informers/src/resources/apps-v1.js';
import { apiextensionsV1 } from '../../kube-informers/src/resources/apiextensions-v1.js';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { TestCluster, cellsOf, pump, refuse, start } from './cli.test-support.js';

function pod(name: string, namespace = 'default', labels: Record<string, string> = {}): object {
  return {
    metadata: { name, namespace, labels },
    spec: { nodeName: 'node-1', containers: [{ name: 'main' }] },
    status: {
      phase: 'Running',
      containerStatuses: [{ name: 'main', ready: true, restartCount: 0, state: { running: {} } }],
    },
  };
}

async function withPods(): Promise<TestCluster> {
  const cluster = await TestCluster.start();
  await cluster.server.create(coreV1.pods, pod('web', 'default', { app: 'web' }));
  await cluster.server.create(coreV1.pods, pod('db', 'default', { app: 'db' }));
  await cluster.server.create(coreV1.namespaces, { metadata: { name: 'shop' } });
  await cluster.server.create(coreV1.pods, pod('cart', 'shop', { app: 'web' }));
  return cluster;
}

/** A definition with printer columns, and two objects of it. */
async function createWidgets(cluster: TestCluster): Promise<void> {
  await cluster.server.create(apiextensionsV1.customResourceDefinitions, {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          additionalPrinterColumns: [
            { name: 'Colour', type: 'string', jsonPath: '.spec.colour' },
            { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
            { name: 'Last Run', type: 'date', jsonPath: '.spec.lastRun' },
            { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
          ],
        },
      ],
    },
  });
  const lastRun = new Date(Date.now() - 7_200_000).toISOString();
  await createWidget(cluster, 'one', { colour: 'red\nblue', size: 3, lastRun });
  await createWidget(cluster, 'two', {});
}

async function createWidget(cluster: TestCluster, name: string, spec: object): Promise<void> {
  const call = await fetch(`${cluster.server.url}/apis/example.com/v1/namespaces/default/widgets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name }, spec }),
  });
  expect([call.status, (await call.text()).length > 0]).toEqual([201, true]);
}

describe('--once prints the existing objects', () => {
  test('as a table, sorted, in the namespace of the context', async () => {
    await using cluster = await withPods();
    const { out, err, exitCode } = await cluster.finish(['watch', 'pods', '--once']);
    expect(cellsOf(out).map((row) => row.slice(0, 4))).toEqual([
      ['NAME', 'READY', 'STATUS', 'RESTARTS'],
      ['db', '1/1', 'Running', '0'],
      ['web', '1/1', 'Running', '0'],
    ]);
    expect(err).toBe('');
    expect(exitCode).toBe(0);
  });

  test('-A shows all namespaces, -n one, -o wide more columns', async () => {
    await using cluster = await withPods();
    const all = await cluster.finish(['watch', 'po', '-A', '--once', '-o', 'wide']);
    const [header, ...rows] = cellsOf(all.out);
    expect(header).toEqual([
      'NAMESPACE',
      'NAME',
      'READY',
      'STATUS',
      'RESTARTS',
      'AGE',
      'IP',
      'NODE',
      'NOMINATED NODE',
      'READINESS GATES',
    ]);
    expect(rows.map((row) => [row[0], row[1], row[7]])).toEqual([
      ['default', 'db', 'node-1'],
      ['default', 'web', 'node-1'],
      ['shop', 'cart', 'node-1'],
    ]);
    const shop = await cluster.finish(['watch', 'pods', '-n', 'shop', '--once', '-o', 'name']);
    expect(shop.out).toBe('pod/cart\n');
  });

  test('-l and --field-selector filter', async () => {
    await using cluster = await withPods();
    const labelled = await cluster.finish([
      'watch',
      'pods',
      '-A',
      '-l',
      'app in (web), !canary',
      '--once',
      '-o',
      'name',
    ]);
    expect(labelled.out).toBe('pod/web\npod/cart\n');
    const fields = await cluster.finish([
      'watch',
      'pods',
      '-A',
      '--field-selector',
      'metadata.namespace!=shop,spec.nodeName=node-1',
      '--once',
      '-o',
      'name',
    ]);
    expect(fields.out).toBe('pod/db\npod/web\n');
  });

  test('-o json prints one object per line, -o yaml one document per object', async () => {
    await using cluster = await withPods();
    const json = await cluster.finish(['watch', 'pods', '--once', '-o', 'json']);
    const objects = json.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(objects).toEqual([
      await cluster.server.get(coreV1.pods, 'db'),
      await cluster.server.get(coreV1.pods, 'web'),
    ]);
    const yaml = await cluster.finish(['watch', 'pods', '--once', '-o', 'yaml']);
    expect(parseAllDocuments(yaml.out).map((document) => document.toJS() as unknown)).toEqual(objects);
    const one = await cluster.finish(['watch', 'pod/web', '--once', '-o', 'yaml']);
    expect(parse(one.out)).toEqual(objects[1]);
  });

  test('several resources, in the order of the arguments, each once', async () => {
    await using cluster = await withPods();
    await cluster.server.create(appsV1.deployments, {
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: {}, template: {} },
    });
    const { out } = await cluster.finish(['watch', 'ns,deploy,pods,po', 'Pod/db', '--once', '-o', 'name']);
    expect(out.split('\n').filter((line) => !line.startsWith('namespace/'))).toEqual([
      'deployment.apps/web',
      'pod/db',
      'pod/web',
      'pod/db',
      '',
    ]);
    const table = await cluster.finish(['watch', 'deploy,pods', '--once']);
    expect(table.out).toMatch(/^NAME .*\ndeployment\.apps\/web .*\n\nNAME .*\npod\/db .*\npod\/web .*\n\n$/);
  });

  test("custom resources, by their short names, with the definition's columns", async () => {
    await using cluster = await TestCluster.start();
    await createWidgets(cluster);
    const { out, exitCode } = await cluster.finish(['watch', 'wd', '--once']);
    const [header, one, two] = cellsOf(out);
    expect(header).toEqual(['NAME', 'COLOUR', 'LAST RUN', 'AGE']);
    expect(one).toEqual(['one', 'red...', expect.stringMatching(/^2h$|^119m$|^120m$/), expect.any(String)]);
    expect(two).toEqual(['two', expect.stringMatching(/^\d+s$/)]);
    expect(exitCode).toBe(0);
    const wide = await cluster.finish(['watch', 'wd,cm', '-A', '--once', '-o', 'wide']);
    expect(cellsOf(wide.out)[0]).toEqual(['NAMESPACE', 'NAME', 'COLOUR', 'SIZE', 'LAST RUN', 'AGE']);
    expect(wide.out).toMatch(/^default +widget\.example\.com\/one +red\.\.\. +3 /m);
  });

  test('events with the columns of kubectl, without a name', async () => {
    await using cluster = await TestCluster.start();
    const lastTimestamp = new Date(Date.now() - 90_000).toISOString();
    await cluster.server.create(coreV1.events, {
      metadata: { name: 'web.1', namespace: 'default' },
      involvedObject: { kind: 'Pod', name: 'web' },
      type: 'Warning',
      reason: 'BackOff',
      message: 'back-off restarting',
      lastTimestamp,
    });
    const { out } = await cluster.finish(['watch', 'events,cm', '--once']);
    const [header, row] = cellsOf(out);
    expect(header).toEqual(['LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE']);
    expect(row).toEqual([
      expect.stringMatching(/^9\ds$/),
      'Warning',
      'BackOff',
      'pod/web',
      'back-off restarting',
    ]);
  });

  test('the columns of this program, if the server has no tables', async () => {
    await using cluster = await withPods();
    const items = [await cluster.server.get(coreV1.pods, 'db'), await cluster.server.get(coreV1.pods, 'web')];
    const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '9' }, items };
    const invalid = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      reason: 'Invalid',
      message: 'sendInitialEvents is forbidden',
      code: 422,
    };
    // It has no streaming lists either.
    cluster.server.intercept(({ resource, verb }) => {
      if (resource !== 'pods') return undefined;
      return verb === 'list' ? { status: 200, body: list } : { status: 422, body: invalid };
    });
    const { out } = await cluster.finish(['watch', 'pods', '--once']);
    expect(out).toMatch(/^NAME +READY +STATUS +RESTARTS +AGE\ndb +1\/1 +Running +0 /);
  });

  test('a message that names the namespace if there are no objects', async () => {
    await using cluster = await TestCluster.start();
    expect((await cluster.finish(['watch', 'pods', '-n', 'nowhere', '--once'])).out).toBe(
      'No pods found in namespace nowhere.\n',
    );
    expect((await cluster.finish(['watch', 'pods', '-A', '--once'])).out).toBe('No pods found.\n');
  });

  test('an error in one line, with exit code 1, if the named object does not exist', async () => {
    await using cluster = await TestCluster.start();
    const { out, err, exitCode } = await cluster.finish(['watch', 'pod/missing', '--once']);
    expect([out, err, exitCode]).toEqual(['', 'error: pods "missing" not found\n', 1]);
  });

  test('from another context with --context, from another file with --kubeconfig', async () => {
    await using cluster = await withPods();
    const { server } = cluster;
    const file = await cluster.folder.write(
      'two',
      JSON.stringify({
        'current-context': 'broken',
        clusters: [{ name: 'c', cluster: { server: server.url } }],
        users: [{ name: 'u', user: {} }],
        contexts: [
          { name: 'broken', context: { cluster: 'nope', user: 'u' } },
          { name: 'shop', context: { cluster: 'c', user: 'u', namespace: 'shop' } },
        ],
      }),
    );
    const args = ['watch', 'pods', '--once', '-o', 'name', '--kubeconfig', file];
    expect((await cluster.finish([...args, '--context', 'shop'], { env: {} })).out).toBe('pod/cart\n');
    expect((await cluster.finish(args, { env: {} })).exitCode).toBe(1);
  });
});

describe('without --once', () => {
  test('prints changes, each with a mark for the event, until Ctrl-C', async () => {
    await using cluster = await withPods();
    const command = cluster.command(['watch', 'pods']);
    await command.out.until(/^web /m);
    await cluster.server.create(coreV1.pods, pod('new'));
    await command.out.until(/^\+ new .*Running/m);
    await cluster.server.patch(coreV1.pods, 'new', { status: { phase: 'Failed' } });
    await command.out.until(/^~ new .*Failed/m);
    await cluster.server.delete(coreV1.pods, 'web');
    await command.out.until(/^- web /m);
    command.interrupt();
    expect(await command.exitCode).toBe(130);
    expect(command.err.text).toBe('');
    const later = command.out.lines.slice(3);
    expect(later.every((line) => /^[+~-] (new|web) /.test(line))).toBe(true);
    // Objects of the table are not printed again.
    expect(later.filter((line) => line.startsWith('+'))).toHaveLength(1);
  });

  test('--events prints old → new; with -o json the whole delta', async () => {
    await using cluster = await withPods();
    const lines = cluster.command(['watch', 'pods', '--events']);
    const documents = cluster.command(['watch', 'pods', '--events', '-o', 'json']);
    await Promise.all([lines.out.until(/^web /m), documents.out.until('"name":"web"')]);
    const before = await cluster.server.get(coreV1.pods, 'web');
    const after = await cluster.server.patch(coreV1.pods, 'web', { status: { phase: 'Failed' } });
    await cluster.server.delete(coreV1.pods, 'web');
    await Promise.all([lines.out.until('- pod default/web'), documents.out.until('"DELETED"')]);
    expect(lines.out.text).toMatch(/^\d\d:\d\d:\d\d {2}~ pod default\/web {2}status: Running → Failed$/m);
    const deltas = documents.out.lines.map((line) => JSON.parse(line) as { type?: string });
    expect(deltas.find(({ type }) => type === 'UPDATED')).toEqual({
      type: 'UPDATED',
      resource: 'pods',
      key: 'default/web',
      object: after,
      old: before,
    });
    expect(deltas.find(({ type }) => type === 'DELETED')).toMatchObject({ key: 'default/web' });
    // Every line is an envelope, also those of the objects that existed before.
    expect(deltas.slice(0, 2)).toMatchObject([
      { type: 'ADDED', key: 'default/db', isInInitialList: true },
      { type: 'ADDED', key: 'default/web', isInInitialList: true },
    ]);
    expect(deltas.every(({ type }) => type !== undefined)).toBe(true);
    for (const command of [lines, documents]) {
      command.interrupt();
      expect(await command.exitCode).toBe(130);
    }
  });

  test('-o json without --events shows that an object was deleted', async () => {
    await using cluster = await withPods();
    const command = cluster.command(['watch', 'pod', 'web', '-w', '-o', 'json']);
    await command.out.until('"name":"web"');
    await cluster.server.delete(coreV1.pods, 'web');
    await command.out.until('"DELETED"');
    const lines = command.out.lines.map((line) => JSON.parse(line) as { type?: string });
    expect(lines[0]).toMatchObject({ kind: 'Pod', metadata: { name: 'web' } });
    expect(lines.filter(({ type }) => type !== undefined)).toMatchObject([
      { type: 'DELETED', resource: 'pods', key: 'default/web', object: { metadata: { name: 'web' } } },
    ]);
    command.interrupt();
    expect(await command.exitCode).toBe(130);
  });

  test('all watches each resource of the category', async () => {
    await using cluster = await withPods();
    await cluster.server.create(coreV1.services, {
      metadata: { name: 'front', namespace: 'default' },
      spec: { ports: [{ port: 80 }] },
    });
    const { out, exitCode } = await cluster.finish(['watch', 'all', '--once', '-o', 'name']);
    expect(out).toContain('pod/web\n');
    expect(out).toContain('service/front\n');
    expect(exitCode).toBe(0);
  });

  test('waits for an object that was requested by name and does not exist', async () => {
    await using cluster = await withPods();
    const command = cluster.command(['watch', 'pod/late']);
    await command.err.until('waiting for it');
    await cluster.server.create(coreV1.pods, pod('other'));
    await cluster.server.create(coreV1.pods, pod('late'));
    await command.out.until(/^\+ late /m);
    expect(command.out.text).not.toContain('other');
    expect(command.err.text).toBe('warning: pods "late" not found; waiting for it\n');
    command.interrupt();
    expect(await command.exitCode).toBe(130);
  });

  test('ends normally if the reader of the output closes it, as `head` does', async () => {
    await using cluster = await withPods();
    const command = cluster.command(['watch', 'pods']);
    await command.out.until(/^web /m);
    command.closeOutput();
    expect(await command.exitCode).toBe(0);
    expect(command.err.text).toBe('');
  });

  test('ends on Ctrl-C also while the server does not respond', async () => {
    await using cluster = await TestCluster.start();
    let asked: (() => void) | undefined;
    const wasAsked = new Promise<void>((resolve) => (asked = resolve));
    cluster.server.intercept(({ resource }) => {
      if (resource !== 'pods') return undefined;
      asked?.();
      return { hang: true };
    });
    const command = cluster.command(['watch', 'pods']);
    await wasAsked;
    command.interrupt();
    expect(await command.exitCode).toBe(130);
    expect(command.err.text).toBe('');
  });
});

describe('a failing server', () => {
  test('is one line on stderr, and one when it recovers; the cache continues', async () => {
    await using cluster = await withPods();
    const clock = new FakeClock();
    const command = cluster.command(['watch', 'pods'], { clock });
    await command.out.until(/^web /m);
    await cluster.server.stop();
    await pump(clock, command.err.until('retrying'));
    await cluster.server.stop();
    await cluster.server.start();
    await pump(clock, command.err.until('responds again'));
    await cluster.server.create(coreV1.pods, pod('after'));
    await pump(clock, command.out.until(/^\+ after /m));
    command.interrupt();
    expect(await command.exitCode).toBe(130);
    expect(command.err.lines).toHaveLength(2);
    expect(clock.pendingTimers).toBe(0);
  });

  test.each([
    [401, 'Unauthorized', 1],
    [403, 'pods is forbidden', 1],
  ])('a refusal (%d) before the cache is filled ends the command', async (code, message, exit) => {
    await using cluster = await withPods();
    refuse(cluster, ['pods'], code, message);
    const { err, exitCode } = await cluster.finish(['watch', 'pods']);
    expect(err.split('\n')).toHaveLength(2);
    expect(err).toMatch(new RegExp(`^error: ${message}`));
    expect(exitCode).toBe(exit);
  });

  test('what a server refuses while it starts does not end the command', async () => {
    await using cluster = await withPods();
    const message =
      'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"';
    const body = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      reason: 'Forbidden',
      code: 403,
      message,
    };
    let asked = 0;
    cluster.server.intercept(({ resource }) => {
      if (resource !== 'pods' || ++asked > 3) return undefined;
      return asked === 1 ? { status: 500 } : { status: 403, body };
    });
    const clock = new FakeClock();
    const command = cluster.command(['watch', 'pods'], { clock });
    await pump(clock, command.out.until(/^web /m));
    expect(asked).toBeGreaterThan(3);
    command.interrupt();
    expect(await command.exitCode).toBe(130);
  });

  test('refused resources do not end a watch of several; --once fails after printing the others', async () => {
    await using cluster = await withPods();
    refuse(cluster, ['secrets', 'services'], 403, 'refused');
    const args = ['watch', 'secrets,pods,services', '-o', 'name', '--once'];
    const { out, err, exitCode } = await cluster.finish(args);
    expect(out).toBe('pod/db\npod/web\n');
    expect(err).toBe('error: secrets: refused\nerror: services: refused\n');
    expect(exitCode).toBe(1);
  });

  test('a resource that is no longer refused is printed', async () => {
    await using cluster = await withPods();
    await cluster.server.create(coreV1.secrets, { metadata: { name: 's', namespace: 'default' } });
    const refusal = refuse(cluster, ['secrets'], 403, 'refused');
    const clock = new FakeClock();
    const command = cluster.command(['watch', 'pods,secrets'], { clock });
    await pump(clock, command.out.until(/^pod\/web /m));
    expect(command.err.text).toBe('warning: secrets: refused; retrying\n');
    refusal.remove();
    await pump(clock, command.out.until(/^\+ secret\/s /m));
    await cluster.server.delete(coreV1.pods, 'web');
    await pump(clock, command.out.until(/^- pod\/web /m));
    command.interrupt();
    expect(await command.exitCode).toBe(130);
    expect(command.err.text).toMatch(/secrets: the server responds again\n$/);
    expect(command.out.text).not.toContain('No secrets');
  });

  test('the command ends if every resource is refused', async () => {
    await using cluster = await withPods();
    refuse(cluster, ['secrets', 'pods'], 403, 'refused');
    const { err, exitCode } = await cluster.finish(['watch', 'pods,secrets']);
    expect([err.split('\n').at(-2), exitCode]).toEqual(['error: refused', 1]);
  });
});

describe('progress of a long list', () => {
  async function slow(isTTY: boolean): Promise<string> {
    await using cluster = await withPods();
    const clock = new FakeClock();
    let answer: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      cluster.server.intercept(async ({ resource }) => {
        if (resource !== 'pods') return undefined;
        await new Promise<void>((release) => {
          answer = release;
          resolve();
        });
        return undefined;
      });
    });
    const command = cluster.command(['watch', 'pods,ns'], { clock, isTTY });
    await asked;
    await pump(clock, command.err.until('namespaces done'));
    await clock.advance(6_000);
    answer?.();
    await pump(clock, command.out.until(/^pod\/web /m));
    const { text } = command.err;
    command.interrupt();
    expect(await command.exitCode).toBe(130);
    expect(command.out.text).not.toContain('syncing');
    return text;
  }

  test('is a line every few seconds on stderr', async () => {
    const lines = (await slow(false)).split('\n');
    expect(lines.at(-2)).toBe('syncing: pods 0, namespaces done');
    expect(lines.length).toBeLessThan(6);
  });

  test('is one line on a terminal, rewritten and then removed', async () => {
    const text = await slow(true);
    expect(text).not.toContain('\n');
    expect(text).toContain('\rsyncing: pods 0, namespaces done\x1b[K');
    expect(text.endsWith('\r\x1b[K')).toBe(true);
  });
});

describe('an invalid command line ends with exit code 2 and one line with what was expected', () => {
  test.each([
    [['watch', 'podz'], /^error: .*"podz".*pods.*$/],
    [['watch', 'pods', 'a,b'], /^error: expected the name of an object after pods, got "a,b"/],
    [['watch', 'all', 'web'], /^error: all stands for \d+ resources and takes no name/],
    [['watch', 'pods/'], /^error: expected RESOURCE or RESOURCE\/NAME, got "pods\/"$/],
    [
      ['watch', 'pods', '-o', 'jsom'],
      /^error: option '-o, --output <format>' argument 'jsom' is invalid. Allowed choices are wide, json, yaml, name/,
    ],
    [['watch', 'pods', '-l', 'app in'], /^error: -l: .*app in/],
    [['watch', 'pods', '--field-selector', 'phase'], /^error: --field-selector: .*phase/],
    [['watch', 'pods', '--field-selector', 'spec.colour=red'], /^error: --field-selector: .*spec\.colour/],
    [['watch', 'pods', '-n', 'a/b'], /^error: -n must be the name of a namespace .*, got "a\/b"$/],
    [['watch', 'pods', '-n', ''], /^error: -n must be the name of a namespace .*, got ""$/],
    [['watch', 'cs'], /^error: componentstatuses cannot be watched/],
    [['watch'], /^error: missing required argument 'resource'/],
    [['watch', 'pods', '--colour'], /^error: unknown option '--colour'/],
    [['watch', 'pods', '-o'], /^error: option '-o, --output <format>' argument missing/],
    [['wtch', 'pods'], /^error: unknown command 'wtch'/],
  ])('%j', async (args, expected) => {
    await using cluster = await TestCluster.start();
    const { out, err, exitCode } = await cluster.finish(args);
    expect(err.trimEnd()).toMatch(expected);
    expect(err.split('\n')).toHaveLength(2);
    expect([out, exitCode]).toEqual(['', 2]);
  });
});

test('a missing kubeconfig is one line that lists where it was looked for', async () => {
  const command = start(['watch', 'pods'], { env: {}, homeDir: '/nonexistent' });
  expect(await command.exitCode).toBe(1);
  expect(command.err.lines).toHaveLength(1);
  expect(command.err.text).toMatch(
    /^error: no kubeconfig found: \/nonexistent\/\.kube\/config does not exist/,
  );
});
