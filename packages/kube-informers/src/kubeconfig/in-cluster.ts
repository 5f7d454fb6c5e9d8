import { shownKey } from '../util/shown.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { RestConfig } from '../rest/config.js';
import { builtin } from '../util/builtin.js';
import { systemClock } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import { requireClock, requireFunction, requireLogger, requireRecord } from '../util/require.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import { fileProblem } from './errors.js';
import { readTextFile } from '../util/text-file.js';
import type { ReadFile } from '../util/text-file.js';
import { caProblem } from '../rest/tls.js';
import { TokenFile } from './token-file.js';
import type { TestOptions } from '../util/clock.js';

const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount';
const tokenPath = `${serviceAccount}/token`;
const caPath = `${serviceAccount}/ca.crt`;

/** Options of `inClusterConfig`. */
export interface InClusterOptions extends Pick<TestOptions, 'clock'> {
  /** Environment variables. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Reads a file. Default: reads from disk. */
  readonly readFile?: ReadFile | undefined;
  /** Receives warnings, such as a token file that cannot be read. Default: none. */
  readonly logger?: Logger | undefined;
}

export const inClusterOptionNames: OptionNames<InClusterOptions> = {
  env: requireRecord,
  readFile: requireFunction,
  clock: requireClock,
  logger: requireLogger,
};

/**
 * Returns the configuration that Kubernetes provides to a pod (rest.InClusterConfig).
 *
 * The server comes from KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT; token and CA are the service account's,
 * and the token is read again as it is renewed. The namespace is POD_NAMESPACE, else the service account's, else
 * `default`.
 *
 * Without a readable CA it logs an error and uses the system's CAs, as client-go does. Throws ConfigError
 * `ERR_NOT_IN_CLUSTER` outside a pod.
 */
export async function inClusterConfig(options: InClusterOptions = {}): Promise<RestConfig> {
  requireKnownOptions('inClusterConfig', options, inClusterOptionNames);
  const { env = process.env, readFile = readTextFile, clock = systemClock } = options;
  const logger = containLogger(options.logger);
  const host = env['KUBERNETES_SERVICE_HOST'] ?? '';
  const port = env['KUBERNETES_SERVICE_PORT'] ?? '';
  if (host === '' || port === '')
    throw new ConfigError(
      'ERR_NOT_IN_CLUSTER',
      'not running in a pod: expected KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT to be set',
    );
  if (!/^\d{1,5}$/.test(port))
    throw new ConfigError(
      'ERR_NOT_IN_CLUSTER',
      `KUBERNETES_SERVICE_PORT is ${shownKey(port)}, expected a number`,
    );
  try {
    await readFile(tokenPath);
  } catch (error) {
    throw new ConfigError(
      'ERR_NOT_IN_CLUSTER',
      `service account token ${tokenPath} ${fileProblem(error)}, expected Kubernetes to mount it`,
      { cause: error },
    );
  }
  const hasCa = await usableCa(readFile, logger);
  return {
    host: `https://${builtin('node:net').isIPv6(host) ? `[${host}]` : host}:${port}`,
    tls: hasCa ? { ca: { file: caPath } } : {},
    provider: new TokenFile(tokenPath, { clock, logger, readFile }),
    namespace: await namespace(env, readFile),
  };
}

/** True in a pod with a service account: client-go's condition for falling back to in-cluster. */
export async function inClusterPossible(options: InClusterOptions = {}): Promise<boolean> {
  const { env = process.env, readFile = readTextFile } = options;
  if ((env['KUBERNETES_SERVICE_HOST'] ?? '') === '' || (env['KUBERNETES_SERVICE_PORT'] ?? '') === '')
    return false;
  try {
    await readFile(tokenPath);
    return true;
  } catch {
    // No token: there is no service account.
    return false;
  }
}

async function usableCa(readFile: ReadFile, logger: Logger): Promise<boolean> {
  let problem: string | undefined;
  try {
    problem = caProblem(await readFile(caPath));
  } catch (error) {
    problem = fileProblem(error);
  }
  if (problem === undefined) return true;
  logger.error({ path: caPath, problem }, 'service account CA is unusable, using the system CAs');
  return false;
}

async function namespace(
  env: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile,
): Promise<string> {
  const own = env['POD_NAMESPACE'];
  if (own !== undefined && own !== '') return own;
  try {
    const text = (await readFile(`${serviceAccount}/namespace`)).trim();
    return text === '' ? 'default' : text;
  } catch {
    // A service account without a namespace file: use the default.
    return 'default';
  }
}
