import { expect, test } from 'vitest';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { Interrupted } from './cli-io.js';
import type { Terminal, TerminalSession } from './cli-io.js';
import { ScreenDriver } from './screen-driver.js';
import { ScreenModel } from './screen-model.js';
import { ScreenRows } from './screen-rows.js';

class FakeTerminal implements Terminal {
  columns = 40;
  rows = 8;
  readonly writes: string[] = [];
  suspensions = 0;
  session: TerminalSession | undefined;

  write(output: string): void {
    this.writes.push(output);
  }

  open(session: TerminalSession): () => void {
    this.session = session;
    this.write(session.enter);
    return () => {
      this.session = undefined;
      this.write(session.leave);
    };
  }

  suspend(): void {
    this.suspensions++;
  }
}

function start(): {
  readonly terminal: FakeTerminal;
  readonly clock: FakeClock;
  readonly rows: ScreenRows;
  readonly driver: ScreenDriver;
  readonly ended: Promise<unknown>;
  readonly abort: AbortController;
} {
  const columns = [{ header: 'NAME', text: (key: string) => key }];
  const rows = new ScreenRows(columns);
  const terminal = new FakeTerminal();
  const clock = new FakeClock();
  const tab = {
    label: 'pods',
    rows,
    freshness: () => ({ fresh: true, word: 'fresh', detail: 'watching' }),
    empty: '',
    received: () => 0,
    describe: () => ['a: 1'],
    details: () => ({ lines: () => [], close: () => undefined }),
  };
  const model = new ScreenModel([tab], { width: 40, height: 8 }, { colour: false });
  const driver = new ScreenDriver(terminal, model, clock);
  const abort = new AbortController();
  const ended = driver.run(abort.signal).catch((error: unknown) => error);
  return { terminal, clock, rows, driver, ended, abort };
}

const change = { mark: '', atMs: 0, fields: [] } as const;

test('draws many changes in one write of the lines that differ', async () => {
  const { terminal, clock, rows, driver, ended } = start();
  await clock.advance(100);
  const before = terminal.writes.length;
  for (let index = 0; index < 1000; index++) {
    rows.set(`web-${index}`, {}, change);
    driver.changed();
  }
  await clock.advance(50);
  expect(terminal.writes).toHaveLength(before + 1);
  const output = terminal.writes.at(-1) ?? '';
  expect(output).toContain('web-0');
  // The keys at the bottom are the same as before.
  expect(output).not.toContain('q: quit');
  expect(output).not.toContain('\u001b[2J');
  terminal.session?.onInput('q');
  expect(await ended).toBeUndefined();
});

test('without a change, draws only the clock, once a second', async () => {
  const { terminal, clock, ended } = start();
  await clock.advance(100);
  const before = terminal.writes.length;
  await clock.advance(3_000);
  expect(terminal.writes.length - before).toBe(3);
  expect(terminal.writes.at(-1)?.split('\u001b[2K')).toHaveLength(2);
  terminal.session?.onInput('q');
  await ended;
  expect(clock.pendingTimers).toBe(0);
});

test.each([
  ['q', undefined],
  ['\u0003', Interrupted],
] as const)('restores the terminal after %j', async (input, error) => {
  const { terminal, clock, ended } = start();
  await clock.advance(100);
  terminal.session?.onInput(input);
  const end = await ended;
  if (error === undefined) expect(end).toBeUndefined();
  else expect(end).toBeInstanceOf(error);
  expect(terminal.writes.at(-1)).toBe('\u001b[?7h\u001b[?25h\u001b[?1049l');
  expect(clock.pendingTimers).toBe(0);
});

test('restores the terminal when the signal aborts and when a frame fails', async () => {
  const aborted = start();
  await aborted.clock.advance(100);
  aborted.abort.abort(new Error('forbidden'));
  expect(await aborted.ended).toMatchObject({ message: 'forbidden' });
  expect(aborted.terminal.session).toBeUndefined();

  const failing = start();
  Object.defineProperty(failing.rows, 'view', {
    get() {
      throw new Error('a defect');
    },
  });
  await failing.clock.advance(2_000);
  expect(await failing.ended).toMatchObject({ message: 'a defect' });
  expect(failing.terminal.session).toBeUndefined();
});

test('a resize and a continued process draw everything again; nothing is drawn while suspended', async () => {
  const { terminal, clock, rows, driver, ended } = start();
  await clock.advance(100);
  terminal.rows = 5;
  terminal.session?.onResize();
  await clock.advance(50);
  expect(terminal.writes.at(-1)?.startsWith('\u001b[2J')).toBe(true);
  expect(terminal.writes.at(-1)).toContain('\u001b[5;1H');
  expect(terminal.writes.at(-1)).not.toContain('\u001b[6;1H');
  terminal.session?.onInput('\u001a');
  expect(terminal.suspensions).toBe(1);
  terminal.session?.onSuspend();
  const before = terminal.writes.length;
  rows.set('web', {}, change);
  driver.changed();
  await clock.advance(5_000);
  expect(terminal.writes).toHaveLength(before);
  terminal.session?.onResume();
  await clock.advance(50);
  expect(terminal.writes.at(-1)?.startsWith('\u001b[2J')).toBe(true);
  expect(terminal.writes.at(-1)).toContain('web');
  terminal.session?.onInput('q');
  await ended;
});
