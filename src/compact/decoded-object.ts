import { withType } from '../meta/wire-format.js';
import type { ObjectType } from './compact-type.js';

/** A decoded object: it was found to have metadata that is an object. */
export type DecodedObject = Readonly<Record<string, unknown>> & {
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** The text as an object; an item of a list gets the list's type where it lacks one, as the ordinary reader does it. */
export function decodedObject(text: string, { apiVersion, kind }: ObjectType): DecodedObject {
  // The kernel has found the text to be an object with metadata.
  const object = JSON.parse(text) as DecodedObject;
  return apiVersion === undefined || kind === undefined ? object : withType({ apiVersion, kind }, object);
}
