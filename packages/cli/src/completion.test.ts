import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { BuiltCommand } from './built-command.test-support.js';
import { finish, TemporaryFolder, TestCluster } from './cli.test-support.js';
import { shells } from './completion.js';

/** What is offered at the end of a command line. */
async function offered(cluster: TestCluster, ...words: readonly string[]): Promise<string[]> {
  const { out, err, exitCode } = await cluster.finish(['complete', 'zsh', '--', ...words]);
  expect([err, exitCode]).toEqual(['', 0]);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
}

async function withNamespace(name: string): Promise<TestCluster> {
  const cluster = await TestCluster.start();
  await cluster.server.create(coreV1.namespaces, { metadata: { name } });
  return cluster;
}

test('completes commands and flags, with their descriptions', async () => {
  await using cluster = await TestCluster.start();
  const { out } = await cluster.finish(['complete', 'fish', '--', '']);
  expect(out).toMatch(/^watch\tmirror resources/m);
  expect(out).not.toMatch(/^complete\t/m);
  expect(await offered(cluster, 'watch', 'pods', '--fi')).toEqual(['--field-selector']);
  expect(await offered(cluster, 'watch', '-')).toContain('--help');
  expect(await offered(cluster, 'serve', '--k')).toEqual(['--kubeconfig-out']);
});

test('completes resources and categories, also in a list with commas; then names, of which it knows none', async () => {
  await using cluster = await TestCluster.start();
  expect(await offered(cluster, 'watch', 'deplo')).toEqual(['deployments']);
  expect(await offered(cluster, 'watch', '-A', '-l', 'app=web', 'pods,al')).toEqual(['pods,all']);
  // Events of the core group come first.
  expect(await offered(cluster, 'watch', 'even')).toEqual(['events', 'events.events.k8s.io']);
  expect(await offered(cluster, 'watch', 'tokenr')).toEqual(['']);
  expect(await offered(cluster, 'watch', 'pods', '')).toEqual(['']);
});

test('completes namespaces and contexts, and the choices of a flag', async () => {
  await using cluster = await withNamespace('shop');
  expect(await offered(cluster, 'watch', 'pods', '-n', 'sh')).toEqual(['shop']);
  expect(await offered(cluster, 'watch', '--namespace=sh')).toEqual(['--namespace=shop']);
  expect(await offered(cluster, 'watch', '--context', '')).toEqual(['embedded']);
  expect(await offered(cluster, 'watch', '-o', '')).toEqual(['wide', 'json', 'yaml', 'name']);
  expect(await offered(cluster, 'completion', '')).toEqual([...shells]);
});

test('completes files where a file is expected', async () => {
  await using cluster = await TestCluster.start();
  expect(await offered(cluster, 'watch', '--kubeconfig', '')).toEqual([':files']);
  expect(await offered(cluster, 'types', '--from', '')).toEqual(['cluster', ':files']);
  expect(await offered(cluster, 'validate', '--crds', '')).toEqual([':files']);
  expect(await offered(cluster, 'validate', '-f', 'a.yaml', '-o', '')).toEqual(['text', 'json']);
});

test('uses the kubeconfig on the command line, and offers no name that a shell would interpret', async () => {
  await using folder = await TemporaryFolder.create();
  const names = [
    'gke_a_b',
    'arn:aws:eks:eu-1:1:cluster/web',
    '$(touch owned)',
    '`owned`',
    'a b',
    'a\nb',
    "it's",
  ];
  const contexts = names.map((name) => ({ name, context: { cluster: 'c', user: 'u' } }));
  const file = await folder.write('config', JSON.stringify({ contexts }));
  const complete = (shell: string, ...words: readonly string[]): Promise<{ readonly out: string }> =>
    finish(['complete', shell, '--', 'watch', `--kubeconfig=${file}`, ...words]);
  expect((await complete('zsh', '--context', '')).out).toBe('gke_a_b\t\narn:aws:eks:eu-1:1:cluster/web\t\n');
  // Bash separates words at = and :.
  expect((await complete('bash', '--context', '=', 'gke')).out).toBe('gke_a_b\n');
  expect((await complete('bash', '--context', 'arn', ':', 'aws', ':')).out).toBe('eks:eu-1:1:cluster/web\n');
});

