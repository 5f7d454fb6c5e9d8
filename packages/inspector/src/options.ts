import { ConfigError, type InformerFactory, type Logger } from 'kube-informers';
import type { HealthCheck, Manager } from 'kube-informers/controller';
import {
  type Check,
  type OptionNames,
  refuse,
  refuseValue,
  requireBoolean,
  requireClock,
  requireKnownOptions,
  requireLogger,
  requireMethods,
  requireOptions,
  requireRecord,
  requireString,
  shownValue,
} from 'kube-informers/internal';
import type { InspectorAccess } from './access.js';
import type { TestOptions } from 'kube-informers/internal';

/** Which program an inspector shows. */
export interface ProgramIdentity {
  /** Default: the name in package.json if npm started the program, else its script. */
  readonly name?: string | undefined;
  /** Default: the version in package.json if npm started the program. */
  readonly version?: string | undefined;
  /** Default: the environment variable POD_NAME, and HOSTNAME in a Pod. */
  readonly pod?: string | undefined;
  /** Default: the environment variable POD_NAMESPACE, and the namespace of the service account in a Pod. */
  readonly namespace?: string | undefined;
  /** Default: the context of the kubeconfig, and the API server. */
  readonly cluster?: string | undefined;
}

/** Options of an inspector. */
export interface InspectorOptions extends Pick<TestOptions, 'clock'> {
  /** The factories whose informers are shown, also those that are created later. */
  readonly factories?: InformerFactory | readonly InformerFactory[] | undefined;
  /** The managers whose controllers, queues and elections are shown, with the informers of their factories. */
  readonly managers?: Manager | readonly Manager[] | undefined;
  /**
   * Who may use the inspector. The health endpoints respond to everyone, without reasons. Default: `loopback`, the
   * programs and browsers of the same machine or Pod.
   */
  readonly access?: InspectorAccess | undefined;
  /**
   * The path under which the inspector is mounted, such as `/inspector`, unless the framework removes it. Default: none.
   */
  readonly path?: string | undefined;
  /**
   * True allows the page to show the values of one Secret at a time, on request. Default: false; then no request returns
   * them.
   */
  readonly secretValues?: boolean | undefined;
  /**
   * True allows the page to act: try a list or watch now, resume or reconcile a key, pause a controller for a time. Needs
   * `access: { token }`. Default: false; then nothing can be changed.
   */
  readonly actions?: boolean | undefined;
  /** Which program this is, for the page and its title. Default: what the environment and the first client show. */
  readonly program?: ProgramIdentity | undefined;
  /** Checks of `/healthz` and `/livez`, besides the inspector's own. */
  readonly liveness?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Checks of `/readyz`, besides the inspector's own. */
  readonly readiness?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Receives failed requests of the page. Default: none. */
  readonly logger?: Logger | undefined;
}

const programNames: OptionNames<ProgramIdentity> = {
  name: requireString,
  version: requireString,
  pod: requireString,
  namespace: requireString,
  cluster: requireString,
};

const optionNames: OptionNames<InspectorOptions> = {
  factories: eachWith('informers', 'waitForCacheSync'),
  managers: eachWith('run', 'add'),
  access: requireAccessOption,
  path: (what, value) => {
    requireString(what, value);
    if (!/^(\/[\w.~-]+)+$/.test(String(value)))
      refuseValue(what, 'a path that begins with "/" and ends without one, such as /inspector', value);
  },
  program: (what, value) => {
    requireOptions(what, value);
    requireKnownOptions(what, value as ProgramIdentity, programNames);
  },
  secretValues: requireBoolean,
  actions: requireBoolean,
  liveness: requireRecord,
  readiness: requireRecord,
  logger: requireLogger,
  clock: requireClock,
};

/** Names that users may expect, for the error message. */
const optionAliases = {
  factory: 'factories',
  informers: 'factories',
  controllers: 'managers',
  token: 'access: { token }',
  name: 'program: { name }',
  prefix: 'path',
  basePath: 'path',
} as const;

const minTokenLength = 16;

/** Throws ConfigError `ERR_OPTION` for options that are not valid. */
export function requireInspectorOptions(options: InspectorOptions): void {
  const what = 'an inspector';
  requireKnownOptions(what, options, optionNames, optionAliases);
  if (options.actions === true && typeof options.access !== 'object')
    throw new ConfigError(
      'ERR_OPTION',
      `actions of ${what} needs access: { token }, got ${shownValue(options.access ?? 'loopback')}`,
    );
}

/** Checks that a value is an object with these methods, or an array of such objects. */
function eachWith(...methods: readonly string[]): Check {
  return (what, value) => {
    for (const one of [value].flat()) requireMethods(what, one, methods);
  };
}

function requireAccessOption(name: string, access: unknown): void {
  if (access === 'loopback' || access === 'any') return;
  if (typeof access !== 'object' || access === null) refuse(name, 'loopback, any or { token }', access);
  requireKnownOptions(name, access, { token: true });
  const { token } = access as { readonly token?: unknown };
  requireString(`token of ${name}`, token);
  // Never the token itself.
  if (typeof token === 'string' && (token.length < minTokenLength || !/^[\x21-\x7e]+$/.test(token)))
    throw new ConfigError(
      'ERR_OPTION',
      `token of ${name} must be at least ${minTokenLength} printable characters without spaces, got ${token.length}`,
    );
}
