import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** Whether kubectl is installed; tests that need it are skipped otherwise. */
export const hasKubectl: boolean = spawnSync('kubectl', ['version', '--client']).status === 0;

/** A kubectl with a kubeconfig, a namespace and a cache of its own. */
export class Kubectl {
  readonly #options: readonly string[];

  constructor(kubeconfig: string, cacheFolder: string, namespace = 'default') {
    this.#options = ['--kubeconfig', kubeconfig, '--cache-dir', cacheFolder, '-n', namespace];
  }

  /** The output of a command, with single spaces between words; rejects with its error output. */
  run(
    command: string,
    { input = '', editor = '', env: added = {} as Readonly<Record<string, string>> } = {},
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const env = { ...process.env, KUBE_EDITOR: editor, ...added };
      const child = execFile(
        'kubectl',
        [...this.#options, ...command.split(' ')],
        { env },
        (error, out, complaint) => {
          if (error === null) resolve(out.trim());
          else reject(new Error(`kubectl ${command}: ${complaint}${out}`));
        },
      );
      child.stdin?.end(input);
    });
  }

  /** A running command: its output so far, and functions to wait for a word and to end it. */
  follow(
    command: string,
    env: Readonly<Record<string, string>> = {},
  ): {
    shown(): string;
    until(word: string): Promise<void>;
    end(): Promise<void>;
  } {
    const child = spawn('kubectl', [...this.#options, ...command.split(' ')], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
    });
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    return {
      shown: () => text,
      until: (word) =>
        new Promise((resolve) => {
          const look = (): void => {
            if (text.includes(word)) resolve();
          };
          child.stdout.on('data', look);
          look();
        }),
      end: () => {
        child.kill();
        return ended;
      },
    };
  }
}

const configMap = (data: object): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data });

const deployment = (image: string): string =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image }] } },
    },
  });

/** What `kubectl delete` prints; since 1.34 also the namespace. */
const deletedConfigMap = (name: string): RegExp =>
  new RegExp(`^configmap "${name}" deleted( from \\S+ namespace)?$`);