test('fails in words, which the scripts do not show, if the cluster is not there', async () => {
  const env = { KUBECONFIG: '/nonexistent' };
  const { out, err, exitCode } = await finish(['complete', 'bash', '--', 'watch', ''], { env });
  expect([out, exitCode]).toEqual(['', 1]);
  expect(err).toMatch(/^error: no kubeconfig found/);
});

describe('the script', () => {
  let built: BuiltCommand;
  let bin: TemporaryFolder;

  beforeAll(async () => {
    built = await BuiltCommand.create();
    bin = await TemporaryFolder.create();
    const program = await bin.write(
      'kube-informers',
      `#!/bin/sh\nexec ${process.execPath} ${built.main} "$@"\n`,
    );
    await chmod(program, 0o755);
  }, 60_000);

  afterAll(async () => {
    await built[Symbol.asyncDispose]();
    await bin[Symbol.asyncDispose]();
  });

  /** Runs a shell beside a server in this process; undefined if the shell is not installed. */
  function shell(cluster: TestCluster, ...words: readonly string[]): Promise<string | undefined> {
    const [program = '', ...args] = words;
    const path = `${bin.path}${delimiter}${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
    const env = { ...cluster.env, PATH: path, HOME: bin.path, TERM: 'dumb' };
    return new Promise((resolve, reject) => {
      execFile(program, args, { env, cwd: bin.path }, (error, stdout) => {
        if (error === null) resolve(stdout);
        else if (error.code === 'ENOENT') resolve(undefined);
        else reject(error);
      });
    });
  }

  test.each([
    { words: ['wat'], replies: ['watch'] },
    { words: ['watch', 'pods,deplo'], replies: ['pods,deployments'] },
    { words: ['watch', 'pods', '--name'], replies: ['--namespace'] },
    { words: ['watch', 'pods', '--namespace', '=', 'sh'], replies: ['shop'] },
    { words: ['watch', 'pods', '--context', '='], replies: ['embedded'] },
    { words: ['watch', 'pods', '--kubeconfig', 'kube-inf'], replies: ['kube-informers'] },
    { words: ['types', '--from', ''], replies: ['cluster', 'kube-informers'] },
  ])('completes $words in Bash', async ({ words, replies }) => {
    await using cluster = await withNamespace('shop');
    const program = [
      'source <(kube-informers completion bash)',
      'complete -p kube-informers',
      'COMP_WORDS=(kube-informers "$@") COMP_CWORD=$#',
      '_kube_informers',
      'printf "%s\\n" "${COMPREPLY[@]}"',
    ].join('\n');
    const out = await shell(cluster, 'bash', '--norc', '-c', program, 'bash', ...words);
    const [registered, ...found] = out?.trimEnd().split('\n') ?? [];
    expect(registered).toBe('complete -F _kube_informers kube-informers');
    expect(found).toEqual(replies);
  });

  test('completes in Fish', async () => {
    await using cluster = await withNamespace('shop');
    const line = 'kube-informers watch pods -n sh';
    const program = `kube-informers completion fish | source; complete -C '${line}'`;
    const out = await shell(cluster, 'fish', '--no-config', '-c', program);
    if (out !== undefined) expect(out.trim()).toBe('shop');
  });

  test('is valid in Zsh', async () => {
    await using cluster = await TestCluster.start();
    const program =
      'autoload -U compinit; compinit -u; source <(kube-informers completion zsh); whence -w _kube_informers';
    const out = await shell(cluster, 'zsh', '-f', '-c', program);
    if (out !== undefined) expect(out.trim()).toBe('_kube_informers: function');
  });
});
