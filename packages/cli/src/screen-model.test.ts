import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import type { Freshness } from './freshness.js';
import { keysOf } from './screen-keys.js';
import { ScreenModel } from './screen-model.js';
import type { ScreenAction, ScreenTab } from './screen-model.js';
import { ScreenRows } from './screen-rows.js';
import type { LiveColumn, RowMark } from './screen-rows.js';
import { textWidth } from './text-width.js';

const columns: readonly LiveColumn[] = [
  { header: 'NAME', text: (key) => key },
  { header: 'STATUS', text: (_key, object) => object.metadata?.labels?.['status'] ?? '<none>' },
];

function object(status: string): KubernetesObject {
  return { metadata: { labels: { status } } };
}

class Screen {
  readonly rows = new ScreenRows(columns);
  readonly others = new ScreenRows(columns);
  readonly model: ScreenModel;
  freshness: Freshness = { fresh: true, word: 'fresh', detail: 'watching' };
  nowMs = 10_000;
  closed = 0;

  constructor({ colour = false, width = 60, height = 10 } = {}) {
    const tab = (label: string, rows: ScreenRows): ScreenTab => ({
      label,
      rows,
      empty: `No ${label} found in namespace shop.`,
      freshness: () => this.freshness,
      received: () => 7,
      details: () => ({ lines: () => ['Conditions', '  Ready: True'], close: () => void this.closed++ }),
      describe: (row) => [`name: ${row.key}`, ...Array.from({ length: 30 }, (_, index) => `line: ${index}`)],
    });
    const tabs = [tab('pods', this.rows), tab('nodes', this.others)];
    this.model = new ScreenModel(tabs, { width, height }, { colour, note: 'http://note/' });
  }

  set(key: string, status: string, mark: RowMark = '', fields: readonly string[] = []): void {
    this.rows.set(key, object(status), { mark, atMs: this.nowMs, fields });
  }

  press(input: string): ScreenAction {
    let action: ScreenAction;
    for (const key of keysOf(input)) action = this.model.press(key);
    return action;
  }

  get lines(): string[] {
    return this.model.frame(this.nowMs);
  }

