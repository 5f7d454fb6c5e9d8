import type { HistogramStats } from 'kube-informers/internal';
import { isoTime } from 'kube-informers/internal';
import type { RestClient } from 'kube-informers/rest';
import type { ClientModel } from './model.js';

/** Returns the API server of a client as `host:port`. */
export function serverOf(client: RestClient | undefined): string | undefined {
  return client?.stats().host;
}

/** Reads what the clients have requested. */
export function readClients(clients: readonly RestClient[]): ClientModel[] {
  return clients.map((client) => {
    const { host, requests, retries, rateLimiterSeconds, durationSeconds, ...now } = client.stats();
    const total = (counts: readonly { readonly count: number }[]): number =>
      counts.reduce((sum, { count }) => sum + count, 0);
    const refused = requests.filter(({ code }) => code === '429');
    const expireAt = now.credentialsExpireAtMs;
    return {
      server: host,
      receivedBytes: now.receivedBytes,
      sentBytes: now.sentBytes,
      credentialsExpireAtMs: expireAt,
      facts: [
        ['Open watches', String(now.openWatches)],
        ['Requests', String(total(requests))],
        ['Mean duration', meanOf(durationSeconds)],
        ['Retries', String(total(retries))],
        ['Too many requests (429)', String(total(refused))],
        ['Waiting for the rate limit', String(now.throttled)],
        ['Mean wait for the rate limit', meanOf(rateLimiterSeconds)],
        ...(now.execCalls.length === 0
          ? []
          : [['Runs of exec plugins', String(total(now.execCalls))] as const]),
        ['Credentials expire', expireAt === undefined ? 'never, or unknown' : isoTime(expireAt)],
      ],
      byCode: requests
        .map(({ method, code, count }) => ({
          name: `${method} ${code === '<error>' ? 'without a response' : code}`,
          count,
        }))
        .toSorted((a, b) => b.count - a.count),
    };
  });
}

function meanOf(byMethod: Readonly<Record<string, HistogramStats>>): string {
  const all = Object.values(byMethod);
  const count = all.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return 'none yet';
  const seconds = all.reduce((sum, each) => sum + each.sum, 0) / count;
  return `${(seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0)} ms`;
}
