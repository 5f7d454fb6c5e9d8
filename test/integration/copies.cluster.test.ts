// copyTo and copyFrom beside `kubectl cp`: the same trees by both.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clientset, waitFor } from 'kube-informers';
import { hasKubectl, Kubectl } from '../contract/kubectl.js';
import { connect, freshNamespace, hasSmallKubelet } from './harness.js';
import { rulesOf, userWith } from './users.js';

/** Prints the name, the type with the mode, and the checksum or the target of everything in a folder. */
const listing = (folder: string): string[] => [
  'sh',
  '-c',
  `cd "${folder}" && find . | LC_ALL=C sort | while IFS= read -r file; do
     stat -c '%n %A' "$file"
     if [ -L "$file" ]; then echo "  leads to $(readlink "$file")"
     elif [ -f "$file" ]; then echo "  $(cksum <"$file")"; fi
   done`,
];

const withoutModes = (text: string): string => text.replaceAll(/ ([-dl])[-rwx]{9}$/gm, ' $1');

describe.runIf(hasKubectl)('copies are those of kubectl cp', () => {
  let admin: Clientset;
  let program: Clientset;
  let namespace: string;
  let folder: string;
  let kubectl: Kubectl;
  /** In the container; those of the small kubelet have the files of this machine. */
  let there: string;

  beforeAll(async () => {
    admin = await connect();
    namespace = await freshNamespace(admin);
    folder = await mkdtemp(join(tmpdir(), 'copies-'));
    there = hasSmallKubelet ? join(folder, 'there') : '/tmp/there';
    kubectl = new Kubectl(process.env['KUBECONFIG'] ?? '', join(folder, 'cache'), namespace);
    const rules = await rulesOf('docs/streams.md', 'Role');
    program = new Clientset((await userWith(admin.restClient.config, namespace, { rules })).config);
    const command = ['sh', '-c', `mkdir -p ${there}; exec sleep 3600`];
    await admin
      .coreV1()
      .pods(namespace)
      .create({
        metadata: { name: 'web' },
        spec: {
          terminationGracePeriodSeconds: 1,
          containers: [{ name: 'app', image: 'busybox', command }],
        },
      });
    await waitFor(admin, 'pods', 'web', 'Ready', { namespace, timeoutMs: 60_000 });
    await makeTree(join(folder, 'source'));
  });

  afterAll(async () => {
    await program.close();
    await admin.coreV1().namespaces().delete(namespace);
    await admin.close();
    await rm(folder, { recursive: true });
  });

  const here = async (path: string): Promise<string> => {
    const [command = '', ...args] = listing(join(folder, path));
    return (await promisify(execFile)(command, args)).stdout;
  };
  const inContainer = async (path: string): Promise<string> => {
    const { stdout } = await program
      .coreV1()
      .pods(namespace)
      .exec('web', { command: listing(`${there}/${path}`) });
    return stdout.toString();
  };

  async function makeTree(source: string): Promise<void> {
    const write = async (path: string, content: string | Buffer, mode = 0o644): Promise<void> => {
      await writeFile(join(source, path), content);
      await chmod(join(source, path), mode);
    };
    await mkdir(join(source, 'nested/deep'), { recursive: true });
    await mkdir(join(source, 'empty'));
    await write('plain', 'text\n');
    await write('nothing', '');
    await write('run', '#!/bin/sh\n', 0o755);
    await write('private', 'secret\n', 0o600);
    await write('name with spaces', 'text\n', 0o444);
    await write('größe', 'text\n');
    await write(`long-${'x'.repeat(150)}`, 'text\n');
    await write('nested/deep/large', randomBytes(3_000_000));
    await symlink('plain', join(source, 'link'));
    await symlink('../plain', join(source, 'nested/up'));
    await symlink('nowhere', join(source, 'broken'));
  }

  test('into a container: contents, modes and links', async () => {
    const pods = program.coreV1().pods(namespace);
    await pods.copyTo('web', join(folder, 'source'), `${there}/ours`);
    await kubectl.run(`cp ${join(folder, 'source')} web:${there}/kubectl`);
    const source = await here('source');
    expect(await inContainer('ours')).toBe(source);
    expect(await inContainer('kubectl')).toBe(source);
    await pods.copyTo('web', join(folder, 'source/run'), `${there}/run-ours`);
    await kubectl.run(`cp ${join(folder, 'source/run')} web:${there}/run-kubectl`);
    const { stdout } = await pods.exec('web', {
      command: ['stat', '-c', '%A %s', `${there}/run-ours`, `${there}/run-kubectl`],
    });
    expect(stdout.toString()).toBe('-rwxr-xr-x 10\n-rwxr-xr-x 10\n');
  });

  test('out of a container: contents; modes and links stay, which kubectl leaves out', async () => {
    const pods = program.coreV1().pods(namespace);
    await pods.copyTo('web', join(folder, 'source'), `${there}/again`);
    const from = `${there}/again`;
    await pods.copyFrom('web', from, join(folder, 'ours'));
    expect(await here('ours')).toBe(await here('source'));
    const { skipped } = await pods.copyFrom('web', from, join(folder, 'without-links'), { links: 'skip' });
    expect(skipped.toSorted()).toEqual(['broken', 'link', 'nested/up']);
    await kubectl.run(`cp web:${from} ${join(folder, 'kubectl')}`);
    expect(withoutModes(await here('without-links'))).toBe(withoutModes(await here('kubectl')));
  });
});
