import { withType } from '../meta/wire-format.js';
import type { ObjectType } from './compact-type.js';

/** A decoded object; its metadata was found to be an object. */
export type DecodedObject = Readonly<Record<string, unknown>> & {
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** Parses the text of an object; an item of a list without a type gets the list's, as with the ordinary reader. */
export function decodedObject(text: string, { apiVersion, kind }: ObjectType): DecodedObject {
  // The kernel has found the text to be an object with metadata.
  const object = JSON.parse(text) as DecodedObject;
  return apiVersion === undefined || kind === undefined ? object : withType({ apiVersion, kind }, object);
}
