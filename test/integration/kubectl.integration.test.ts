// kubectl judges the embedded server: the same commands, typed at it and at kube-apiserver, print the same.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resources } from 'kube-informers';
import { ApiServer, RealApiServer } from '@kube-informers/testing';
import type { TestServer } from '@kube-informers/testing';
import { hasKubectl } from '../contract/kubectl.js';
import { nightly } from '../nightly.test-support.js';
import { differences, files, groups, serverWide } from './kubectl-commands.js';
import type { CommandGroup, Difference } from './kubectl-commands.js';
import { canStartServers } from './own-server.js';

/** What differs from run to run and from server to server, and what stands for it. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'TOKEN'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UID'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME'],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? \+0000/g, 'TIME'],
  [/\b\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, 'TIME'],
  [/("?resourceVersion"?: ?)"\d+"/g, '$1"RV"'],
  [/"(kid|n|x|y|hash)":"[^"]+"/g, '"$1":"…"'],
  [/\bhttps?:\/\/127\.0\.0\.1:\d+/g, 'URL'],
  [/\b127\.0\.0\.1:\d+/g, 'ADDRESS'],
  [/\b10\.\d+\.\d+\.\d+\b/g, 'CLUSTER-IP'],
  [/\b3[0-2]\d{3}\b/g, 'NODE-PORT'],
  [/\/home-\d\/(LIVE|MERGED)-\d+/g, '/home/$1'],
  [/\?hash=\w+/g, '?hash'],
  [/(Resource Version: +)\d+/g, '$1RV'],
  [/(?<=\s|^)(\d+m)?\d+s(?=\s|$)/gm, 'AGE'],
  // The width of a column depends on the above.
  [/(?<=\S) {2,}/g, ' '],
  [/[ \t]+$/gm, ''],
  // JSON in one line.
  [/\},(?=\{|"\w+\/)/g, '},\n'],
];

interface Side {
  readonly server: TestServer;
  readonly env: Readonly<Record<string, string>>;
}

/** A line that only one of the servers caused: `-` kube-apiserver, `+` the embedded one. */
type DifferentLine = `${'-' | '+'}${string}`;

const needed = new Set<Difference>();

/** All at night; otherwise the short groups, a fifth of the commands. */
const typed = [serverWide, ...groups].filter(({ commands }) => nightly || commands.length < 30);

/** As many groups are typed at the same time. */
const lanes = 2;
/** For a busy machine: an idle one of two cores needs less than two minutes. */
const typingTimeoutMs = 600_000;

describe.runIf(canStartServers && hasKubectl)('kubectl prints the same of both servers', () => {
  let folder = '';
  let sides: readonly Side[] = [];
  const unexplained = new Map<CommandGroup, Record<string, readonly DifferentLine[]>>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const servers = await Promise.all([RealApiServer.start(), ApiServer.start({ authorizer: 'rbac' })]);
    sides = await Promise.all(
      servers.map(async (server, index) => {
        const home = join(folder, `home-${index}`);
        await mkdir(home);
        const KUBECONFIG = await server.kubeconfigFile();
        return { server, env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: home, KUBECONFIG } };
      }),
    );
    if (typed.includes(serverWide)) await typeAll(serverWide);
    const left = typed.filter((group) => group !== serverWide).values();
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (const group of left) {
          for (const { server } of sides)
            await server.create(resources.coreV1.namespaces, { metadata: { name: group.name } });
          await typeAll(group);
        }
      }),
    );
  }, typingTimeoutMs);
  afterAll(async () => {
    await Promise.all(sides.map(({ server }) => server[Symbol.asyncDispose]()));
    await rm(folder, { recursive: true });
  });

  test.for(typed)('commands of group $name', (group) => {
    expect(unexplained.get(group)).toEqual({});
  });

  test.runIf(nightly)('every row of the table of differences is needed', () => {
    expect(differences.filter((row) => !needed.has(row)).map(({ cause }) => cause)).toEqual([]);
  });

  async function typeAll(group: CommandGroup): Promise<void> {
    const found: Record<string, readonly DifferentLine[]> = {};
    for (const command of group.commands) {
      const [real = [], embedded = []] = await Promise.all(
        sides.map((side) => output(side, group.name, command)),
      );
      const lines = differentLines(real, embedded).filter((line) => !explained(command, line));
      if (lines.length > 0) found[command] = lines;
    }
    unexplained.set(group, found);
  }

  /** The masked lines that a command prints, with its exit code. */
  function output({ env }: Side, namespace: string, command: string): Promise<readonly string[]> {
    const words = ['--namespace', namespace, ...wordsOf(command)];
    return new Promise((resolve, reject) => {
      // No command waits for long.
      const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
      const child = execFile('kubectl', words, options, (error, out, complaint) => {
        const code = child.exitCode;
        if (code === null) return reject(error ?? new Error(`kubectl ${command} did not end by itself`));
        resolve(
          maskedLines(`${out}${complaint === '' ? '' : `--- stderr\n${complaint}`}--- exit code ${code}`),
        );
      });
      child.stdin?.end();
    });
  }
});

function explained(command: string, line: DifferentLine): boolean {
  const rows = differences.filter(
    (row) => row.lines.test(line) && (row.commands === undefined || row.commands.test(command)),
  );
  for (const row of rows) needed.add(row);
  return rows.length > 0;
}

/** Splits as a shell does. */
function wordsOf(command: string): string[] {
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

function maskedLines(text: string): readonly string[] {
  return masks.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text).split('\n');
}

/** The lines that are not in a longest common subsequence of both. */
function differentLines(real: readonly string[], embedded: readonly string[]): DifferentLine[] {
  const longest = new Map<number, Uint32Array>([[real.length, new Uint32Array(embedded.length + 1)]]);
  const lengthAt = (i: number, j: number): number => longest.get(i)?.[j] ?? 0;
  for (let i = real.length - 1; i >= 0; i--) {
    const row = new Uint32Array(embedded.length + 1);
    longest.set(i, row);
    for (let j = embedded.length - 1; j >= 0; j--)
      row[j] =
        real[i] === embedded[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  }
  const different: DifferentLine[] = [];
  let [i, j] = [0, 0];
  while (i < real.length || j < embedded.length) {
    if (i < real.length && j < embedded.length && real[i] === embedded[j]) {
      i++;
      j++;
    } else if (j === embedded.length || (i < real.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)))
      different.push(`-${real[i++] ?? ''}`);
    else different.push(`+${embedded[j++] ?? ''}`);
  }
  return different;
}
