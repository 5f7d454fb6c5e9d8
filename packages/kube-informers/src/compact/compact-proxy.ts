import { encodedCopy, encodedKey, encodedVersion } from '../meta/encoded-object.js';
import { projected } from '../meta/field-mask.js';
import { exactNumbers, exactNumbersOf } from '../util/json.js';
import type { CompactRecord } from './slab.js';
import { compactMetadataOf, compactRecordOf } from './compact-symbols.js';
import { generationShift, MetadataFact } from './kernel/kernel.js';

/** Creates an object that reads like the record's decoded object and cannot be changed. */
export function compactProxy(record: CompactRecord): object {
  return new Proxy(record, objectHandler);
}

function readOnly(): never {
  throw new TypeError('objects of a cache are shared and read-only: change a copy, see copyOf()');
}

const writes = {
  set: readOnly,
  defineProperty: readOnly,
  deleteProperty: readOnly,
  setPrototypeOf: readOnly,
  preventExtensions: readOnly,
  getPrototypeOf: (): object => Object.prototype,
} as const;

/** Members of a plain object that are not from its JSON: toString, Symbol.iterator (absent) and the like. */
function inherited(property: string | symbol): unknown {
  return Reflect.get(Object.prototype, property);
}

const objectHandler: ProxyHandler<CompactRecord> = {
  ...writes,
  get(record, property) {
    switch (property) {
      case encodedKey:
        return record.key;
      case encodedVersion:
        return record.slab.objects.versionOf(record);
      case encodedCopy:
        return () => record.slab.objects.decodeCopy(record);
      case compactRecordOf:
        return record;
      case 'metadata':
        return metadataOf(record);
      case 'kind':
        return record.slab.type.kind;
      case 'apiVersion':
        return record.slab.type.apiVersion;
    }
    const { objects } = record.slab;
    if (typeof property === 'string') return objects.member(record, property);
    if (property === projected) return objects.kept;
    return property === exactNumbers ? Reflect.get(objects.decode(record), property) : inherited(property);
  },
  has(record, property) {
    return Reflect.has(record.slab.objects.decode(record), property);
  },
  ownKeys(record) {
    return Reflect.ownKeys(record.slab.objects.decode(record));
  },
  getOwnPropertyDescriptor(record, property) {
    const decoded = record.slab.objects.decode(record);
    if (!Object.hasOwn(decoded, property)) return undefined;
    const value: unknown = property === 'metadata' ? metadataOf(record) : Reflect.get(decoded, property);
    return { value, writable: false, enumerable: true, configurable: true };
  },
};

/** Returns the same Proxy until the metadata of another object of the cache is read. */
function metadataOf(record: CompactRecord): object {
  const { objects } = record.slab;
  if (objects.lastMetadataOf !== record) {
    objects.lastMetadataOf = record;
    objects.lastMetadata = new Proxy(record, metadataHandler);
  }
  // Set together with the record.
  return objects.lastMetadata as object;
}

function wholeMetadata(record: CompactRecord): Readonly<Record<string, unknown>> {
  return record.slab.objects.decode(record).metadata;
}

/** Members of metadata whose presence is known without decoding. */
const memberFacts: ReadonlyMap<string | symbol, number> = new Map([
  ['uid', MetadataFact.Uid],
  ['generation', MetadataFact.Generation],
  ['deletionTimestamp', MetadataFact.DeletionTimestamp],
  ['finalizers', MetadataFact.Finalizers],
  ['annotations', MetadataFact.Annotations],
  ['generateName', MetadataFact.GenerateName],
]);

const metadataHandler: ProxyHandler<CompactRecord> = {
  ...writes,
  get(record, property) {
    switch (property) {
      case 'name': {
        const { key } = record;
        const slash = key.indexOf('/');
        return slash === -1 ? key : key.slice(slash + 1);
      }
      case 'namespace':
        return record.slab.objects.namespaceOf(record);
      case 'resourceVersion':
        return record.slab.objects.versionOf(record);
      case 'labels':
        return record.labels?.value;
      case 'ownerReferences':
        return record.owners?.value;
      case 'managedFields':
        return wholeMetadata(record)['managedFields'];
      case 'uid': {
        const uid = record.slab.objects.uidOf(record);
        if (uid !== undefined) return uid;
        break;
      }
      case 'generation': {
        const generation = record.facts >> generationShift;
        if (generation !== 0) return generation;
        break;
      }
      case compactMetadataOf:
        return record;
    }
    // Most objects are not being deleted: an absent member need not be decoded.
    const fact = memberFacts.get(property);
    if (fact !== undefined && (record.facts & fact) === 0) return undefined;
    if (property === exactNumbers) return exactNumbersOf(wholeMetadata(record));
    if (typeof property === 'symbol') return inherited(property);
    return Reflect.get(record.slab.objects.metadata(record), property);
  },
  has(record, property) {
    return Reflect.has(wholeMetadata(record), property);
  },
  ownKeys(record) {
    return Reflect.ownKeys(wholeMetadata(record));
  },
  getOwnPropertyDescriptor(record, property) {
    if (!Object.hasOwn(wholeMetadata(record), property)) return undefined;
    const value: unknown = metadataHandler.get?.(record, property, record);
    return { value, writable: false, enumerable: true, configurable: true };
  },
};
