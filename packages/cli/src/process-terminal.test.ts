import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { BuiltCommand } from './built-command.test-support.js';
import { TestCluster, TextBuffer } from './cli.test-support.js';

// Runs a command in a pseudo-terminal. Other systems have programs of the same name with other flags.
const hasScript = (spawnSync('script', ['--version']).stdout ?? '').includes('util-linux');
const title = `watch in a pseudo-terminal${hasScript ? '' : ' (skipped: needs script of util-linux)'}`;

const enter = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const leave = '\u001b[?7h\u001b[?25h\u001b[?1049l';

/** Prints the terminal's name and the program's process, then after the program the settings of the terminal. */
const shell = `tty
stty rows 24 cols 80
sh -c 'echo "process $$"; exec "$NODE" "$MAIN" watch pods'
code=$?
stty -a
exit $code`;

/** `watch pods` in a pseudo-terminal of 80 columns and 24 rows. */
class PseudoTerminal implements AsyncDisposable {
  readonly output: TextBuffer = new TextBuffer();
  readonly exitCode: Promise<unknown>;
  readonly #script: ChildProcessWithoutNullStreams;

  constructor(main: string, kubeconfig: string) {
    this.#script = spawn('script', ['-qec', shell, '/dev/null'], {
      env: {
        PATH: process.env['PATH'],
        SHELL: '/bin/sh',
        TERM: 'xterm',
        NO_COLOR: '1',
        NODE: process.execPath,
        MAIN: main,
        KUBECONFIG: kubeconfig,
      },
    });
    this.#script.stdout.setEncoding('utf8');
    this.#script.stdout.on('data', (text: string) => this.output.write(text));
    this.exitCode = once(this.#script, 'close').then(([code]: unknown[]) => code);
  }

  press(keys: string): void {
    this.#script.stdin.write(keys);
  }

  resize(rows: number, columns: number): void {
    const [, name = ''] = /(\/dev\/\S+)/.exec(this.output.text) ?? [];
    const { status } = spawnSync('stty', ['-F', name, 'rows', String(rows), 'cols', String(columns)]);
    expect(status).toBe(0);
  }

  kill(signal: NodeJS.Signals): void {
    const [, id] = /process (\d+)/.exec(this.output.text) ?? [];
    process.kill(Number(id), signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#script.kill('SIGKILL');
    await this.exitCode;
  }
}

/** Expects that the program has left the alternate screen with a visible cursor, line editing and echo. */
function expectRestored({ output: { text } }: PseudoTerminal): void {
  expect([text.split(enter).length, text.split(leave).length]).toEqual([2, 2]);
  const settings = text.slice(text.indexOf(leave) + leave.length);
  expect(settings).toMatch(/ icanon /);
  expect(settings).toMatch(/ echo /);
  expect(settings).not.toContain('\u001b');
}

describe.skipIf(!hasScript)(title, () => {
  let command: BuiltCommand;
  beforeAll(async () => {
    command = await BuiltCommand.create();
  }, 180_000);
  afterAll(() => command[Symbol.asyncDispose]());

  async function withPods(): Promise<TestCluster> {
    const cluster = await TestCluster.start();
    for (const name of ['web', 'db'])
      await cluster.server.create(coreV1.pods, { metadata: { name, namespace: 'default' } });
    return cluster;
  }

  test('shows rows, filters as keys are pressed, follows a resize, and q restores the screen', async () => {
    await using cluster = await withPods();
    await using terminal = new PseudoTerminal(command.main, cluster.env.KUBECONFIG);
    await terminal.output.until(/ {2}web +0\/0 /);
    expect(terminal.output.text).toContain('\u001b[24;1H');
    terminal.press('/w');
    await terminal.output.until('/w█');
    await terminal.output.until('1 of 2 match "w"');
    terminal.press('eb\r');
    await terminal.output.until('1 of 2 match "web"');
    terminal.resize(12, 60);
    await terminal.output.until('\u001b[12;1H\u001b[2Kq: quit');
    const afterResize = terminal.output.text.slice(terminal.output.text.lastIndexOf('\u001b[2J'));
    expect(afterResize).not.toContain('\u001b[13;1H');
    terminal.press('q');
    expect(await terminal.exitCode).toBe(0);
    expectRestored(terminal);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s restores the screen, with exit code %i', async (signal, code) => {
    await using cluster = await withPods();
    await using terminal = new PseudoTerminal(command.main, cluster.env.KUBECONFIG);
    await terminal.output.until(/ {2}web +0\/0 /);
    terminal.kill(signal);
    expect(await terminal.exitCode).toBe(code);
    expectRestored(terminal);
  });

  test('Ctrl-C restores the screen', async () => {
    await using cluster = await withPods();
    await using terminal = new PseudoTerminal(command.main, cluster.env.KUBECONFIG);
    await terminal.output.until(/ {2}web +0\/0 /);
    terminal.press('\u0003');
    expect(await terminal.exitCode).toBe(130);
    expectRestored(terminal);
  });
});
