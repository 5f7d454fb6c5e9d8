import type { FieldSets } from './field-sets.js';

/**
 * Parses the JSON in `[start, end)`, a part of a response: items, events. Returns undefined if JSON.parse has to do it, for
 * example for invalid JSON.
 */
export type PartParser = (bytes: Buffer, start: number, end: number) => unknown;

/** Leaves everything to JSON.parse. */
export const nothingParsed: PartParser = () => undefined;

/** A part with managedFields elsewhere than in an object's metadata is parsed twice. After this many, only by JSON.parse. */
const mostMisplaced = 3;

/**
 * Creates a parser for one list or watch that shares the field sets of managedFields. `objectOf` returns the object of an
 * element of a part. With `leaveOut`, managedFields will be dropped, so they need not be parsed.
 */
export function sharingParser(
  fieldSets: FieldSets,
  objectOf: (value: unknown) => unknown,
  leaveOut: boolean,
): PartParser {
  let misplaced = 0;
  const onMisplaced = (): void => {
    misplaced++;
  };
  return (bytes, start, end) =>
    misplaced > mostMisplaced
      ? undefined
      : fieldSets.parse(bytes, start, end, objectOf, onMisplaced, leaveOut);
}
