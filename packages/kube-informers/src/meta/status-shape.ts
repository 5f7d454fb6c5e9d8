import { isObject } from '../util/type-checks.js';
import type { ListMeta, Status, StatusCause, StatusDetails } from './types.js';

/**
 * Returns the fields of metav1.Status that a value has with the right type.
 *
 * A server's data is untrusted. client-go rejects a Status with one wrong field; here the field is left out, so that
 * the message still reaches the user.
 */
export function statusOf(value: unknown): Status {
  const fields = fieldsOf(value);
  const metadata = isObject(fields['metadata']) ? metadataOf(fields['metadata']) : undefined;
  const details = isObject(fields['details']) ? detailsOf(fields['details']) : undefined;
  return {
    ...strings(fields, ['kind', 'apiVersion']),
    ...(metadata === undefined ? {} : { metadata }),
    ...strings(fields, ['status', 'message', 'reason']),
    ...(details === undefined ? {} : { details }),
    ...counts(fields, ['code']),
  };
}

/** Returns the same Status with every string replaced; `replace` also gets the name of its field. */
export function mapStatusTexts(status: Status, replace: (text: string, field: string) => string): Status {
  const mapped = <T extends object>(fields: T): T =>
    // Strings become strings, and everything else stays.
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? replace(value, name) : value,
      ]),
    ) as T;
  const { metadata, details } = status;
  return {
    ...mapped(status),
    ...(metadata === undefined ? {} : { metadata: mapped(metadata) }),
    ...(details === undefined
      ? {}
      : {
          details: {
            ...mapped(details),
            ...(details.causes === undefined ? {} : { causes: details.causes.map(mapped) }),
          },
        }),
  };
}

function metadataOf(value: object): ListMeta {
  const fields = fieldsOf(value);
  return {
    ...strings(fields, ['selfLink', 'resourceVersion', 'continue']),
    ...counts(fields, ['remainingItemCount']),
  };
}

function detailsOf(value: object): StatusDetails {
  const fields = fieldsOf(value);
  const { causes } = fields;
  return {
    ...strings(fields, ['name', 'group', 'kind', 'uid']),
    ...(Array.isArray(causes) ? { causes: causes.filter(isObject).map(causeOf) } : {}),
    ...counts(fields, ['retryAfterSeconds']),
  };
}

function causeOf(value: object): StatusCause {
  return strings(fieldsOf(value), ['reason', 'message', 'field']);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // Checked to be an object, whose members are unknown.
  return isObject(value) ? (value as Readonly<Record<string, unknown>>) : {};
}

function strings<K extends string>(
  fields: Readonly<Record<string, unknown>>,
  names: readonly K[],
): Partial<Record<K, string>> {
  return pick(fields, names, (value) => typeof value === 'string');
}

/** Non-negative integers within Go's int32: status codes and seconds. */
function counts<K extends string>(
  fields: Readonly<Record<string, unknown>>,
  names: readonly K[],
): Partial<Record<K, number>> {
  return pick(
    fields,
    names,
    (value): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31,
  );
}

function pick<K extends string, V>(
  fields: Readonly<Record<string, unknown>>,
  names: readonly K[],
  fits: (value: unknown) => value is V,
): Partial<Record<K, V>> {
  const picked: Partial<Record<K, V>> = {};
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (fits(value)) picked[name] = value;
  }
  return picked;
}
