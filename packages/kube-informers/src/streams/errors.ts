import { StatusError } from '../meta/errors.js';
import { authorizerRefusal, mayBeStarting } from '../meta/refusals.js';
import type { Status } from '../meta/types.js';
import { KubeInformersError } from '../util/errors.js';
import type { ErrorCause } from '../util/errors.js';

/**
 * A command did not run, or failed.
 *
 * docs/error-codes.md explains its codes.
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

/** A stream whose user may not create it: RBAC gives no reason (kube-apiserver's registry/core/pod/rest/authorize.go). */
const withoutReason = /^pods "[^"]*" is forbidden: $/;

/**
 * Adds to a refusal what the user of the client lacks: the verbs of a resource. Only where that is certain: the server's authorizer
 * has refused one of them. What a quota, a policy or a webhook refuses needs no Role, nor does what a
 * server refuses that may be starting.
 */
export function withRemedy(thrown: unknown, verbs: string, resource: string): unknown {
  if (mayBeStarting(thrown) || !(thrown instanceof StatusError)) return thrown;
  const refused = authorizerRefusal(thrown);
  const isRefused = refused?.resource === resource && verbs.split(' ').includes(refused.verb);
  const lacksCreate = resource.startsWith('pods/') && withoutReason.test(thrown.problem);
  if (!isRefused && !lacksCreate) return thrown;
  const problem = `${thrown.problem.replace(/: $/, '')}; the user of this client needs a Role with the verbs ${verbs} of ${resource}`;
  return new StatusError(thrown.status, { call: thrown.call, problem, cause: thrown });
}

/**
 * Keeps an error of a stream in the options from being uncaught until the connection is there, which reports it; returns how to stop.
 */
export function holdErrors(options: unknown): () => void {
  // JavaScript callers may pass anything; the options are checked later.
  const { stdin, stdout, stderr } = Object(options) as Partial<
    Record<'stdin' | 'stdout' | 'stderr', unknown>
  >;
  const held = [stdin, stdout, stderr].filter(isEmitter);
  for (const stream of held) stream.on('error', heldError);
  return () => {
    for (const stream of held) stream.off('error', heldError);
  };
}

interface Emitter {
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
}

function isEmitter(value: unknown): value is Emitter {
  const { on, off } = Object(value) as Partial<Emitter>;
  return typeof on === 'function' && typeof off === 'function';
}

function heldError(): void {
  // See above.
}
