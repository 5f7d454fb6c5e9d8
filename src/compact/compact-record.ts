import type { inspect, InspectOptions } from 'node:util';
import { inspectCustom } from '../util/builtin.js';
import { compactMetadataOf, compactRecordOf } from './compact-symbols.js';
import type { SharedText } from './shared-texts.js';
import type { Slab } from './slab.js';

/**
 * What is known of an object without decoding it, and where its bytes are. It is the target of the Proxies that stand for
 * the object and for its metadata; small, since there is one for each object.
 */
export class CompactRecord {
  slab: Slab;
  /** Where its uid stands, where the facts say that it is kept, and its blob right behind. */
  offset: number;
  /** Bytes of both. */
  length: number;
  /** Its place among its slab's stored records; -1 while it is in no store. */
  slot = -1;
  key: string;
  /** A number where that says the same in less. */
  readonly version: number | string | undefined;
  readonly labels: SharedText | undefined;
  readonly owners: SharedText | undefined;
  /** What else is known of its metadata, see FoundField.Facts. */
  readonly facts: number;

  constructor(
    slab: Slab,
    offset: number,
    length: number,
    key: string,
    version: number | string | undefined,
    labels: SharedText | undefined,
    owners: SharedText | undefined,
    facts: number,
  ) {
    this.slab = slab;
    this.offset = offset;
    this.length = length;
    this.key = key;
    this.version = version;
    this.labels = labels;
    this.owners = owners;
    this.facts = facts;
  }

  /** Printing a Proxy prints its target; `this` is the Proxy. */
  [inspectCustom](depth: number, options: InspectOptions, print: typeof inspect): string {
    const { [compactRecordOf]: record, [compactMetadataOf]: owner } = this as {
      readonly [compactRecordOf]?: CompactRecord;
      readonly [compactMetadataOf]?: CompactRecord;
    };
    const decoded = (record ?? owner ?? this).slab.objects.decode(record ?? owner ?? this);
    return print(record === undefined ? decoded.metadata : decoded, { ...options, depth });
  }
}