  /** The selected line, which is reversed. */
  get selected(): string | undefined {
    // oxlint-disable-next-line no-control-regex
    return this.lines.slice(2).flatMap((line) => /^\u001b\[7[;\d]*m. (\S+)/.exec(line)?.[1] ?? [])[0];
  }
}

function filled(count: number, options = {}): Screen {
  const screen = new Screen(options);
  for (let index = 0; index < count; index++) screen.set(`web-${String(index).padStart(5, '0')}`, 'Running');
  return screen;
}

const down = '\u001b[B';
const up = '\u001b[A';

test('shows tabs with counts, freshness, headers, rows and keys, one line for each row of the screen', () => {
  const { lines } = filled(2);
  expect(lines).toHaveLength(10);
  expect(lines[0]?.startsWith('\u001b[7m pods 2 \u001b[0m nodes 0 ')).toBe(true);
  expect(lines[0]).toMatch(/ http:\/\/note\/$/);
  expect(lines[1]).toMatch(/^● fresh · watching +\d\d:\d\d:\d\d$/);
  expect(lines[2]).toBe('  NAME       STATUS');
  expect(lines[4]).toBe('  web-00001  Running');
  expect(lines[9]).toContain('q: quit');
});

test('shows why there is no row', () => {
  const screen = filled(0);
  expect(screen.lines[3]).toBe('  No pods found in namespace shop.');
  screen.freshness = { fresh: false, word: 'syncing', detail: 'listing' };
  expect(screen.lines[3]?.trim()).toBe('');
  screen.freshness = { fresh: true, word: 'fresh', detail: 'watching' };
  screen.set('web', 'Running');
  screen.press('/x');
  expect(screen.lines[3]).toBe('  No row matches.');
});

test('the open tab is on the screen, however many there are', () => {
  const names = Array.from({ length: 12 }, (_, index) => `resources-${index}`);
  const tabs = names.map((label) => ({
    label,
    rows: new ScreenRows(columns),
    empty: '',
    freshness: () => ({ fresh: true, word: 'fresh', detail: '' }),
    received: () => 0,
    describe: () => [],
    details: () => ({ lines: () => [], close: () => undefined }),
  }));
  for (const width of [14, 17, 40, 80, 300]) {
    const model = new ScreenModel(tabs, { width, height: 5 }, { colour: false });
    for (const name of [...names, 'resources-0']) {
      const [line = ''] = model.frame(0);
      // oxlint-disable-next-line no-control-regex
      const [, open = ''] = /\u001b\[7m(.*?)\u001b/.exec(line) ?? [];
      // oxlint-disable-next-line no-control-regex
      expect(textWidth(line.replace(/\u001b\[\d*m/g, ''))).toBeLessThanOrEqual(width);
      if (width >= 17) expect(open).toBe(` ${name} 0 `);
      else expect(open).toMatch(/^ resources-/);
      for (const key of keysOf('\t')) model.press(key);
    }
  }
});

test('the keys fit into 80 columns', () => {
  expect(filled(1, { width: 80 }).lines.at(-1)).toMatch(/Tab: next$/);
});

test('below 60 columns NAME stays whole, and what does not fit beside it goes', () => {
  const name = 'web-6d4cf56db6-x2x7p-and-more';
  const at = (width: number): (string | undefined)[] => {
    const screen = new Screen({ width });
    screen.set(name, 'CrashLoopBackOff');
    // oxlint-disable-next-line no-control-regex
    return screen.lines.slice(2, 4).map((line) => line.replaceAll(/\u001b\[\d+m/g, '').trimEnd());
  };
  expect(at(59)).toEqual([`  NAME${' '.repeat(27)}STATUS`, `! ${name}  CrashLoopBackOff`]);
  expect(at(40)).toEqual([`  NAME${' '.repeat(27)}STATUS`, `! ${name}  CrashL…`]);
  expect(at(38)).toEqual(['  NAME', `! ${name}`]);
  expect(at(20)).toEqual(['  NAME', '! web-6d4cf56db6-x2…']);
});

test('the selection stays on its object when rows are added before it, and scrolls into view', () => {
  const screen = filled(100);
  screen.press(down.repeat(3));
  expect(screen.selected).toBe('web-00003');
  screen.set('aaa', 'Running');
  expect(screen.selected).toBe('web-00003');
  screen.press('G');
  expect(screen.selected).toBe('web-00099');
  screen.press(`\u001b[5~${up}`);
  expect(screen.selected).toBe('web-00092');
  screen.press('g');
  expect(screen.selected).toBe('aaa');
});

test('filters as the user types, and Escape clears the filter', () => {
  const screen = filled(20);
  screen.press('/0000');
  expect(screen.lines[1]).toContain('10 of 20 match "0000"');
  expect(screen.lines[9]).toMatch(/^\/0000/);
  screen.press('7\u007f5\rq'.slice(0, 4));
  expect(screen.selected).toBe('web-00005');
  screen.press('\u001b');
  expect(screen.lines[1]).not.toContain('match');
});

test('while the filter is typed, q is a letter', () => {
  const screen = filled(1);
  expect(screen.press('/q')).toBeUndefined();
  expect(screen.press('\rq')).toBe('quit');
});

test('sorts by the next column, and backwards', () => {
  const screen = filled(2);
  screen.set('web-00000', 'Zzz');
  screen.press('ss');
  expect(screen.lines[2]).toContain('STATUS ▲');
  expect(screen.lines[3]).toContain('web-00001');
  screen.press('r');
  expect(screen.lines[2]).toContain('STATUS ▼');
  expect(screen.lines[3]).toContain('web-00000');
  screen.press('s');
  expect(screen.lines[2]).toBe('  NAME       STATUS');
});

test('Enter shows the last changes and the YAML of the selected object; Escape goes back', () => {
  const screen = filled(3);
  screen.set('web-00001', 'Failed', '~', ['status: Running → Failed']);
  screen.press(`${down}\r`);
  expect(screen.lines[2]).toBe('web-00001');
  expect(screen.lines[6]).toMatch(/^ {2}\d\d:\d\d:\d\d {2}status: Running → Failed$/);
  expect(screen.lines[8]).toBe('name: web-00001');
  // It follows the object.
  screen.set('web-00001', 'Running', '~', ['status: Failed → Running']);
  expect(screen.lines[6]).toContain('Failed → Running');
  screen.press('G');
  expect(screen.lines[8]).toBe('line: 29');
  screen.press('\u001b');
  expect(screen.lines[2]).toContain('NAME');
});

test('Tab shows the next resource', () => {
  const screen = filled(3);
  screen.others.set('node-1', object('Ready'), { mark: '', atMs: 0, fields: [] });
  screen.press('\t');
  expect(screen.selected).toBe('node-1');
  screen.press('\t');
  expect(screen.selected).toBe('web-00000');
});

describe('a change', () => {
  test('is marked and coloured, fades, and is gone after five seconds', () => {
    const screen = filled(2, { colour: true });
    screen.set('web-00001', 'Running', '~');
    expect(screen.lines[4]).toBe('\u001b[1;33m~ web-00001  Running\u001b[0m');
    screen.nowMs += 2_000;
    expect(screen.model.fade(screen.nowMs)).toBe(true);
    expect(screen.lines[4]).toBe('\u001b[33m~ web-00001  Running\u001b[0m');
    screen.nowMs += 3_000;
    expect(screen.model.fade(screen.nowMs)).toBe(false);
    expect(screen.lines[4]).toBe('  web-00001  Running');
  });

  test('of a row that fails is red', () => {
    const screen = filled(2, { colour: true });
    screen.set('web-00001', 'CrashLoopBackOff', '~');
    expect(screen.lines[4]).toBe('\u001b[1;31m~ web-00001  CrashLoopBackOff\u001b[0m');
    screen.nowMs += 4_000;
    expect(screen.lines[4]).toBe('\u001b[31m~ web-00001  CrashLoopBackOff\u001b[0m');
    screen.nowMs += 1_000;
    expect(screen.lines[4]).toBe('\u001b[31m! web-00001  CrashLoopBackOff\u001b[0m');
  });

  test('that deletes an object shows it for five seconds more, and does not count it', () => {
    const screen = filled(2);
    screen.set('web-00001', 'Running', '-');
    expect(screen.lines[0]).toContain('pods 1 ');
    expect(screen.lines[4]).toBe('- web-00001  Running');
    screen.nowMs += 5_000;
    screen.model.fade(screen.nowMs);
    expect(screen.lines[4]).toBe('');
  });
});

test('shows why a cache is stale, and what arrived while it syncs', () => {
  const screen = filled(1);
  screen.freshness = { fresh: false, word: 'stale for 12s', detail: 'retry in 4s' };
  expect(screen.lines[1]).toMatch(/^○ stale for 12s · retry in 4s /);
  screen.freshness = { fresh: false, word: 'syncing', detail: 'listing' };
  expect(screen.lines[1]).toContain('syncing · listing · 7 received');
});

test('no line is wider than the screen, whatever the objects contain', () => {
  for (const width of [1, 5, 20, 40, 200]) {
    const screen = filled(3, { width, height: 8 });
    screen.set('日本語日本語日本語\u001b[2J', '\u001b]0;title\u0007'.repeat(20));
    for (const keys of ['', '/x', '\u001b\r']) {
      screen.press(keys);
      // oxlint-disable-next-line no-control-regex
      const plain = screen.lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, ''));
      expect(plain.every((line) => textWidth(line) <= width)).toBe(true);
      expect(plain.join('')).not.toMatch(/\p{Cc}/u);
      expect(plain).toHaveLength(8);
    }
  }
});

test('a resize changes the number of lines and keeps the selection', () => {
  const screen = filled(100);
  screen.press('G');
  screen.model.resize(30, 5);
  expect([screen.lines.length, screen.selected]).toEqual([5, 'web-00099']);
});

test('? lists the keys until any key is pressed', () => {
  const screen = new Screen({ height: 24 });
  screen.set('a', 'Running');
  screen.press('?');
  expect(screen.lines.join('\n')).toMatch(/Keys\n[^]*states, events, changes, YAML/);
  expect(screen.press('q')).toBeUndefined();
  expect(screen.lines.join('\n')).not.toContain('Keys');
});

test('d shows changes, conditions, events and the YAML, y the YAML alone', () => {
  const screen = new Screen();
  screen.set('a', 'Running');
  screen.press('d');
  expect(screen.lines.join('\n')).toMatch(
    /Conditions\n {2}Ready: True\nChanges\n {2}none since the start\n\nname: a/,
  );
  screen.press('\r');
  expect(screen.closed).toBe(1);
  screen.press('y');
  expect(screen.lines.slice(2, 5)).toEqual(['a', '', 'name: a']);
});

test('a failing row is red with a mark, one that waits is yellow', () => {
  const screen = new Screen({ colour: true });
  for (const [key, status] of [
    ['a', 'Running'],
    ['b', 'CrashLoopBackOff'],
    ['c', 'Pending'],
  ] as const)
    screen.set(key, status);
  expect(screen.lines.slice(4, 6)).toEqual([
    expect.stringContaining('\u001b[31m! b '),
    expect.stringContaining('\u001b[33m  c '),
  ]);
});
