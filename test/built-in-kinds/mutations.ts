import type { Json, Sample } from './objects.js';

/** A change of one place of an object. */
export interface Mutation {
  /** `spec.containers.0.name`. */
  readonly place: string;
  /** The new value; absent to remove the field. */
  readonly value?: unknown;
}

/** Returns every change of a sample, in a fixed order: each field removed, and each value replaced by others of its type. */
export function mutationsOf({ object }: Sample): Mutation[] {
  const found: Mutation[] = [];
  for (const [field, value] of Object.entries(object)) {
    if (field !== 'apiVersion' && field !== 'kind') visit(value, field, found);
  }
  return found.filter(({ place }) => place !== 'metadata' && place !== 'metadata.name');
}

function visit(value: unknown, place: string, found: Mutation[]): void {
  found.push({ place });
  for (const other of othersOf(value)) found.push({ place, value: other });
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, `${place}.${index}`, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [field, part] of Object.entries(value))
      visit(part, `${place}/${field}`.replace('/', '.'), found);
  }
}

function othersOf(value: unknown): unknown[] {
  if (typeof value === 'string') return ['', 'Not_valid!', `${value}x`, '-1', 'x'.repeat(300)];
  if (typeof value === 'number') return [-1, 0, value + 1, 70_000, 2_147_483_647];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return [[], [...(value as unknown[]), ...(value as unknown[]).slice(0, 1)]];
  return [{}];
}

/** Returns a copy of an object with one change. A key with dots is found as a whole. */
export function mutated(object: Json, { place, ...change }: Mutation): Json {
  const copy = structuredClone(object);
  let current: Json = copy;
  let rest = place;
  for (;;) {
    const field = fieldOf(current, rest);
    if (field.length === rest.length) {
      if ('value' in change) current[field] = change.value;
      else if (Array.isArray(current)) current.splice(Number(field), 1);
      else delete current[field];
      return copy;
    }
    current = current[field] as Json; // The place is of this object: what is left of it is inside.
    rest = rest.slice(field.length + 1);
  }
}

function fieldOf(object: Json, rest: string): string {
  const field = Object.keys(object).find((name) => rest === name || rest.startsWith(`${name}.`));
  if (field === undefined) throw new Error(`no ${rest} in ${JSON.stringify(object)}`);
  return field;
}
