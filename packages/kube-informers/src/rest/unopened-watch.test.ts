import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { TransportError } from '../util/errors.js';
import { RestClient } from './rest-client.js';
import type { Transport } from './transport.js';

/** Breaks every connection before the response. */
function breaking(): Transport & { tries: number } {
  const transport = {
    tries: 0,
    send: () => {
      transport.tries++;
      return Promise.reject(new TransportError('ERR_CONNECTION_RESET', 'reset by peer'));
    },
    close: () => Promise.resolve(),
  };
  return transport;
}

test('reports a watch whose connection breaks at each attempt, although it ends like an empty one', async () => {
  const clock = new FakeClock();
  const transport = breaking();
  await using rest = new RestClient({ host: 'http://127.0.0.1:1' }, { transport, clock, random: () => 0 });
  const opening = rest.watch({ path: '/api/v1/pods' });
  await clock.advance(10_000);
  const stream = await opening;
  expect(transport.tries).toBe(11);
  expect(stream.unopened).toMatchObject({
    code: 'ERR_WATCH_UNOPENED',
    message: 'watch of http://127.0.0.1:1/api/v1/pods could not be opened: reset by peer',
  });
  expect(await stream.nextBatch()).toBeUndefined();
});
