import { expect, test } from 'vitest';
import type { RestClient } from '../../kube-informers/src/rest/rest-client.js';
import type { RestClientStats } from '../../kube-informers/src/rest/request-sender.js';
import { readClients } from './read-clients.js';

test('shows what a client has requested, with the most common responses first', () => {
  const mean = (count: number, sum: number) => ({ count, sum, buckets: [] });
  const stats: RestClientStats = {
    host: 'server:6443',
    requests: [
      { method: 'GET', code: '200', count: 5 },
      { method: 'GET', code: '429', count: 7 },
      { method: 'POST', code: '429', count: 2 },
      { method: 'GET', code: '<error>', count: 1 },
    ],
    retries: [
      { method: 'GET', code: '429', count: 3 },
      { method: 'POST', code: '429', count: 1 },
    ],
    durationSeconds: { GET: mean(3, 0.06), POST: mean(1, 0.02) },
    rateLimiterSeconds: { GET: mean(2, 3) },
    throttled: 6,
    openWatches: 4,
    receivedBytes: 1000,
    sentBytes: 20,
    execCalls: [
      { exitCode: 0, status: 'no_error', count: 2 },
      { exitCode: 1, status: 'plugin_execution_error', count: 1 },
    ],
    credentialsExpireAtMs: Date.UTC(2026, 0, 2),
  };
  // Nothing else of a client is read.
  const client = { stats: () => stats } as RestClient;
  expect(readClients([client])).toEqual([
    {
      server: 'server:6443',
      receivedBytes: 1000,
      sentBytes: 20,
      credentialsExpireAtMs: Date.UTC(2026, 0, 2),
      facts: [
        ['Open watches', '4'],
        ['Requests', '15'],
        ['Mean duration', '20.0 ms'],
        ['Retries', '4'],
        ['Too many requests (429)', '9'],
        ['Waiting for the rate limit', '6'],
        ['Mean wait for the rate limit', '1500 ms'],
        ['Runs of exec plugins', '3'],
        ['Credentials expire', '2026-01-02T00:00:00.000Z'],
      ],
      byCode: [
        { name: 'GET 429', count: 7 },
        { name: 'GET 200', count: 5 },
        { name: 'POST 429', count: 2 },
        { name: 'GET without a response', count: 1 },
      ],
    },
  ]);
});
