import { printable, shownKey } from '../util/shown.js';
import { isObject } from '../util/type-checks.js';

/** The metadata of an object, of unknown types: an object from the cluster may hold anything. */
export type UnknownMetadata = Readonly<Record<string, unknown>>;

/** Returns an object's metadata; an empty record without one. */
export function metadataOf(object: unknown): UnknownMetadata {
  const metadata = isObject(object) ? object['metadata'] : undefined;
  return isObject(metadata) ? metadata : {};
}

/** Returns a member that is a non-empty string, else undefined. */
export function textOf(record: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Formats an object for messages: `Website "default/shop"`. */
export function describeObject(object: unknown): string {
  const metadata = metadataOf(object);
  const kind = (isObject(object) ? textOf(object, 'kind') : undefined) ?? 'object';
  const namespace = textOf(metadata, 'namespace');
  const name = textOf(metadata, 'name') ?? '';
  return `${printable(kind.slice(0, 100))} ${shownKey(namespace === undefined ? name : `${namespace}/${name}`)}`;
}
