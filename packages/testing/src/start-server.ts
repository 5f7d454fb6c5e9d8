import { ConfigError } from 'kube-informers';
import { type OptionNames, requireKnownOptions, requireRecord, shownValue } from 'kube-informers/internal';
import { ApiServer } from './apiserver/api-server.js';
import type { ApiServerOptions } from './apiserver/options.js';
import { RealApiServer } from './real/real-api-server.js';
import type { RealApiServerOptions, RealServerUser } from './real/real-api-server.js';
import type { TestServer } from './test-server.js';

/** Options of `startServer`. */
export interface StartServerOptions {
  /** Users by their bearer tokens, besides the administrator of `config`. Default: none. */
  readonly users?: Readonly<Record<string, RealServerUser>> | undefined;
  /** Further options of the embedded server, if it is the one. */
  readonly embedded?: Omit<ApiServerOptions, 'users' | 'authorizer'> | undefined;
  /** Further options of the real server, if it is the one. */
  readonly real?: Omit<RealApiServerOptions, 'users'> | undefined;
}

const optionNames: OptionNames<StartServerOptions> = {
  users: requireRecord,
  embedded: requireRecord,
  real: requireRecord,
};

const variable = 'KUBE_INFORMERS_TEST_SERVER';

/**
 * Starts the embedded API server with RBAC, or a RealApiServer if the environment has `KUBE_INFORMERS_TEST_SERVER=real`.
 *
 * Throws ConfigError `ERR_OPTION` for an invalid option and for another value of the variable than `real` and `embedded`; rejects
 * as the `start` of the server.
 */
export async function startServer(options: StartServerOptions = {}): Promise<TestServer> {
  requireKnownOptions('startServer', options, optionNames);
  const { users, embedded, real } = options;
  const choice = process.env[variable] ?? '';
  if (choice === 'real') return RealApiServer.start({ ...real, users });
  if (choice !== '' && choice !== 'embedded')
    throw new ConfigError('ERR_OPTION', `${variable} must be real or embedded, got ${shownValue(choice)}`);
  return ApiServer.start({ ...embedded, users, authorizer: 'rbac' });
}
