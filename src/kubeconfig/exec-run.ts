import type { ChildProcess } from 'node:child_process';
import { builtin } from '../util/builtin.js';
import type { Clock } from '../util/clock.js';
import type { Logger } from '../util/logger.js';
import { CredentialsError, errorCode } from './errors.js';
import { ExecStderr } from './exec-stderr.js';
import { notFound } from './exec-lookup.js';
import type { KubeConfigExec } from './types.js';

/** Longest output of a plugin, in bytes: a token and a certificate chain have a hundredth of that. */
const maxStdoutBytes = 1024 * 1024;

/** How long a plugin that is no longer wanted may take to end after SIGTERM; then SIGKILL. */
const killAfterMs = 2000;

/** One run of a plugin. */
export interface ExecRun {
  readonly exec: KubeConfigExec;
  /** The file to run: what the plugin's command was found to be. */
  readonly file: string;
  /** The environment of the child, whole. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hands stdin and stderr of this process to the plugin, so that it can talk with the user. */
  readonly interactive: boolean;
  /** Texts that must not be shown when the plugin says them on stderr: the credentials that it gave before. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Runs a plugin, without a shell, and resolves with its stdout once it ended with exit code 0.
 *
 * Rejects with CredentialsError `ERR_EXEC_NOT_FOUND` (with the install hint), `ERR_EXEC_START`, `ERR_EXEC_FAILED` (with
 * the end of what it said on stderr, secrets taken out) or `ERR_EXEC_OUTPUT` (more than `maxStdoutBytes`); with
 * `signal.reason` when the signal aborts, after the child was told to end.
 */
export function runExec(run: ExecRun): Promise<string> {
  const { exec, signal } = run;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const child = start(run, reject);
    if (child === undefined) return;
    const stdout: Buffer[] = [];
    let stdoutBytes = 0;
    const stderr = new ExecStderr({
      command: exec.command,
      secrets: [...run.secrets, ...secretVariables(exec)],
      clock: run.clock,
      logger: run.logger,
    });

    const finish = (settle: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      stderr.stop();
      settle();
    };
    const onAbort = (): void => {
      end(child, run.clock);
      finish(() => reject(signal.reason as Error));
    };
    signal.addEventListener('abort', onAbort, { once: true });

    child.stdout?.on('data', (chunk: Buffer) => {
      stdoutBytes += chunk.length;
      if (stdoutBytes <= maxStdoutBytes) {
        stdout.push(chunk);
        return;
      }
      end(child, run.clock);
      const message = `exec plugin ${JSON.stringify(exec.command)} printed more than ${maxStdoutBytes} bytes, expected one ExecCredential`;
      finish(() => reject(new CredentialsError('ERR_EXEC_OUTPUT', message)));
    });
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => finish(() => reject(startError(exec, error))));
    child.on('close', (code, killedBy) => {
      const printed = Buffer.concat(stdout).toString('utf8');
      const said = stderr.end(printed);
      if (code === 0) finish(() => resolve(printed));
      else finish(() => reject(failure(exec, code, killedBy, said)));
    });
  });
}

function start(run: ExecRun, reject: (error: Error) => void): ChildProcess | undefined {
  try {
    return builtin('node:child_process').spawn(run.file, run.exec.args, {
      argv0: run.exec.command,
      env: run.env,
      shell: false,
      windowsHide: true,
      stdio: run.interactive ? ['inherit', 'pipe', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    reject(startError(run.exec, error));
    return undefined;
  }
}

/** Ends the child: SIGTERM, then SIGKILL; its pipes are dropped, since a grandchild may hold them open. */
function end(child: ChildProcess, clock: Clock): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = clock.setTimer(() => child.kill('SIGKILL'), killAfterMs, { unref: true });
  child.once('exit', () => timer.cancel());
}

function startError(exec: KubeConfigExec, error: unknown): CredentialsError {
  const command = JSON.stringify(exec.command);
  const code = errorCode(error);
  if (code === 'ENOENT') return notFound(exec);
  // The error itself stays out: spawn's quotes the arguments, among which may be a secret.
  return new CredentialsError(
    'ERR_EXEC_START',
    `exec plugin ${command} could not be started (${code ?? 'unknown reason'}), expected an executable file`,
  );
}

function failure(
  exec: KubeConfigExec,
  code: number | null,
  killedBy: string | null,
  stderr: string,
): CredentialsError {
  const how = code === null ? `was ended by ${String(killedBy)}` : `failed with exit code ${code}`;
  const said = stderr === '' ? ' and said nothing on stderr' : `: ${stderr}`;
  return new CredentialsError('ERR_EXEC_FAILED', `exec plugin ${JSON.stringify(exec.command)} ${how}${said}`);
}

/** The values of a plugin's variables that are secrets by their names. */
function secretVariables(exec: KubeConfigExec): readonly string[] {
  return exec.env
    .filter(({ name }) => /token|secret|passw|pwd|key|credential|auth/i.test(name))
    .map(({ value }) => value);
}
