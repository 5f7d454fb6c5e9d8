import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellsOf, finish, start } from '../../packages/cli/src/cli.test-support.js';
import { hasKubectl, Kubectl } from '../contract/kubectl.js';
import { connect, freshNamespace } from './harness.js';
import { rulesOf, userWith, writeKubeconfig } from './users.js';

const kubeconfig = process.env['KUBECONFIG'] ?? '';
const group = 'watch-command.example.com';
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `gears.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'gears', singular: 'gear', kind: 'Gear' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        additionalPrinterColumns: [
          { name: 'Colour', type: 'string', jsonPath: '.spec.colour' },
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Steps', type: 'string', jsonPath: '.spec.steps', priority: 1 },
          { name: 'Last Run', type: 'date', jsonPath: '.spec.lastRun' },
        ],
      },
    ],
  },
};
const gear = (name: string, spec?: object): object => ({
  apiVersion: `${group}/v1`,
  kind: 'Gear',
  metadata: { name },
  spec,
});
const objects = [
  gear('one', { colour: 'red\nblue', size: 3, steps: ['a', 'b'], lastRun: '2020-01-01T00:00:00Z' }),
  gear('two'),
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { k: 'v' } },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  },
  {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'web.1' },
    involvedObject: { kind: 'Pod', name: 'web' },
    type: 'Normal',
    reason: 'Scheduled',
    message: 'assigned',
    lastTimestamp: '2020-01-01T00:00:00Z',
  },
];

describe.runIf(hasKubectl)('watch prints the columns and cells of kubectl get', () => {
  let namespace = '';
  let folder = '';
  /** The kubeconfig of the command. */
  let program = '';
  let kubectl = new Kubectl('', '');

  beforeAll(async () => {
    await using clientset = await connect();
    namespace = await freshNamespace(clientset);
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    kubectl = new Kubectl(kubeconfig, folder, namespace);
    await kubectl.run('apply -f -', { input: JSON.stringify(definition) });
    // A server serves the resource a moment after its definition is established.
    const isServed = (): Promise<boolean> =>
      kubectl.run(`get --raw /apis/${group}/v1/gears`).then(
        () => true,
        () => false,
      );
    while (!(await isServed()));
    const [rule] = await rulesOf('docs/command-line.md', 'ClusterRole');
    const read = { ...rule, verbs: rule?.verbs ?? [] };
    const { config } = clientset.restClient;
    const user = await userWith(config, namespace, {
      rules: [
        { ...read, resources: ['pods', 'configmaps', 'events'] },
        { ...read, apiGroups: [group], resources: ['gears'] },
      ],
    });
    program = join(folder, 'program');
    await writeKubeconfig(program, kubeconfig, user);
    const items = objects.map((object) => ({
      ...object,
      // Events need their object's namespace.
      ...('involvedObject' in object ? { involvedObject: { kind: 'Pod', name: 'web', namespace } } : {}),
    }));
    const list = { apiVersion: 'v1', kind: 'List', items };
    await kubectl.run('create --validate=false -f -', { input: JSON.stringify(list) });
  });
  afterAll(async () => {
    await kubectl.run(`delete crd gears.${group}`);
    await kubectl.run(`delete namespace ${namespace} --wait=false`);
    await rm(folder, { recursive: true });
  });

  test.each([
    [`gears.${group}`],
    [`gears.${group} -o wide`],
    ['configmaps'],
    ['pods'],
    ['pods -o wide'],
    ['events'],
  ])('%s', async (line) => {
    const args = ['watch', ...line.split(' '), '-n', namespace, '--once'];
    const { out, err } = await finish(args, { env: { KUBECONFIG: program } });
    expect(err).toBe('');
    // Ages of seconds can differ by the time between the two commands.
    const settled = (text: string): string[][] =>
      cellsOf(text).map((row) => row.map((cell) => cell.replace(/^\d+s$/, 'seconds')));
    expect(settled(out)).toEqual(settled(await kubectl.run(`get ${line}`)));
    expect(cellsOf(out).length).toBeGreaterThan(1);
  });

  test('a change prints the cells of the new state', async () => {
    const command = start(['watch', `gears.${group}`, '-n', namespace], { env: { KUBECONFIG: program } });
    await command.out.until(/^two/m);
    await kubectl.run(`patch gears.${group} two --type=merge -p {"spec":{"colour":"green","size":7}}`);
    await command.out.until(/^~ two +green +7/m);
    command.interrupt();
    expect(await command.exitCode).toBe(130);
  });
});
