import { describe, expect, test } from 'vitest';
import { onSignals } from './signals.js';

describe('onSignals', () => {
  test('aborts at the first signal and calls onSecond at the second', () => {
    const forced: string[] = [];
    using watch = onSignals({ signals: ['SIGUSR2'], onSecond: (name) => forced.push(name) });
    process.emit('SIGUSR2', 'SIGUSR2');
    expect(watch.signal.reason).toMatchObject({ name: 'AbortError', message: 'received SIGUSR2' });
    expect(forced).toEqual([]);
    process.emit('SIGUSR2', 'SIGUSR2');
    expect(forced).toEqual(['SIGUSR2']);
  });

  test('handles SIGTERM and SIGINT by default, until it is stopped', () => {
    const count = (): number[] => [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')];
    const before = count();
    const watch = onSignals();
    expect(count()).toEqual(before.map((each) => each + 1));
    watch.stop();
    expect(count()).toEqual(before);
  });

  test('refuses a signal that this platform does not have', () => {
    expect(() => onSignals({ signals: ['SIGNAL'] })).toThrow(
      'signals of onSignals must be names of signals such as SIGTERM, got "SIGNAL"',
    );
  });
});
