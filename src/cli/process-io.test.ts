import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { Interrupted, OutputClosed } from './cli-io.js';
import { processIo } from './process-io.js';
import type { CommandProcess } from './process-io.js';

class Stream extends EventEmitter {
  text = '';
  isTTY = false;
  columns = 80;

  write(text: string): void {
    this.text += text;
  }
}

class Process extends EventEmitter implements CommandProcess {
  readonly stdout = new Stream();
  readonly stderr = new Stream();
  readonly env = { KUBECONFIG: 'x' };
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }
}

test.each(['SIGINT', 'SIGTERM'])(
  '%s interrupts the command; the second one ends the process at once',
  (signal) => {
    const process = new Process();
    using io = processIo(process);
    process.emit(signal);
    expect(io.signal.reason).toBeInstanceOf(Interrupted);
    expect(process.exits).toEqual([]);
    process.emit(signal);
    expect(process.exits).toEqual([130]);
  },
);

test.each([
  ['stdout', 'EPIPE'],
  ['stderr', 'EPIPE'],
  // What Node says for each write after the first EPIPE.
  ['stdout', 'ERR_STREAM_DESTROYED'],
] as const)('a reader of %s that goes away (%s) is a normal end, however often it is told', (name, code) => {
  const process = new Process();
  using io = processIo(process);
  process[name].emit('error', Object.assign(new Error('write'), { code }));
  process[name].emit('error', Object.assign(new Error('write'), { code }));
  expect(io.signal.reason).toBeInstanceOf(OutputClosed);
});

test('a stream that fails otherwise is not passed over', () => {
  const process = new Process();
  using io = processIo(process);
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  expect(() => process.stdout.emit('error', full)).toThrow('no space left');
  expect(io.signal.aborted).toBe(false);
});

test('the streams are what the process has, also after the window was made wider', () => {
  const process = new Process();
  using io = processIo(process);
  io.stdout.write('text');
  process.stdout.columns = 200;
  expect([process.stdout.text, io.stdout.columns, io.stdout.isTTY]).toEqual(['text', 200, false]);
  expect(io.env['KUBECONFIG']).toBe('x');
});

test('at the end the signals are the process’s own again', () => {
  const process = new Process();
  processIo(process)[Symbol.dispose]();
  expect(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')).toBe(0);
});