/** kubectl commands work alike with the embedded server and with a real one. Runs if kubectl is installed. */
export function kubectlSuite(
  title: string,
  start: () => Promise<{ readonly kubeconfig: string; stop(): Promise<void> }>,
): void {
  describe.runIf(hasKubectl)(title, { timeout: 60_000 }, () => {
    let server: { readonly kubeconfig: string; stop(): Promise<void> } | undefined;
    let folder = '';
    let serial = 0;
    let kubectl = new Kubectl('', '');

    beforeAll(async () => {
      server = await start();
      folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    });
    afterAll(async () => {
      await server?.stop();
      await rm(folder, { recursive: true });
    });

    let namespace = '';
    beforeEach(async () => {
      namespace = `kubectl-${Date.now().toString(36)}-${++serial}`;
      kubectl = new Kubectl(server?.kubeconfig ?? '', join(folder, 'cache'), namespace);
      expect(await kubectl.run(`create namespace ${namespace}`)).toBe(`namespace/${namespace} created`);
    });
    afterEach(async () => {
      await kubectl.run(`delete namespace ${namespace} --wait=false`);
    });

    test('kubectl create, get, label, annotate, delete', async () => {
      expect(await kubectl.run('create -f -', { input: configMap({ k: 'v' }) })).toBe('configmap/a created');
      await expect(kubectl.run('create -f -', { input: configMap({}) })).rejects.toThrow(
        'configmaps "a" already exists',
      );
      expect(await kubectl.run('create configmap b --from-literal=k=v')).toBe('configmap/b created');
      expect(await kubectl.run('get cm a -o jsonpath={.data.k}')).toBe('v');
      expect(await kubectl.run('get configmaps -o name')).toBe('configmap/a\nconfigmap/b');
      expect(await kubectl.run('label cm a x=y')).toBe('configmap/a labeled');
      await expect(kubectl.run('label cm a x=z')).rejects.toThrow('--overwrite is false');
      expect(await kubectl.run('annotate cm a q=r')).toBe('configmap/a annotated');
      expect(await kubectl.run('get cm -l x=y -o name')).toBe('configmap/a');
      expect(await kubectl.run('delete cm a')).toMatch(deletedConfigMap('a'));
      await expect(kubectl.run('get cm a')).rejects.toThrow(
        'Error from server (NotFound): configmaps "a" not found',
      );
      expect(await kubectl.run('delete cm --all')).toMatch(deletedConfigMap('b'));
    });

    test('kubectl get -w prints objects that are created, patched and deleted', async () => {
      const watch = kubectl.follow('get cm -w --output-watch-events -o name');
      try {
        await kubectl.run('create cm a');
        await watch.until('configmap/a');
        await kubectl.run('patch cm a -p {"data":{"k":"v"}}');
        await kubectl.run('label cm a x=y');
        await kubectl.run('delete cm a');
        await kubectl.run('create cm b');
        await watch.until('configmap/b');
      } finally {
        await watch.end();
      }
      const lines = watch.shown().trim().split('\n');
      expect(lines.map((line) => line.split(/\s+/).at(-1))).toEqual([
        'configmap/a',
        'configmap/a',
        'configmap/a',
        'configmap/a',
        'configmap/b',
      ]);
    });

    test('kubectl apply, by the client and by the server, diff and replace', async () => {
      const apply = (image: string, how = ''): Promise<string> =>
        kubectl.run(`apply${how} -f -`, { input: deployment(image) });
      expect(await apply('nginx:1')).toBe('deployment.apps/web created');
      expect(await apply('nginx:1')).toBe('deployment.apps/web unchanged');
      expect(await kubectl.run('diff -f -', { input: deployment('nginx:1') })).toBe('');
      await expect(kubectl.run('diff -f -', { input: deployment('nginx:2') })).rejects.toThrow(
        /^-\s+- image: nginx:1\n\+\s+- image: nginx:2$/m,
      );
      expect(await apply('nginx:2')).toBe('deployment.apps/web configured');
      expect(await kubectl.run('set image deploy/web c=nginx:3')).toBe('deployment.apps/web image updated');
      await expect(apply('nginx:4', ' --server-side')).rejects.toThrow(
        /Apply failed with 1 conflict: conflict with "kubectl-set" using apps\/v1: \.spec\.template\.spec\.containers\[name="c"\]\.image/,
      );
      expect(await apply('nginx:4', ' --server-side --force-conflicts')).toBe(
        'deployment.apps/web serverside-applied',
      );
      expect(await kubectl.run('replace -f -', { input: deployment('nginx:5') })).toBe(
        'deployment.apps/web replaced',
      );
      const image = '{.spec.template.spec.containers[0].image}';
      expect(await kubectl.run(`get deploy web -o jsonpath=${image}`)).toBe('nginx:5');
    });

    test('kubectl patch in three ways, edit, wait, explain', async () => {
      await kubectl.run('apply -f -', { input: configMap({ k: 'v' }) });
      expect(
        await kubectl.run('patch cm a --type=json -p [{"op":"add","path":"/data/j","value":"1"}]'),
      ).toMatch(/patched$/);
      expect(await kubectl.run('patch cm a --type=merge -p {"data":{"m":"1"}}')).toMatch(/patched$/);
      expect(await kubectl.run('patch cm a -p {"data":{"s":"1"}}')).toMatch(/patched$/);
      await expect(kubectl.run('patch cm a -p {"data":{"s":1}}')).rejects.toThrow(
        'The request is invalid: patch: Invalid value: "map[data:map[s:1]]": cannot convert int64 to string',
      );
      expect(await kubectl.run('edit cm a', { editor: 'sed -i "s/^  k: v/  k: edited/"' })).toBe(
        'configmap/a edited',
      );
      expect(await kubectl.run('get cm a -o jsonpath={.data}')).toBe(
        '{"j":"1","k":"edited","m":"1","s":"1"}',
      );
      expect(await kubectl.run('wait --for=jsonpath={.data.s}=1 cm/a --timeout=30s')).toMatch(
        /condition met$/,
      );
      expect(await kubectl.run('get cm a -o yaml')).toMatch(/^apiVersion: v1\ndata:\n {2}j: "1"\n/);
      expect(await kubectl.run('describe cm a')).toMatch(/^Name: +a\nNamespace: +kubectl-/);
      expect(await kubectl.run('explain deployment.spec.replicas')).toMatch(/FIELD: replicas <integer>/);
      await expect(
        kubectl.run('apply -f -', { input: configMap({}).replace('"data"', '"datas"') }),
      ).rejects.toThrow('strict decoding error: unknown field "datas"');
      const gone = kubectl.run('wait --for=delete cm/a --timeout=30s');
      expect(await kubectl.run('delete cm a')).toMatch(deletedConfigMap('a'));
      expect(await gone).toMatch(/^(configmap\/a condition met)?$/);
    });

    test('kubectl and a custom resource, from its definition to its deletion', async () => {
      const group = `${namespace}.example.com`;
      const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
      const definition = JSON.stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `backups.${group}` },
        spec: {
          group,
          scope: 'Namespaced',
          names: { plural: 'backups', kind: 'Backup', shortNames: ['bk'] },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
        },
      });
      await kubectl.run('apply -f -', { input: definition });
      expect(
        await kubectl.run(`wait --for=condition=Established crd/backups.${group} --timeout=30s`),
      ).toMatch(/condition met$/);
      const backup = { apiVersion: `${group}/v1`, kind: 'Backup', metadata: { name: 'b' }, spec: { a: 1 } };
      // A real server serves the kind a moment later; kubectl looks up a kind again that it has not found.
      const served = (): Promise<boolean> =>
        kubectl.run(`get --raw /apis/${group}/v1/backups`).then(
          () => true,
          () => false,
        );
      while (!(await served()));
      await kubectl.run('apply --validate=false -f -', { input: JSON.stringify(backup) });
      expect(await kubectl.run(`get backups.${group} -o name`)).toBe(`backup.${group}/b`);
      expect(await kubectl.run(`api-resources --api-group=${group} --no-headers`)).toMatch(
        /^backups +bk +kubectl-\S+\.example\.com\/v1 +true +Backup$/,
      );
      expect(await kubectl.run(`delete crd backups.${group}`)).toMatch(/deleted$/);
    });
  });
}
