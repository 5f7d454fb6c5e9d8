import type { CallOptions } from '../cache/types.js';
import { ConfigError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { refuseValue, requireBooleans, requireCallOptions, requireString } from '../util/require.js';
import type { Query } from './requests.js';

/** corev1.PodLogOptions. */
export interface PodLogOptions extends CallOptions {
  /** Required if the pod has several containers. */
  readonly container?: string | undefined;
  /** Waits for further lines until the container ends. Default: false. */
  readonly follow?: boolean | undefined;
  /** Reads the container before its last restart. Default: false. */
  readonly previous?: boolean | undefined;
  /** Lines of the last seconds only, from 1. Not together with `sinceTime`. */
  readonly sinceSeconds?: number | undefined;
  /** Lines since this time only, in RFC 3339. */
  readonly sinceTime?: string | undefined;
  /** Begins each line with its time in RFC 3339. Default: false. */
  readonly timestamps?: boolean | undefined;
  /** Number of lines from the end, from 0. Default: all. */
  readonly tailLines?: number | undefined;
  /** Number of bytes after which the log ends, from 1; its last line may be cut. Default: all. */
  readonly limitBytes?: number | undefined;
  /** Does not verify the kubelet's certificate, between API server and kubelet. Default: false. */
  readonly insecureSkipTLSVerifyBackend?: boolean | undefined;
  /** Default: `All`. The others need Kubernetes 1.32 with the feature gate PodLogsQuerySplitStreams. */
  readonly stream?: 'All' | 'Stdout' | 'Stderr' | undefined;
}

const podLogOptionNames: OptionNames<PodLogOptions> = {
  signal: true,
  container: true,
  follow: true,
  previous: true,
  sinceSeconds: true,
  sinceTime: true,
  timestamps: true,
  tailLines: true,
  limitBytes: true,
  insecureSkipTLSVerifyBackend: true,
  stream: true,
};

const streams: readonly unknown[] = ['All', 'Stdout', 'Stderr'];

/**
 * Returns the query of a log. Throws ConfigError `ERR_OPTION` for values that the server would refuse or interpret
 * differently.
 */
export function logQuery(what: string, options: PodLogOptions): Query {
  requireKnownOptions(what, options, podLogOptionNames);
  requireCallOptions(what, options);
  const flags = ['follow', 'previous', 'timestamps', 'insecureSkipTLSVerifyBackend'] as const;
  requireBooleans(what, options, flags);
  const { signal: _signal, ...query } = options;
  for (const field of ['container', 'sinceTime'] as const)
    if (query[field] !== undefined) requireString(`${field} of ${what}`, query[field]);
  requireWhole(what, 'sinceSeconds', query.sinceSeconds, 1);
  requireWhole(what, 'tailLines', query.tailLines, 0);
  requireWhole(what, 'limitBytes', query.limitBytes, 1);
  if (query.stream !== undefined && !streams.includes(query.stream)) {
    refuseValue(`stream of ${what}`, 'All, Stdout or Stderr', query.stream);
  }
  if (query.sinceSeconds !== undefined && query.sinceTime !== undefined)
    throw new ConfigError('ERR_OPTION', `${what} takes sinceSeconds or sinceTime, got both`);
  // As a query, `follow=false` is the same as none.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== false));
}

function requireWhole(what: string, field: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  refuseValue(`${field} of ${what}`, `a whole number from ${least}`, value);
}
