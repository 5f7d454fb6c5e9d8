import { describe, expect, test } from 'vitest';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { busy, outcome, path, refused, reset, rig } from './scripted-transport.test-support.js';

describe('TestWrapPreviousError', () => {
  test('the final error names an earlier, different one', async () => {
    const { rest, clock } = rig([reset, refused]);
    expect(await outcome(clock, rest.request({ method: 'GET', path }))).toMatchObject({
      code: 'ERR_CONNECTION_REFUSED',
      message: `connection refused - error from a previous attempt: server closed the connection (GET ${path})`,
    });
  });

  test('a timeout between attempts names the last error; a cancel keeps its identity', async () => {
    const first = rig([reset]);
    expect(
      await outcome(first.clock, first.rest.request({ method: 'GET', path, requestTimeoutMs: 500 })),
    ).toMatchObject({
      code: 'ERR_TIMEOUT',
      message: expect.stringContaining(
        'error from a previous attempt: server closed the connection',
      ) as unknown,
    });
    const second = rig([busy('3600')]);
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const call = second.rest.request({ method: 'GET', path, signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(second.clock, call)).toBe(reason);
  });

  test('close ends the wait before a retry', async () => {
    const { rest, clock } = rig([busy('3600')]);
    const call = rest.request({ method: 'GET', path });
    await settle();
    await rest.close();
    expect(await outcome(clock, call)).toMatchObject({ code: 'ERR_CLOSED' });
  });
});
