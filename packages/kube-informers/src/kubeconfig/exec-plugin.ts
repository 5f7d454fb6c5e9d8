import type { Credentials, CredentialsProvider, ExecCallCount } from '../rest/config.js';
import type { Clock } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';
import { shownKey, shownWord } from '../util/shown.js';
import { CredentialsError, errorCode } from './errors.js';
import { execInfo, parseExecCredential } from './exec-credential.js';
import type { ExecCluster, ExecResult } from './exec-credential.js';
import { executableOf } from './exec-lookup.js';
import type { CredentialPluginOptions } from './plugin-policy.js';
import { runExec } from './exec-run.js';
import { SingleFlight } from '../util/signal.js';
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
  #calls: readonly ExecCallCount[] = Object.freeze([]);

  constructor(exec: KubeConfigExec, options: ExecPluginOptions) {
    this.#exec = exec;
    this.#options = options;
  }

  get source(): string {
    return `exec plugin ${shownKey(this.#exec.command)}`;
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

  #expired({ expiresAtMs }: ExecResult): boolean {
    return expiresAtMs !== undefined && this.#options.clock.now() > expiresAtMs;
  }

  get expiresAtMs(): number | undefined {
    return this.#current?.expiresAtMs;
  }

  get execCalls(): readonly ExecCallCount[] {
    return this.#calls;
  }

  async #refresh(signal: AbortSignal): Promise<Credentials> {
    const exec = this.#exec;
    const interactive = this.#interactive();
    const stdout = await this.#counted((onExit) => this.#call(interactive, signal, onExit), signal);
    const result = await parseExecCredential(stdout, exec.command, exec.apiVersion);
    this.#current = result;
    this.#given = secretsIn(result.credentials);
    return result.credentials;
  }

  async #call(
    interactive: boolean,
    signal: AbortSignal,
    onExit: (exitCode: number) => void,
  ): Promise<string> {
    const { clock, logger, env, cluster } = this.#options;
    const exec = this.#exec;
    const file = await executableOf(exec, env, this.#options);
    return runExec({
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
      onExit,
    });
  }

  /**
   * Counts a run as client-go's incrementCallsMetric does.
   *
   * A run that was stopped does not count, nor does a plugin that is not allowed to run.
   */
  async #counted(
    run: (onExit: (exitCode: number) => void) => Promise<string>,
    signal: AbortSignal,
  ): Promise<string> {
    let exitCode: number | undefined;
    const onExit = (code: number): void => {
      exitCode = code;
    };
    try {
      const stdout = await run(onExit);
      this.#count(0, 'no_error');
      return stdout;
    } catch (thrown) {
      if (!signal.aborted && errorCode(thrown) !== 'ERR_EXEC_POLICY')
        this.#count(exitCode ?? 1, statusOf(thrown));
      throw thrown;
    }
  }

  #count(exitCode: number, status: ExecCallCount['status']): void {
    const isSame = (call: ExecCallCount): boolean => call.exitCode === exitCode && call.status === status;
    const count = (this.#calls.find(isSame)?.count ?? 0) + 1;
    const others = this.#calls.filter((call) => !isSame(call));
    this.#calls = Object.freeze([...others, Object.freeze({ exitCode, status, count })]);
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

function statusOf(error: unknown): ExecCallCount['status'] {
  switch (errorCode(error)) {
    case 'ERR_EXEC_FAILED':
      return 'plugin_execution_error';
    case 'ERR_EXEC_NOT_FOUND':
    case 'ERR_EXEC_RELATIVE':
    case 'ERR_EXEC_START':
      return 'plugin_not_found_error';
    default:
      return 'client_internal_error';
  }
}
