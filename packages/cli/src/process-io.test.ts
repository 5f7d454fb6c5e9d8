import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Interrupted, OutputClosed } from './cli-io.js';
import { processIo } from './process-io.js';
import type { CommandProcess } from './command-process.js';
import { processTerminal } from './process-terminal.js';
import { run } from './run.js';

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
  readonly pid = 7;
  readonly kills: (readonly [number, string])[] = [];

  kill(pid: number, signal: string): void {
    this.kills.push([pid, signal]);
  }

  exit(code: number): void {
    this.exits.push(code);
  }
}

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

test.each(signals)(
  '%s interrupts the command; a second one ends the process immediately with exit code %i',
  (signal, code) => {
    const process = new Process();
    using io = processIo(process);
    process.emit(signal);
    expect(io.signal.reason).toBeInstanceOf(Interrupted);
    expect(process.exits).toEqual([]);
    process.emit(signal);
    expect(process.exits).toEqual([code]);
  },
);

test.each(signals)(
  '%s ends a command that reads the standard input, with exit code %i',
  async (signal, code) => {
    const process = Object.assign(new Process(), { stdin: new PassThrough() });
    using io = processIo(process);
    const ended = run(['types', '--from', '-'], io);
    process.stdin.write('a: 1');
    process.emit(signal);
    expect(await ended).toBe(code);
    expect(process.stdin.destroyed).toBe(true);
    expect(process.exits).toEqual([]);
  },
);

test.each([
  ['stdout', 'EPIPE'],
  ['stderr', 'EPIPE'],
  // Node emits this for each write after the first EPIPE.
  ['stdout', 'ERR_STREAM_DESTROYED'],
] as const)(
  'a closed reader of %s (%s) is a normal end, however often the stream reports it',
  (name, code) => {
    const process = new Process();
    using io = processIo(process);
    process[name].emit('error', Object.assign(new Error('write'), { code }));
    process[name].emit('error', Object.assign(new Error('write'), { code }));
    expect(io.signal.reason).toBeInstanceOf(OutputClosed);
  },
);

test('other stream errors are thrown', () => {
  const process = new Process();
  using io = processIo(process);
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  expect(() => process.stdout.emit('error', full)).toThrow('no space left');
  expect(io.signal.aborted).toBe(false);
});

test('the streams follow the process, even after the window is resized', () => {
  const process = new Process();
  using io = processIo(process);
  io.stdout.write('text');
  process.stdout.columns = 200;
  expect([process.stdout.text, io.stdout.columns, io.stdout.isTTY]).toEqual(['text', 200, false]);
  expect(io.env['KUBECONFIG']).toBe('x');
});

test('removes its signal handlers at the end', () => {
  const process = new Process();
  processIo(process)[Symbol.dispose]();
  expect(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')).toBe(0);
});

class Input extends EventEmitter {
  readonly isTTY = true;
  readonly calls: unknown[] = [];

  setRawMode(raw: boolean): void {
    this.calls.push(raw);
  }

  pause(): void {
    this.calls.push('pause');
  }

  destroy(): void {
    this.calls.push('destroy');
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {}
}

test('a full-screen view is left around a suspension, at the exit and at the end', () => {
  const stdin = new Input();
  const process = Object.assign(new Process(), { stdin });
  const events: string[] = [];
  const terminal = processTerminal(process);
  const release = terminal.open({
    enter: '<enter>',
    leave: '<leave>',
    onInput: (text) => events.push(text),
    onResize: () => events.push('resize'),
    onSuspend: () => events.push('suspend'),
    onResume: () => events.push('resume'),
  });
  stdin.emit('data', new TextEncoder().encode('q'));
  process.stdout.emit('resize');
  terminal.suspend();
  expect(process.kills).toEqual([[0, 'SIGTSTP']]);
  process.emit('SIGTSTP');
  expect(process.stdout.text).toBe('<enter><leave>');
  expect(process.kills.at(-1)).toEqual([7, 'SIGSTOP']);
  process.emit('SIGCONT');
  process.emit('exit');
  expect(process.stdout.text).toBe('<enter><leave><enter><leave>');
  release();
  expect(process.stdout.text).toBe('<enter><leave><enter><leave>');
  expect(events).toEqual(['q', 'resize', 'suspend', 'resume']);
  expect(stdin.calls).toEqual([true, false, true, false, 'pause']);
  expect(['SIGTSTP', 'SIGCONT', 'exit'].map((event) => process.listenerCount(event))).toEqual([0, 0, 0]);
});
