import { describe, expect, test } from 'vitest';
import { PassedTime } from '../util/clock.js';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { LogPosition } from './log-position.js';
import type { LogPiece } from './log-lines.js';

const clock = new FakeClock(Date.UTC(2026, 0, 1));
const passed = new PassedTime(clock);
const at = passed.read();
const piece = (text: string, beginsLine = true): LogPiece => ({ text, beginsLine });
const stamped = (second: number, text: string): LogPiece =>
  piece(`2026-01-01T00:00:${String(second).padStart(2, '0')}.000000000Z ${text}`);
const fates = (position: LogPosition, pieces: readonly LogPiece[]): string[] =>
  pieces.map((each) => position.take(each, at));

describe('the position in a log', () => {
  test('leaves out what was passed on, and counts lines that are equal', () => {
    const position = new LogPosition();
    position.begin('new');
    const tick = stamped(1, 'tick');
    expect(fates(position, [stamped(0, 'a'), tick, tick])).toEqual(['new', 'new', 'new']);
    position.begin('window');
    expect(fates(position, [tick, tick, tick, stamped(2, 'b')])).toEqual(['old', 'old', 'new', 'new']);
  });

  test('does not take what comes after missing lines for new', () => {
    const position = new LogPosition();
    position.begin('new');
    fates(position, [stamped(1, 'a'), stamped(2, 'b')]);
    position.begin('window');
    expect(fates(position, [stamped(3, 'd')])).toEqual(['unplaced']);
    expect(position.isPlaced).toBe(false);
    position.begin('whole');
    expect(fates(position, [stamped(0, 'x'), stamped(2, 'b'), stamped(3, 'c')])).toEqual([
      'old',
      'old',
      'new',
    ]);
  });

  test('passes on lines with earlier times: the clock of a node may be set back', () => {
    const position = new LogPosition();
    position.begin('new');
    fates(position, [stamped(50, 'before')]);
    position.begin('window');
    expect(fates(position, [stamped(50, 'before'), stamped(10, 'after')])).toEqual(['old', 'new']);
  });

  test('remembers a bounded number of lines, and knows older ones by their times', () => {
    const position = new LogPosition();
    position.begin('new');
    const lines = Array.from({ length: 3_000 }, (_, index) => stamped(index % 60, `line ${index}`));
    const inOrder = lines.map(({ text }, index) =>
      piece(
        text.replace(
          '00:00:',
          `${String(Math.floor(index / 3600)).padStart(2, '0')}:${String(Math.floor(index / 60)).padStart(2, '0')}:`,
        ),
      ),
    );
    fates(position, inOrder);
    position.begin('window');
    expect(new Set(fates(position, inOrder))).toEqual(new Set(['old']));
    expect(position.isPlaced).toBe(true);
  });

  test('reads no time within a line, and tells the parts of long lines apart', () => {
    const position = new LogPosition();
    position.begin('new');
    const forged = piece('2999-01-01T00:00:00Z hidden', false);
    fates(position, [stamped(1, 'x'.repeat(1000)), forged, stamped(2, 'y')]);
    expect(position.windowSeconds(passed.read())).toBeLessThan(10);
    position.begin('window');
    // The same text as a part of another line.
    expect(fates(position, [stamped(2, 'y'), stamped(3, 'z'), forged])).toEqual(['old', 'new', 'new']);
    // The answer begins within a long line: its rest is no line, whatever time the container wrote there.
    position.begin('window');
    expect(fates(position, [piece('2999-01-01T00:00:00Z hidden')])).toEqual(['unplaced']);
  });

  test('asks for the time since the latest line was written', async () => {
    const position = new LogPosition();
    position.begin('new');
    await clock.advance(100_000);
    // Written 90 s before it was read.
    position.take(stamped(10, 'a'), passed.read());
    await clock.advance(5_500);
    expect(position.windowSeconds(passed.read())).toBe(98);
  });
});
