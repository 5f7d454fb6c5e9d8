import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { TraceChannel } from './trace-channel.js';
import { observe } from './trace-channel.test-support.js';

test.each(['start', 'end', 'asyncStart', 'asyncEnd', 'error'])(
  'is observed while anything subscribes to %s',
  (phase) => {
    const traces = new TraceChannel('kube-informers:test');
    expect(traces.isObserved).toBe(false);
    const subscriber = (): void => undefined;
    const one = channel(`tracing:kube-informers:test:${phase}`);
    one.subscribe(subscriber);
    expect(traces.isObserved).toBe(true);
    one.unsubscribe(subscriber);
    expect(traces.isObserved).toBe(false);
  },
);

test('publishes the beginning, the error and the end of an operation, and never its result', async () => {
  const published = observe('test');
  const trace = new TraceChannel<{ n: number; error?: unknown }>('kube-informers:test').operation({ n: 0 });
  const result = await trace.run(() => {
    trace.message.n++;
    return Promise.resolve('secret');
  });
  expect(result).toBe('secret');
  const error = new Error('broken');
  trace.end(error);
  expect(published).toEqual([
    ['start', { n: 0 }],
    ['end', { n: 1 }],
    ['error', { n: 1, error }],
    ['asyncStart', { n: 1, error }],
    ['asyncEnd', { n: 1, error }],
  ]);
});

test('publishes no error after a success', async () => {
  const published = observe('test');
  const trace = new TraceChannel('kube-informers:test').operation({});
  await trace.run(() => Promise.resolve());
  trace.end();
  expect(published.map(([phase]) => phase)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
});

test('runs the work in the context of a bound store, the code after it outside', async () => {
  const store = new AsyncLocalStorage<string>();
  const { start } = tracingChannel('kube-informers:test');
  start.bindStore(store, () => 'span');
  onTestFinished(() => void start.unbindStore(store));
  const traces = new TraceChannel('kube-informers:test');
  expect(traces.isObserved).toBe(true);
  const seen = await traces.operation({}).run(async () => {
    await Promise.resolve();
    return store.getStore();
  });
  expect(seen).toBe('span');
  expect(store.getStore()).toBeUndefined();
});

/** Collects the uncaught exceptions until the end of the test, instead of Vitest, which fails on them. */
function uncaughtExceptions(): unknown[] {
  const uncaught: unknown[] = [];
  process.setUncaughtExceptionCaptureCallback((error) => void uncaught.push(error));
  onTestFinished(() => process.setUncaughtExceptionCaptureCallback(null));
  return uncaught;
}

test.each(['start', 'end', 'asyncStart', 'asyncEnd', 'error'])(
  'an error thrown by a subscriber to %s becomes an uncaught exception and does not reach the operation',
  async (phase) => {
    const uncaught = uncaughtExceptions();
    const published = observe('test');
    const thrown = new Error('the subscriber is broken');
    const one = channel(`tracing:kube-informers:test:${phase}`);
    const subscriber = (): never => {
      throw thrown;
    };
    one.subscribe(subscriber);
    onTestFinished(() => one.unsubscribe(subscriber));
    const trace = new TraceChannel('kube-informers:test').operation({});
    expect(await trace.run(() => Promise.resolve('result'))).toBe('result');
    trace.end(new Error('the operation failed'));
    await setImmediate();
    expect(uncaught).toEqual([thrown]);
    // The other subscribers are called as ever.
    expect(published.map(([name]) => name)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd']);
  },
);

test('an error thrown for a bound store becomes an uncaught exception and does not reach the operation', async () => {
  const uncaught = uncaughtExceptions();
  const store = new AsyncLocalStorage<string>();
  const thrown = new Error('the tracer is broken');
  const { start } = tracingChannel('kube-informers:test');
  start.bindStore(store, () => {
    throw thrown;
  });
  onTestFinished(() => void start.unbindStore(store));
  const trace = new TraceChannel('kube-informers:test').operation({});
  expect(await trace.run(() => Promise.resolve('result'))).toBe('result');
  trace.end();
  await setImmediate();
  expect(uncaught).toEqual([thrown]);
});
