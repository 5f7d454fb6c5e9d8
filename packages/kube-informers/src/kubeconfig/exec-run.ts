import { shownKey } from '../util/shown.js';
import type { ChildProcess } from 'node:child_process';
import { builtin } from '../util/builtin.js';
import type { Clock } from '../util/clock.js';
import { decodeText } from '../util/text-file.js';
import type { Logger } from '../util/logger.js';
import { CredentialsError, errorCode } from './errors.js';
import { ExecStderr } from './exec-stderr.js';
import { notFound } from './exec-lookup.js';
import type { KubeConfigExec } from './types.js';

/** Longest output of a plugin, bytes: a hundred times a token with a certificate chain. */
const maxStdoutBytes = 1024 * 1024;

/** Time between SIGTERM and SIGKILL for a plugin that is being stopped, ms. */
const killAfterMs = 2000;

/**
 * Longest run of a plugin that cannot prompt the user, ms, whatever it prints: without a terminal some wait three minutes
 * for a login in a browser.
 */
const mostRunMs = 300_000;

/** One run of a plugin. */
export interface ExecRun {
  readonly exec: KubeConfigExec;
  /** The resolved executable. */
  readonly file: string;
  /** The complete environment of the child. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gives the plugin this process's stdin and stderr, so that it can prompt the user. */
  readonly interactive: boolean;
  /** Strings to redact from the plugin's stderr: its previous credentials. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Called with the exit code when the plugin has ended; -1 if a signal ended it. */
  readonly onExit: (exitCode: number) => void;
}

/**
 * Runs a plugin without a shell; resolves with its stdout after it exited with code 0.
 *
 * Rejects with CredentialsError `ERR_EXEC_NOT_FOUND` (with the install hint), `ERR_EXEC_START`, `ERR_EXEC_FAILED`
 * (with the end of its redacted stderr; also after `mostRunMs`, unless it is interactive) or `ERR_EXEC_OUTPUT` (more than
 * `maxStdoutBytes`). If the signal aborts, stops the child and rejects with `signal.reason`.
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

    const timer = run.interactive
      ? undefined
      : run.clock.setTimer(() => {
          const said = stderr.end(decodeText(Buffer.concat(stdout)));
          end(child, run.clock);
          const how = `has not ended within ${mostRunMs / 1000} s`;
          finish(() => reject(failure(exec, how, said)));
        }, mostRunMs);
    const finish = (settle: () => void): void => {
      timer?.cancel();
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
      const message = `exec plugin ${shownKey(exec.command)} printed more than ${maxStdoutBytes} bytes, expected one ExecCredential`;
      finish(() => reject(new CredentialsError('ERR_EXEC_OUTPUT', message)));
    });
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => finish(() => reject(startError(exec, error))));
    child.on('close', (code, killedBy) => {
      const printed = decodeText(Buffer.concat(stdout));
      const said = stderr.end(printed);
      run.onExit(code ?? -1);
      if (code === 0) finish(() => resolve(printed));
      else {
        const how = code === null ? `was ended by ${String(killedBy)}` : `failed with exit code ${code}`;
        finish(() => reject(failure(exec, how, said)));
      }
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

/** Stops the child with SIGTERM, then SIGKILL; drops its pipes, which a grandchild may keep open. */
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
  // Without the original error: spawn's message quotes the arguments, which may contain a secret.
  return new CredentialsError(
    'ERR_EXEC_START',
    `exec plugin ${command} could not be started (${code ?? 'unknown reason'}), expected an executable file`,
  );
}

function failure(exec: KubeConfigExec, how: string, stderr: string): CredentialsError {
  const output = stderr === '' ? ' and wrote nothing to stderr' : `: ${stderr}`;
  return new CredentialsError('ERR_EXEC_FAILED', `exec plugin ${shownKey(exec.command)} ${how}${output}`);
}

/** Returns the values of a plugin's variables whose names indicate a secret. */
function secretVariables(exec: KubeConfigExec): readonly string[] {
  return exec.env
    .filter(({ name }) => /token|secret|passw|pwd|key|credential|auth/i.test(name))
    .map(({ value }) => value);
}
