import { FieldMask, partError } from '../meta/field-mask.js';
import { KeyError } from '../meta/names.js';
import type { ObjectFormat, ObjectsByKey } from '../meta/wire-format.js';
import { isObject } from '../util/type-checks.js';
import { isOfOtherKind } from './request.js';
import type { RequestTarget, RestCall, RestRequest } from './request.js';

/** Number of reads that are remembered: about 2 MB. */
const maxReads = 10_000;

/** Longest uid or resourceVersion that is remembered, characters. Kubernetes' own have 36 and 20. */
const maxLength = 128;

const managedFields = ['metadata', 'managedFields'];

const metadataMask = FieldMask.of('metadata', { fields: { metadata: true } });

/** One version of an object as it was read; without a mask it was read whole. */
interface Read {
  readonly uid: string;
  readonly version: string;
  readonly mask: FieldMask | undefined;
}

interface Cache {
  readonly objects: WeakRef<ObjectsByKey>;
  readonly mask: FieldMask | undefined;
}

/**
 * What a client has read of objects without all of their fields: by `fields` and `exclude`, and as metadata alone.
 *
 * An update replaces the whole object. Objects with a part of their fields have a mark, which a copy by JSON or structuredClone loses:
 * such a copy is recognised by its uid and resourceVersion. What caches hold is looked up in them, so events cost nothing. Of other
 * reads the last ones are remembered.
 */
export class PartialReads {
  /** By group and resource: another version of the API has the same objects. */
  readonly #caches = new Map<string, Cache[]>();
  /** By uid, oldest first. */
  readonly #reads = new Map<string, Read>();

