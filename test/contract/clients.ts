import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('clients/', import.meta.url));

/** A program that does the same as the others with another client. */
interface Program {
  readonly name: string;
  /** The command to run it; undefined if the client is not installed. */
  readonly command: readonly string[] | undefined;
  /** How to install the client. */
  readonly install: string;
}

const fromNpm = 'npm ci --prefix test/contract/clients';

function npmClient(name: string, script: string, leastNode = 0): Program {
  const own = Number(process.versions.node.split('.')[0]) >= leastNode;
  const node = own ? process.execPath : join(folder, 'node_modules/node24/bin/node');
  const installed = existsSync(node) && existsSync(join(folder, 'node_modules', name));
  return { name, command: installed ? [node, join(folder, script), name] : undefined, install: fromNpm };
}

/** An interpreter that has the library: Debian's is not always the first in PATH. */
function interpreted(
  name: string,
  runs: readonly string[],
  probe: readonly string[],
  script: string,
): Program {
  const found = runs.find((command) => spawnSync(command, [...probe]).status === 0);
  const command = found === undefined ? undefined : [found, join(folder, script)];
  return { name, command, install: `apt-get install ${name}` };
}

const programs: readonly Program[] = [
  npmClient('client-node-1', 'client-node.mjs'),
  npmClient('client-node-2', 'client-node.mjs', 24),
  npmClient('kubernetes-fluent-client', 'fluent-client.mjs'),
  interpreted(
    'python3-kubernetes',
    ['python3', '/usr/bin/python3'],
    ['-c', 'import kubernetes'],
    'client.py',
  ),
  interpreted('ruby-kubeclient', ['ruby', '/usr/bin/ruby'], ['-e', 'require "kubeclient"'], 'client.rb'),
];

/** How a server is started for the clients, and the clients that do not work with it, with the reason. */
export interface ClientServer {
  readonly kubeconfig: string;
  readonly without?: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Other clients list, create, watch, patch and delete with only a kubeconfig. Each runs if it is installed. */
export function clientSuite(title: string, start: () => Promise<ClientServer>): void {
  describe(title, { timeout: 60_000 }, () => {
    let server: ClientServer | undefined;
    let home = '';

    beforeAll(async () => {
      server = await start();
      home = await mkdtemp(join(tmpdir(), 'clients-'));
      await writeFile(join(home, 'config'), server.kubeconfig);
    });
    afterAll(async () => {
      await server?.stop();
      await rm(home, { recursive: true });
    });

    test.for(programs)('$name works with only the kubeconfig', async (program, { skip }) => {
      const { name, command: [file, ...args] = [], install } = program;
      if (file === undefined) return skip(`${name} is not installed: ${install}`);
      const reason = server?.without?.[name];
      if (reason !== undefined) return skip(`${name}: ${reason}`);
      const result = await run(file, [...args, 'default'], join(home, 'config'));
      // This client has no discovery.
      const discovered = name === 'kubernetes-fluent-client' ? {} : { discovered: true };
      expect(result).toEqual({
        ...discovered,
        created: 'a',
        listed: ['a'],
        patched: { k: 'w' },
        missing: 404,
        events: ['ADDED a', 'MODIFIED a', 'DELETED a'],
      });
      return undefined;
    });

    test.for(programs.filter(({ name }) => name.startsWith('client-node')))(
      'informers of kube-informers/client-node work with $name, and give objects the form of its lists',
      async ({ name, command: [file] = [], install }, { skip }) => {
        if (file === undefined) return skip(`${name} is not installed: ${install}`);
        const reason = server?.without?.['kube-informers/client-node'];
        if (reason !== undefined) return skip(reason);
        const args = [join(folder, 'client-node-informers.mjs'), name, 'default', await bundledEntry()];
        const result = await run(file, args, join(home, 'config'));
        expect(result).toEqual({
          events: ['connect', 'add informers-a', 'add informers-b', 'update informers-a'].concat(
            ['informers-a', 'informers-b'].map((deleted) => `delete ${deleted}`),
          ),
          different: {},
        });
        return undefined;
      },
    );

    test.for(
      programs
        .filter(({ name }) => name.startsWith('client-node'))
        .flatMap((program) => [
          { ...program, informers: program.name },
          { ...program, informers: 'kube-informers/client-node' },
        ]),
    )(
      'programs for $name print the same with the informers of $informers',
      async ({ name, command: [file] = [], install, informers }, { skip }) => {
        if (file === undefined) return skip(`${name} is not installed: ${install}`);
        const reason = server?.without?.['kube-informers/client-node'];
        if (reason !== undefined) return skip(reason);
        const implementation = informers === name ? name : await bundledEntry();
        const args = [join(folder, 'client-node-programs.mjs'), name, 'default', implementation];
        expect(await run(file, args, join(home, 'config'))).toEqual(printedByPrograms);
        return undefined;
      },
    );
  });
}

/** What client-node-programs.mjs prints. */
const printedByPrograms = {
  printer: ['connected undefined', 'added a', 'added b', 'updated a', 'deleted b', 'deleted a'],
  cache: ['a', 'a,b', 'get b undefined', 'b', '0 elsewhere'],
  wrapped: ['a', 'a,b', 'a,b', 'b', ''],
  kinds: [
    'ConfigMap kinds-a',
    'ConfigMap kinds-b',
    'ConfigMap kinds-a',
    'v1 ConfigMap,v1 ConfigMap',
    'ConfigMap kinds-a',
    'ConfigMap kinds-b',
  ],
  restarted: ['connected', 'failed no list', 'connected', 'added a'],
  stopped: ['connected', 'once a', 'added a', 'kept a', 'connected', 'deleted a', 'added b'],
};

/** The URL of kube-informers/client-node as JavaScript. */
async function bundledEntry(): Promise<string> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const args = ['scripts/bundle-programs.mjs', 'test/contract/client-node-entry.ts'];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  return new URL('dist/client-node-entry.js', import.meta.url).href;
}

/** The program's output, parsed as JSON; rejects with its error output. */
function run(file: string, args: readonly string[], kubeconfig: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    execFile(file, [...args], { cwd: folder, env, timeout: 50_000 }, (error, out, complaint) => {
      if (error === null) resolve(JSON.parse(out));
      else reject(new Error(`${file} ${args.join(' ')}: ${complaint}${out}`));
    });
  });
}
