import type { ExecCallCount } from '../rest/config.js';
import type { RestClientStats } from '../rest/request-sender.js';
import type { Row } from './family.js';
import { knownStatus } from './label-values.js';

/** The metrics of clients. */
export const clientMetrics: readonly Row<RestClientStats>[] = [
  [
    'counter',
    'rest_client_requests_total',
    'Attempts of requests, by status code and method; `<error>` without a response.',
    ({ requests }) => requests.map(({ code, method, count }) => [knownStatus(code), method, count]),
    'code',
    'method',
  ],
  [
    'counter',
    'rest_client_request_retries_total',
    "Attempts after a request's first, by status code and method.",
    ({ retries }) => retries.map(({ code, method, count }) => [knownStatus(code), method, count]),
    'code',
    'verb',
  ],
  [
    'histogram',
    'rest_client_request_duration_seconds',
    'Time from the first attempt of a request to the end of its response, without watches.',
    ({ durationSeconds }) => Object.entries(durationSeconds),
    'verb',
  ],
  [
    'histogram',
    'rest_client_rate_limiter_duration_seconds',
    'Time that requests waited for the rate limit.',
    ({ rateLimiterSeconds }) => Object.entries(rateLimiterSeconds),
    'verb',
  ],
  [
    'gauge',
    'kube_informers_throttled_requests',
    'Requests that wait for the rate limit now.',
    ({ throttled }) => throttled,
  ],
  ['gauge', 'kube_informers_open_watches', 'Open watches.', ({ openWatches }) => openWatches],
  [
    'counter',
    'kube_informers_received_bytes_total',
    'Bytes of response bodies, watches included, as they arrive: usually compressed.',
    ({ receivedBytes }) => receivedBytes,
  ],
  [
    'counter',
    'kube_informers_sent_bytes_total',
    'Bytes of request bodies, each attempt counted.',
    ({ sentBytes }) => sentBytes,
  ],
  [
    'minimum',
    'kube_informers_credentials_expire_timestamp_seconds',
    'When the first credentials expire, in seconds since 1970; absent if none expire or the time is unknown.',
    ({ credentialsExpireAt }) => (credentialsExpireAt === undefined ? undefined : credentialsExpireAt / 1000),
  ],
];

/** The metrics of credential plugins. */
export const execMetrics: readonly Row<readonly ExecCallCount[]>[] = [
  [
    'counter',
    'rest_client_exec_plugin_call_total',
    'Runs of credential plugins, by exit code and status.',
    (calls) => calls.map(({ exitCode, status, count }) => [String(exitCode), status, count]),
    'code',
    'call_status',
  ],
];