  /**
   * Prepares for the objects of a list or watch. Returns the function to call with each; undefined if they need none, as those of a
   * cache, which is remembered instead.
   */
  begin(
    verb: 'list' | 'watch',
    call: RestCall & { readonly format?: Readers | undefined },
  ): ((object: unknown) => void) | undefined {
    const { target, format } = call;
    const mask = maskOf(call);
    if (target === undefined) return undefined;
    if (format?.cache !== undefined) {
      this.#addCache(idOf(target), format.cache, mask);
      return undefined;
    }
    const matters =
      mask !== undefined || (verb === 'list' && (this.#reads.size > 0 || this.#masks(target).length > 0));
    return matters ? (object) => this.#note(target, object, mask) : undefined;
  }

  /** Notes the object in the response to a request. */
  answered(request: RestRequest, object: unknown): void {
    const { method, target } = request;
    if (target === undefined || target.subresource !== '') return;
    if (method === 'GET') this.#note(target, object, maskOf(request));
    else if (method !== 'DELETE') this.#written(target, object);
  }

  /**
   * Throws ConfigError `ERR_PROJECTED` if the request replaces an object by a copy of one that was read without all of its fields, and
   * whose version was not read as a whole since.
   */
  refuseCopy({ method, target, body }: RestRequest): void {
    if (method !== 'PUT' || target === undefined || isOfOtherKind(target.subresource)) return;
    const given = readOf(body, undefined);
    if (given === undefined) return;
    // Without a version, an update replaces whichever is stored.
    const isAny = given.version === '' || given.version === '0';
    const isOf = (read: Read | undefined): boolean =>
      read?.uid === given.uid && (isAny || read.version === given.version);
    const last = this.#reads.get(given.uid);
    if (last?.mask === undefined && isOf(last)) return;
    const { namespace, name } = target;
    // It was checked by `readOf`; its namespace may be missing.
    const object = body as { readonly metadata: object };
    const named = {
      ...object,
      metadata: { ...object.metadata, ...(namespace !== '' && { namespace }), name },
    };
    const reads = [last, ...this.#cached(target, named)].filter(isOf);
    const isWholeToo = reads.some((read) => read?.mask === undefined);
    for (const read of reads) {
      if (read?.mask === undefined || !mayBeCopy(named, read.mask)) continue;
      // Of a cache that has all fields, or all but managedFields.
      if (isWholeToo && read.mask.leavesOut(named)) continue;
      const { group, resource } = target;
      throw partError(
        `update ${group === '' ? resource : `${resource}.${group}`}`,
        named,
        read.mask.text,
        'By its uid and resourceVersion it is a copy of one that',
      );
    }
  }

  #addCache(id: string, cache: ObjectsByKey, mask: FieldMask | undefined): void {
    const caches = (this.#caches.get(id) ?? []).filter(({ objects }) => objects.deref() !== undefined);
    if (caches.every(({ objects }) => objects.deref() !== cache))
      caches.push({ objects: new WeakRef(cache), mask });
    this.#caches.set(id, caches);
  }

  #note(target: RequestTarget, object: unknown, mask: FieldMask | undefined): void {
    const read = readOf(object, mask);
    // A whole object matters only if a part of it is known.
    if (read === undefined || (mask === undefined && !this.#isKnown(target, object, read.uid))) return;
    this.#remember(read);
  }

  #remember(read: Read): void {
    this.#reads.delete(read.uid);
    this.#reads.set(read.uid, read);
    if (this.#reads.size <= maxReads) return;
    const [oldest = ''] = this.#reads.keys();
    this.#reads.delete(oldest);
  }

  /**
   * A cache may get the version that was written at any time, and what it holds may be copied. So the answer to a write counts as a
   * whole read only if it has nothing that a mask leaves out.
   */
  #written(target: RequestTarget, object: unknown): void {
    const read = readOf(object, undefined);
    if (read === undefined) return;
    const ofCaches = this.#masks(target);
    const masks = [this.#reads.get(read.uid)?.mask, ...ofCaches];
    // Checked by `readOf`.
    if (ofCaches.length > 0 && masks.every((mask) => mask?.leavesOut(object as object) !== true))
      this.#remember(read);
  }

  #isKnown(target: RequestTarget, object: unknown, uid: string): boolean {
    if (this.#reads.has(uid)) return true;
    return this.#cached(target, object).some((read) => read.mask !== undefined && read.uid === uid);
  }

  /** The masks of the caches that have them. */
  #masks(target: RequestTarget): FieldMask[] {
    return this.#caches.get(idOf(target))?.flatMap(({ mask }) => mask ?? []) ?? [];
  }

  /** Returns what the caches hold under the object's key. */
  #cached(target: RequestTarget, object: unknown): Read[] {
    const caches = this.#caches.get(idOf(target)) ?? [];
    return caches.flatMap(({ objects, mask }) => readOf(heldBy(objects.deref(), object), mask) ?? []);
  }
}

/** The part of a format that says what is done with its objects. */
type Readers = Pick<ObjectFormat<never>, 'mask' | 'cache'>;

function maskOf(request: {
  readonly accept?: string | undefined;
  readonly mask?: FieldMask | undefined;
  readonly format?: Readers | undefined;
}): FieldMask | undefined {
  const mask = request.mask ?? request.format?.mask;
  if (mask !== undefined) return mask.keepsWhole ? undefined : mask;
  return request.accept?.includes('as=PartialObjectMetadata') === true ? metadataMask : undefined;
}

function idOf({ group, resource }: RequestTarget): string {
  return `${resource}.${group}`;
}

/** Undefined for what is not an object of the API, or cannot be remembered. */
function readOf(object: unknown, mask: FieldMask | undefined): Read | undefined {
  const metadata = isObject(object) ? object['metadata'] : undefined;
  if (!isObject(metadata)) return undefined;
  const { uid, resourceVersion: version = '' } = metadata;
  if (typeof uid !== 'string' || typeof version !== 'string' || uid === '') return undefined;
  return uid.length > maxLength || version.length > maxLength ? undefined : { uid, version, mask };
}

function heldBy(cache: ObjectsByKey | undefined, object: unknown): unknown {
  try {
    return cache?.get(object as object);
  } catch (error) {
    // Then the cache does not have it.
    if (error instanceof KeyError) return undefined;
    throw error;
  }
}

/**
 * False if the object has what an object with this mask cannot have. If the mask leaves out managedFields, these decide: programs do
 * not set them.
 */
function mayBeCopy(object: { readonly metadata: object }, mask: FieldMask): boolean {
  if (mask.keeps(managedFields)) return !mask.leavesOut(object);
  const owners: unknown = Reflect.get(object.metadata, 'managedFields');
  return !(Array.isArray(owners) && owners.length > 0);
}
