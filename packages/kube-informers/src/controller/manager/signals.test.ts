import { describe, expect, test, vi } from 'vitest';
import { onSignals } from './signals.js';

describe('onSignals', () => {
  // Upstream: signals: SIGTERM, SIGINT cancel; a second one exits with code 1.
  test('aborts at the first signal and calls onSecond at the second', () => {
    const forced: string[] = [];
    using watch = onSignals({ signals: ['SIGUSR2'], onSecond: (name) => forced.push(name) });
    process.emit('SIGUSR2', 'SIGUSR2');
    expect(watch.signal.reason).toMatchObject({
      name: 'AbortError',
      message: 'received SIGUSR2',
      signal: 'SIGUSR2',
    });
    expect(forced).toEqual([]);
    process.emit('SIGUSR2', 'SIGUSR2');
    expect(forced).toEqual(['SIGUSR2']);
  });

  // Upstream: signals: SIGTERM, SIGINT cancel; a second one exits with code 1.
  test('the second signal ends the process with exit code 1 by default', () => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    try {
      using watch = onSignals({ signals: ['SIGUSR2'] });
      process.emit('SIGUSR2', 'SIGUSR2');
      expect(watch.signal.aborted).toBe(true);
      expect(exit.mock.calls).toEqual([]);
      process.emit('SIGUSR2', 'SIGUSR2');
      expect(exit.mock.calls).toEqual([[1]]);
    } finally {
      exit.mockRestore();
    }
  });

  // Upstream: signals: SIGTERM, SIGINT cancel; a second one exits with code 1.
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
