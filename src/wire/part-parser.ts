import type { FieldSets } from './field-sets.js';

/**
 * Parses the JSON in `[start, end)`, a part of a response: items, events. Returns undefined if JSON.parse has to do it, for
 * invalid JSON among others.
 */
export type PartParser = (bytes: Buffer, start: number, end: number) => unknown;

/** Leaves everything to JSON.parse. */
export const nothingParsed: PartParser = () => undefined;

/** A part with managedFields elsewhere than in an object's metadata is parsed twice. After so many, JSON.parse does the rest. */
const mostSurprises = 3;

/**
 * A parser for one list or watch that shares the field sets of managedFields. `objectOf` finds the object in an element of a part.
 * `leaveOut`: managedFields will be dropped, so they need not be parsed.
 */
export function sharingParser(
  fieldSets: FieldSets,
  objectOf: (value: unknown) => unknown,
  leaveOut: boolean,
): PartParser {
  let surprises = 0;
  const surprised = (): void => {
    surprises++;
  };
  return (bytes, start, end) =>
    surprises > mostSurprises ? undefined : fieldSets.parse(bytes, start, end, objectOf, surprised, leaveOut);
}
