import { formatGroupKind, formatGroupVersion } from '../meta/group-version.js';
import { newStatus } from '../meta/status.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject, Status } from '../meta/types.js';
import { describeObject } from '../meta/unknown-object.js';
import type { Clock } from '../util/clock.js';
import { ConfigError, asError } from '../util/errors.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { Logger } from '../util/logger.js';
import { refuse, refuseValue, requireFunction, requireRecord, returnedType } from '../util/require.js';
import { printable, shortened, shownValue } from '../util/shown.js';
import { throwIfAborted } from '../util/signal.js';
import { defaultSliceMs, yieldToEventLoop } from '../util/steps.js';
import { isObject } from '../util/type-checks.js';
import type { ConversionReviewRequest } from './reviews.js';

/** An object without `apiVersion` and `kind`, and optionally without `metadata`: they are added. Whole objects are accepted, too. */
export type Converted<T extends KubernetesObject> = Omit<T, keyof KubernetesObject> & {
  /** Its `labels` and `annotations` are those of the converted object; one that is left out stays. Default: those that it had. */
  readonly metadata?: KubernetesObject['metadata'];
  /** Replaced. */
  readonly apiVersion?: unknown;
  /** Replaced. */
  readonly kind?: unknown;
};

/** A version of a kind, and how it becomes the hub version and comes from it. */
export interface Spoke<T extends KubernetesObject, Hub extends KubernetesObject> {
  /** Returns an object of this version in the hub version. Sync; without `metadata` that of the object is taken. */
  up(object: T): Converted<Hub>;
  /** Returns an object of the hub version in this version. Sync; without `metadata` that of the object is taken. */
  down(object: Hub): Converted<T>;
}

/** Each version of a kind besides the hub, by its name. */
export type Spokes<
  Versions extends Readonly<Record<string, KubernetesObject>>,
  Hub extends KubernetesObject,
> = {
  readonly [V in keyof Versions]: Spoke<Versions[V], Hub>;
};

/** The response of a ConversionReview. */
export interface ConversionAnswer {
  readonly uid: string;
  readonly convertedObjects?: readonly object[] | undefined;
  readonly result: Status;
}

type Convert = (object: KubernetesObject) => unknown;

const spokeNames = { up: requireFunction, down: requireFunction };

/** Converts objects of one kind between all of its versions, by way of one of them, the hub. */
export class Conversion {
  readonly hub: Resource<KubernetesObject, string, never>;
  readonly #spokes = new Map<string, { readonly up: Convert; readonly down: Convert }>();

  /** Throws ConfigError `ERR_OPTION` for spokes of a wrong form. */
  constructor(hub: Resource<KubernetesObject, string, never>, spokes: unknown) {
    this.hub = hub;
    const what = `versions of ${this.name}`;
    requireRecord(what, spokes);
    // A record, as checked.
    for (const [version, spoke] of Object.entries(spokes as Readonly<Record<string, unknown>>)) {
      if (version === hub.version) refuseValue(what, 'other versions than the hub', version);
      if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(version)) refuseValue(what, 'named as v1beta1', version);
      requireKnownOptions(`${version} of ${what}`, spoke, spokeNames);
      const { up, down } = spoke as { readonly up?: Convert; readonly down?: Convert };
      if (up === undefined || down === undefined)
        throw new ConfigError('ERR_OPTION', `${version} of ${what} must have the functions up and down`);
      this.#spokes.set(version, {
        up: (object) => up.call(spoke, object),
        down: (object) => down.call(spoke, object),
      });
    }
    if (this.#spokes.size === 0)
      refuse(what, 'an object with a version, as { v1beta1: { up, down } }', spokes);
  }

  /** `Website.example.com`. */
  get name(): string {
    return formatGroupKind(this.hub);
  }

  /** All versions, the hub first. */
  get versions(): readonly string[] {
    return [this.hub.version, ...this.#spokes.keys()];
  }

  /**
   * Converts the objects of a request, in slices that leave room for other requests. What a function throws fails the whole request,
   * with a message that names the object and its version: a list without it would be a loss.
   */
  async answer(
    { uid, desiredAPIVersion, objects }: ConversionReviewRequest,
    call: { readonly signal: AbortSignal; readonly clock: Clock; readonly logger: Logger },
  ): Promise<ConversionAnswer> {
    const convertedObjects: object[] = [];
    let sliceEndMs = call.clock.monotonic() + defaultSliceMs;
    for (const object of objects) {
      if (call.clock.monotonic() > sliceEndMs) {
        await yieldToEventLoop();
        throwIfAborted(call.signal);
        sliceEndMs = call.clock.monotonic() + defaultSliceMs;
      }
      try {
        convertedObjects.push(this.convert(object, desiredAPIVersion));
      } catch (thrown) {
        const problem = printable(shortened(asError(thrown).message, 1000));
        const message = `${describeObject(object)} cannot be converted from ${shownValue(object.apiVersion)} to ${shownValue(desiredAPIVersion)}: ${problem}`;
        call.logger.error({ kind: this.name, err: asError(thrown) }, 'a conversion failed');
        return { uid, result: newStatus({ code: 500, reason: 'InternalError', message }).status };
      }
    }
    return { uid, convertedObjects, result: { status: 'Success' } };
  }

  /** Returns an object in another version, with its metadata. Throws what the functions throw, and TypeError for what they return. */
  convert(object: KubernetesObject, apiVersion: string): KubernetesObject {
    const from = this.#versionOf(object.apiVersion);
    const to = this.#versionOf(apiVersion);
    if (object.kind !== this.hub.kind) throw new TypeError(`kind must be ${this.hub.kind}`);
    if (from === to) return object;
    const up = this.#spokes.get(from)?.up;
    const atHub = up === undefined ? object : this.#step(up, `up of ${from}`, object, this.hub.version);
    const down = this.#spokes.get(to)?.down;
    return down === undefined ? atHub : this.#step(down, `down of ${to}`, atHub, to);
  }

  #versionOf(apiVersion: unknown): string {
    const version = this.versions.find((each) => formatGroupVersion(this.hub.group, each) === apiVersion);
    if (version !== undefined) return version;
    const known = this.versions.map((each) => formatGroupVersion(this.hub.group, each)).join(', ');
    throw new TypeError(
      `no conversion of ${shownValue(apiVersion)}: the versions of ${this.name} are ${known}`,
    );
  }

  #step(run: Convert, name: string, object: KubernetesObject, version: string): KubernetesObject {
    const converted = run(object);
    if (!isObject(converted) || typeof converted['then'] === 'function')
      throw new TypeError(`${name} must return an object, got ${returnedType(converted)}`);
    const apiVersion = formatGroupVersion(this.hub.group, version);
    return { ...converted, apiVersion, kind: this.hub.kind, metadata: metadataOf(object, converted) };
  }
}

/** Of the metadata a conversion may change labels and annotations: the API server refuses another name or uid. */
function metadataOf(object: KubernetesObject, converted: KubernetesObject): KubernetesObject['metadata'] {
  if (converted.metadata === undefined) return object.metadata;
  const metadata = { ...object.metadata };
  for (const name of ['labels', 'annotations'] as const)
    // What is not mentioned stays: labels are lost too easily by a function that only adds an annotation.
    if (Object.hasOwn(converted.metadata, name)) metadata[name] = converted.metadata[name];
  return metadata;
}
