import type { Credentials, CredentialsProvider } from '../rest/config.js';
import type { Clock } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';
import { shownKey, shownWord } from '../util/shown.js';
import { CredentialsError } from './errors.js';
import { execInfo, parseExecCredential } from './exec-credential.js';
import type { ExecCluster, ExecResult } from './exec-credential.js';
import { executableOf } from './exec-lookup.js';
import type { CredentialPluginOptions } from './exec-lookup.js';
import { runExec } from './exec-run.js';
import { SingleFlight } from '../util/single-flight.js';
import type { KubeConfigExec } from './types.js';

/** Options of `ExecPlugin`. */
export interface ExecPluginOptions extends CredentialPluginOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Environment that the plugin inherits, extended by `exec.env`; its PATH is searched for the plugin. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Passed to the plugin if the kubeconfig sets `provideClusterInfo`. */
  readonly cluster: ExecCluster | undefined;
  /** True if stdin is a terminal, so that a plugin may prompt the user. */
  readonly stdinIsTerminal: boolean;
  /** Why plugins must not use stdin although it is a terminal; undefined: they may. */
  readonly stdinUnavailable?: string | undefined;
}

/**
 * Gets credentials from a command (client-go's exec Authenticator, client.authentication.k8s.io v1 and v1beta1).
 *
 * Runs the command when credentials are first needed, when they expire, and after a 401; concurrent callers share one
 * run. A failed run is not cached: the next request runs the command again.
 */
export class ExecPlugin implements CredentialsProvider {
  readonly #exec: KubeConfigExec;
  readonly #options: ExecPluginOptions;
  readonly #flight = new SingleFlight((signal) => this.#refresh(signal));
  #current: ExecResult | undefined;
  #given: readonly string[] = [];

  constructor(exec: KubeConfigExec, options: ExecPluginOptions) {
    this.#exec = exec;
    this.#options = options;
  }

  async credentials(call: { readonly signal?: AbortSignal | undefined }): Promise<Credentials> {
    const current = this.#current;
    if (current !== undefined && !this.#expired(current)) return current.credentials;
    return this.#flight.get(call.signal);
  }

  /** Discards the credentials unless they were already replaced; the next request runs the command. */
  invalidate(rejected: Credentials): boolean {
    if (rejected === this.#current?.credentials) this.#current = undefined;
    return true;
  }

  #expired({ expiresAt }: ExecResult): boolean {
    return expiresAt !== undefined && this.#options.clock.now() > expiresAt;
  }

  get expiresAt(): number | undefined {
    return this.#current?.expiresAt;
  }

  async #refresh(signal: AbortSignal): Promise<Credentials> {
    const { clock, logger, env, cluster } = this.#options;
    const exec = this.#exec;
    const interactive = this.#interactive();
    const file = await executableOf(exec, env, this.#options);
    const stdout = await runExec({
      exec,
      file,
      env: {
        ...env,
        ...Object.fromEntries(exec.env.map(({ name, value }) => [name, value])),
        KUBERNETES_EXEC_INFO: execInfo(
          exec.apiVersion,
          interactive,
          exec.provideClusterInfo ? cluster : undefined,
        ),
      },
      interactive,
      secrets: this.#given,
      clock,
      logger,
      signal,
    });
    const result = parseExecCredential(stdout, exec.command, exec.apiVersion);
    this.#current = result;
    this.#given = secretsIn(result.credentials);
    return result.credentials;
  }

  /** client-go's isInteractive. */
  #interactive(): boolean {
    const { stdinIsTerminal, stdinUnavailable } = this.#options;
    const refuse = (reason: string): CredentialsError =>
      new CredentialsError(
        'ERR_EXEC_INTERACTIVE',
        `exec plugin ${shownKey(this.#exec.command)} has interactiveMode "Always" but standard input is ${reason}`,
      );
    switch (this.#exec.interactiveMode) {
      case 'Never':
        return false;
      case 'IfAvailable':
        return stdinIsTerminal && stdinUnavailable === undefined;
      case 'Always':
        if (!stdinIsTerminal) throw refuse('not a terminal');
        if (stdinUnavailable !== undefined) throw refuse(`unavailable: ${stdinUnavailable}`);
        return true;
      default:
        throw new ConfigError(
          'ERR_EXEC_CONFIG',
          `exec plugin ${shownKey(this.#exec.command)}: interactiveMode is ` +
            `${shownWord(this.#exec.interactiveMode)}, expected "Never", "IfAvailable" or "Always"`,
        );
    }
  }
}

function secretsIn({ authorization, clientCertificate }: Credentials): readonly string[] {
  return [authorization?.replace(/^Bearer /, '') ?? '', clientCertificate?.key ?? ''];
}
