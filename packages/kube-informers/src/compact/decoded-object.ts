import { withType } from '../meta/wire-format.js';
import { parseJsonBytes } from '../util/json.js';
import type { ObjectType } from './compact-type.js';

/** A decoded object; its metadata was found to be an object. */
export type DecodedObject = Readonly<Record<string, unknown>> & {
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** Parses the JSON of an object; an item of a list without a type gets the list's, as with the ordinary reader. */
export function decodedObject(json: Uint8Array, { apiVersion, kind }: ObjectType): DecodedObject {
  // The kernel has found it to be an object with metadata.
  const object = parseJsonBytes(json) as DecodedObject;
  return apiVersion === undefined || kind === undefined ? object : withType({ apiVersion, kind }, object);
}
