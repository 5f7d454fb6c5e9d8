import type { FieldMask } from '../meta/field-mask.js';
import type { KubernetesObject } from '../meta/types.js';
import type {
  ItemsReaderOptions,
  ObjectFormat,
  ObjectType,
  ProtobufDecoders,
  KnownFields,
} from '../meta/wire-format.js';
import { bytesBeforeSharing, FieldSets } from './field-sets.js';
import { sharingParser } from './part-parser.js';
import type { PartParser } from './part-parser.js';
import { JsonItemsReader } from './json-items-reader.js';
import { projectingEvents, projectingItems } from './projecting-parser.js';
import { WatchDecoder } from './watch-decoder.js';

/** Plain objects by `JSON.parse` that share nothing: the default format of sources. */
export const jsonFormat: ObjectFormat<KubernetesObject> = {
  itemsReader: (options) => new JsonItemsReader(options),
  watchDecoder: (options) => new WatchDecoder(options),
};

/** A format of one cache, with the state that its lists and watches share. */
export interface SharingFormat extends ObjectFormat<KubernetesObject> {
  readonly fieldSets: FieldSets;
}

/**
 * Plain objects that share equal field sets of managedFields, frozen: the default format of caches.
 *
 * Each cache has its own format, so that no resource's bytes can affect another's objects.
 */
export function sharingFormat(waitBytes = bytesBeforeSharing): SharingFormat {
  return newFormat(false, waitBytes);
}

/**
 * Format of caches that drop managedFields: an empty list if that saves parsing them, else the server's value.
 */
export function droppingFormat(waitBytes = bytesBeforeSharing): SharingFormat {
  return newFormat(true, waitBytes);
}

/**
 * Plain objects with only the fields of a mask: the others are not parsed.
 *
 * With the type of the objects, they are read as protobuf if the type is built in and the mask names what is kept, unless that is
 * `spec` and `status` as a whole: what is left out is skipped faster than in JSON, what is kept is read more slowly.
 */
export function projectedFormat(mask: FieldMask, type?: ObjectType): ObjectFormat<KubernetesObject> {
  const items = projectingItems(mask);
  const events = projectingEvents(mask);
  const format: ObjectFormat<KubernetesObject> = {
    itemsReader: (options) => new ProjectedItemsReader(options, mask, items),
    watchDecoder: (options) => new WatchDecoder(options, events),
    mask,
  };
  const { keepsOthers, members } = mask.root;
  const keepsMost = keepsOthers || (members.get('spec') === true && members.get('status') === true);
  if (type === undefined || keepsMost) return format;
  let decoders: Promise<ProtobufDecoders<KubernetesObject> | undefined> | undefined;
  const load = async (): Promise<ProtobufDecoders<KubernetesObject> | undefined> => {
    const { protobufDecoders } = await import('./protobuf/protobuf-format.js');
    return protobufDecoders(mask, type);
  };
  return {
    ...format,
    protobuf: async () => {
      const found = await (decoders ??= load());
      return found?.isUsable === true ? found : undefined;
    },
  };
}

class ProjectedItemsReader<T extends KubernetesObject> extends JsonItemsReader<T> {
  readonly #mask: FieldMask;

  constructor(options: ItemsReaderOptions, mask: FieldMask, parse: PartParser) {
    super(options, parse);
    this.#mask = mask;
  }

  override add(item: object): void {
    super.add(this.#mask.apply(item));
  }
}

function newFormat(leaveOut: boolean, waitBytes: number): SharingFormat {
  const fieldSets = new FieldSets(waitBytes);
  return {
    fieldSets,
    itemsReader: (options) => new JsonItemsReader(options, sharingParser(fieldSets, itself, leaveOut)),
    watchDecoder: (options) => new WatchDecoder(options, sharingParser(fieldSets, objectOfEvent, leaveOut)),
  };
}

function itself(value: unknown): unknown {
  return value;
}

function objectOfEvent(value: unknown): unknown {
  return (value as { object?: unknown } | null)?.object;
}

/** Loads the fields of a type. */
export async function fieldsOf(type: ObjectType | undefined): Promise<KnownFields> {
  const { knownFields } = await import('./protobuf/protobuf-format.js');
  return knownFields(type);
}
