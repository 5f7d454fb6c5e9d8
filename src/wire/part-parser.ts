import { FieldSets } from './field-sets.js';

/**
 * The JSON in `[start, end)`, parsed; undefined when JSON.parse has to do it, as for all that is no JSON. The bytes are a part of
 * an answer: items, events.
 */
export type PartParser = (bytes: Buffer, start: number, end: number) => unknown;

/** Leaves everything to JSON.parse. */
export const nothingParsed: PartParser = () => undefined;

/** Parts whose managedFields are not where they belong, so that they are parsed twice, before a source is left to JSON.parse. */
const mostSurprises = 3;

/**
 * Shares the field sets of managedFields; for one list or watch. `objectOf` finds the object in an element of a part.
 * `leaveOut`: managedFields will be dropped, so they need not be parsed.
 */
export function sharingParser(objectOf: (value: unknown) => unknown, leaveOut: boolean): PartParser {
  const fieldSets = FieldSets.shared();
  let surprises = 0;
  const surprised = (): void => {
    surprises++;
  };
  return (bytes, start, end) =>
    surprises > mostSurprises ? undefined : fieldSets.parse(bytes, start, end, objectOf, surprised, leaveOut);
}
