import { FieldErrorType } from '../meta/field-error.js';
import type { FieldError as FieldProblem } from '../meta/field-error.js';
import { KubeInformersError } from '../util/errors.js';
import { requireString } from '../util/require.js';

/**
 * A field of an object is wrong: thrown or returned by a handler of `validate`, it refuses the request with 422 and this cause.
 *
 * ```ts
 * throw new FieldError('spec.schedule', 'must be a cron expression', object.spec.schedule);
 * ```
 */
export class FieldError extends KubeInformersError {
  override readonly name = 'FieldError';
  /** Path of the field: `spec.containers[0].image`. */
  readonly field: string;
  /** What the API calls it: `FieldValueRequired` without a value, `FieldValueInvalid` with one. */
  readonly type: FieldErrorType;
  /** The value, which the message shows to the client; undefined if there is none. */
  readonly value: unknown;

  /** `problem` is what the field must be. The value is shown to the client, so leave out that of a secret, and give its `type`. */
  constructor(
    field: string,
    problem: string,
    value?: unknown,
    type: FieldErrorType = value === undefined ? FieldErrorType.Required : FieldErrorType.Invalid,
  ) {
    requireString('field of a FieldError', field);
    requireString('problem of a FieldError', problem);
    super('ERR_WEBHOOK_FIELD', problem);
    this.field = field;
    this.value = value;
    this.type = type;
  }

  /** The cause of a Status. */
  get problem(): FieldProblem {
    return { type: this.type, field: this.field, badValue: this.value, detail: this.message };
  }
}

/** A request is refused for a reason that no field has: thrown by a handler, it answers with 403 and this message. */
export class DeniedError extends KubeInformersError {
  override readonly name = 'DeniedError';

  /** The message is what the client reads. */
  constructor(message: string) {
    super('ERR_WEBHOOK_DENIED', message);
  }
}

/** Webhooks were registered or run in a way they do not support. docs/error-codes.md explains its codes. */
export class WebhookError extends KubeInformersError {
  override readonly name = 'WebhookError';
}
