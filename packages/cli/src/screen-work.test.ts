import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import type { Terminal, TerminalSession } from './cli-io.js';
import { ScreenDriver } from './screen-driver.js';
import { ScreenModel } from './screen-model.js';
import { ScreenRows } from './screen-rows.js';
import type { LiveColumn, RowMark } from './screen-rows.js';

const size = { width: 80, height: 24 };
/** Rows between the two lines at the top with the column headers, and the keys at the bottom. */
const visible = 20;

/** A live table of many rows that counts the cells it formats, the frames and the bytes it writes. */
class CountingScreen {
  readonly clock: FakeClock = new FakeClock();
  readonly rows: ScreenRows;
  readonly #driver: ScreenDriver;
  readonly #ended: Promise<void>;
  #session: TerminalSession | undefined;
  #cells = 0;
  #writes = 0;
  #bytes = 0;

  constructor() {
    const text: LiveColumn['text'] = (key, object) => {
      this.#cells++;
      return object.metadata?.labels?.['status'] ?? key;
    };
    this.rows = new ScreenRows([
      { header: 'NAME', text },
      { header: 'STATUS', text },
    ]);
    const tab = {
      label: 'pods',
      rows: this.rows,
      freshness: () => ({ fresh: true, word: 'fresh', detail: 'watching' }),
      empty: '',
      received: () => 0,
      describe: () => [],
      details: () => ({ lines: () => [], close: () => undefined }),
    };
    const terminal: Terminal = {
      columns: size.width,
      rows: size.height,
      write: (output) => {
        this.#writes++;
        this.#bytes += Buffer.byteLength(output);
      },
      suspend: () => undefined,
      open: (session) => {
        this.#session = session;
        return () => undefined;
      },
    };
    this.#driver = new ScreenDriver(terminal, new ScreenModel([tab], size, { colour: true }), this.clock);
    this.#ended = this.#driver.run(new AbortController().signal);
  }

  set(index: number, status: string, mark: RowMark = '~', later = false): void {
    const object: KubernetesObject = { metadata: { labels: { status } } };
    const key = `web-${String(index).padStart(5, '0')}`;
    this.rows.set(key, object, { mark, atMs: this.clock.now(), fields: [] }, later);
    this.#driver.changed();
  }

  press(keys: string): void {
    this.#session?.onInput(keys);
  }

  /** What was done since the last call, until the next frame is on the screen. */
  async work(): Promise<{ readonly cells: number; readonly writes: number; readonly bytes: number }> {
    await this.clock.advance(50);
    const work = { cells: this.#cells, writes: this.#writes, bytes: this.#bytes };
    this.#cells = this.#writes = this.#bytes = 0;
    return work;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Ends typing of the filter first.
    this.press('\r');
    this.press('q');
    await this.#ended;
  }
}

async function withRows(count: number): Promise<CountingScreen> {
  const screen = new CountingScreen();
  for (let index = 0; index < count; index++) screen.set(index, 'Running', '', true);
  await screen.work();
  return screen;
}

const columns = 2;
const wholeScreen = size.width * size.height * 2;
const oneLine = 2 * size.width;

test('the first frame of 10,000 rows formats and writes only those on the screen', async () => {
  await using screen = new CountingScreen();
  for (let index = 0; index < 10_000; index++) screen.set(index, 'Running', '', true);
  const { cells, writes, bytes } = await screen.work();
  expect([cells, writes]).toEqual([visible * columns, 1]);
  expect(bytes).toBeLessThan(wholeScreen);
});

test('1,000 changes in one frame format and write only those on the screen', async () => {
  await using screen = await withRows(10_000);
  for (let index = 9_000; index < 10_000; index++) screen.set(index, 'Failed');
  const hidden = await screen.work();
  expect([hidden.cells, hidden.writes]).toEqual([visible * columns, 0]);
  for (let index = 5; index < 1_005; index++) screen.set(index, 'Failed');
  const shown = await screen.work();
  expect([shown.cells, shown.writes]).toEqual([visible * columns, 1]);
  expect(shown.bytes).toBeLessThan(wholeScreen);
});

test('one change writes its line', async () => {
  await using screen = await withRows(10_000);
  screen.set(7, 'Waiting');
  const { cells, writes, bytes } = await screen.work();
  expect([cells, writes]).toEqual([visible * columns, 1]);
  expect(bytes).toBeLessThan(oneLine);
});

test.each([
  ['down', 'j', 2 * oneLine],
  ['to the last row', 'G', wholeScreen],
])('moving %s among 10,000 rows formats one screen', async (_name, key, maxBytes) => {
  await using screen = await withRows(10_000);
  screen.press(key);
  const { cells, writes, bytes } = await screen.work();
  expect([cells, writes]).toEqual([visible * columns, 1]);
  expect(bytes).toBeLessThan(maxBytes);
});

test('the filter formats each row once, however many characters are typed', async () => {
  await using screen = await withRows(10_000);
  screen.press('/');
  await screen.work();
  screen.press('r');
  expect((await screen.work()).cells).toBe((10_000 + visible) * columns);
  screen.press('unn');
  expect((await screen.work()).cells).toBe(visible * columns);
  // A row that changes is matched again, alone.
  screen.set(3, 'Running late');
  expect((await screen.work()).cells).toBe((1 + visible) * columns);
});

test('sorting by a column formats each row once, and a change only its own row', async () => {
  await using screen = await withRows(10_000);
  screen.press('s');
  expect((await screen.work()).cells).toBe(10_000 + visible * columns);
  screen.set(3, 'Failed');
  expect((await screen.work()).cells).toBe(1 + visible * columns);
});
