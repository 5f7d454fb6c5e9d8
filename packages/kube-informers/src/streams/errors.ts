import type { Status } from '../meta/types.js';
import { KubeInformersError } from '../util/errors.js';
import type { ErrorCause } from '../util/errors.js';

/**
 * A command did not run, or failed.
 *
 * Codes: `ERR_EXEC_EXIT` (ended with another exit code than 0), `ERR_EXEC_COMMAND` (cannot be run), `ERR_EXEC_CONTAINER` (no such
 * container, or it does not run), `ERR_EXEC_SIZE` (wrote more than `maxOutputBytes`), `ERR_EXEC_REFUSED` (the node refused
 * otherwise), `ERR_COPY` (a copy failed or was refused).
 */
export class ExecError extends KubeInformersError {
  override readonly name = 'ExecError';
  /** The exit code; undefined if the command did not run or did not end. */
  readonly exitCode: number | undefined;
  /** The Status that the server sent, if any. */
  readonly status: Status | undefined;
  /** What `exec` had collected of the output. */
  readonly stdout: Buffer | undefined;
  /** What `exec` had collected of the error output. */
  readonly stderr: Buffer | undefined;

  /** Describes the failure of a command. */
  constructor(
    code: string,
    message: string,
    details: ErrorCause & {
      /** Default: none. */
      readonly exitCode?: number | undefined;
      /** Default: none. */
      readonly status?: Status | undefined;
      /** Default: none. */
      readonly stdout?: Buffer | undefined;
      /** Default: none. */
      readonly stderr?: Buffer | undefined;
    } = {},
  ) {
    super(code, message, details);
    this.exitCode = details.exitCode;
    this.status = details.status;
    this.stdout = details.stdout;
    this.stderr = details.stderr;
  }
}
