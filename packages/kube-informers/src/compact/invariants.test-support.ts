import { isDeepStrictEqual } from 'node:util';
import { metaNamespaceKey } from '../meta/names.js';
import { recordOf } from './compact-objects.js';
import type { CompactObjects } from './compact-objects.js';
import { mostTypes } from './compact-type.js';
import type { SharedText } from './shared-texts.js';
import type { CompactRecord, Generation, Slab } from './slab.js';

/**
 * Describes what is wrong with the shared state of a compact cache; empty if nothing is. `stored` is the content of the cache's
 * store. For tests, fuzzers and the soak; decodes every object.
 *
 * Checks that slabs account for their bytes and records, that no two blobs overlap, that texts know their users and agree with the
 * kernel's table, and that each object can be read and is the one that its key says.
 */
export function compactProblems(objects: CompactObjects, stored: Iterable<unknown>): string[] {
  const problems: string[] = [];
  const users = new Map<SharedText, number>();
  const slabs = new Map<Slab, CompactRecord[]>();
  const generations = new Set<Generation>([objects.generation]);
  for (const slab of objects.generation.open.values()) slabs.set(slab, []);
  for (const object of stored) {
    const record = recordOf(object);
    if (record === undefined || record.slab.objects !== objects) continue;
    generations.add(record.slab.generation);
    const records = slabs.get(record.slab);
    if (records === undefined) slabs.set(record.slab, [record]);
    else records.push(record);
    for (const text of [record.labels, record.owners])
      if (text !== undefined) users.set(text, (users.get(text) ?? 0) + 1);
    problems.push(...recordProblems(objects, record));
  }
  for (const [slab, records] of slabs) problems.push(...slabProblems(slab, records));
  for (const [text, count] of users)
    if (text.users !== count)
      problems.push(`text ${text.number} has ${count} users and counts ${text.users}`);
  for (const generation of generations) problems.push(...textProblems(generation, users));
  if (objects.types.size > mostTypes) problems.push(`${objects.types.size} types`);
  return problems;
}

function recordProblems(objects: CompactObjects, record: CompactRecord): string[] {
  const problems: string[] = [];
  if (record.slab.stored[record.slot] !== record)
    problems.push(`${record.key} is not at its place ${record.slot} of its slab`);
  const decoded = objects.decodeCopy(record);
  if (metaNamespaceKey(decoded) !== record.key) problems.push(`${record.key} reads as another object`);
  for (const [name, text] of [
    ['labels', record.labels],
    ['ownerReferences', record.owners],
  ] as const)
    if (!isDeepStrictEqual(text?.value, decoded.metadata[name]))
      problems.push(`${record.key} has ${name} of another object`);
  return problems;
}

function slabProblems(slab: Slab, records: readonly CompactRecord[]): string[] {
  const problems: string[] = [];
  const bytes = records.reduce((sum, { length }) => sum + length, 0);
  if (slab.storedBytes !== bytes)
    problems.push(`a slab stores ${bytes} bytes and counts ${slab.storedBytes}`);
  const held = slab.stored.filter((record) => record !== undefined).length;
  if (held !== records.length) problems.push(`a slab holds ${held} records, ${records.length} are stored`);
  if (slab.used > slab.bytes.length) problems.push(`a slab of ${slab.bytes.length} bytes uses ${slab.used}`);
  let end = 0;
  for (const { key, offset, length } of [...records].sort((a, b) => a.offset - b.offset)) {
    if (offset < end) problems.push(`${key} overlaps another object`);
    end = offset + length;
  }
  if (end > slab.used) problems.push(`an object ends at ${end} of a slab that uses ${slab.used}`);
  if (slab.open !== (slab.generation.open.get(slab.type) === slab))
    problems.push(`a slab that is ${slab.open ? 'open' : 'full'} is not where it should be`);
  return problems;
}

function textProblems({ dictionary, texts }: Generation, users: ReadonlyMap<SharedText, number>): string[] {
  const problems: string[] = [];
  for (const [number, text] of texts.entries.entries()) {
    if (text === undefined) continue;
    if (text.number !== number) problems.push(`text ${text.number} stands at ${number}`);
    else if (number > dictionary.texts.size) problems.push(`text ${number} of ${dictionary.texts.size}`);
    else if (!isDeepStrictEqual(text.value, JSON.parse(dictionary.texts.textOf(number))))
      problems.push(`text ${number} is another one in the kernel`);
    if (text.users !== (users.get(text) ?? 0)) problems.push(`text ${number} counts ${text.users} users`);
  }
  return problems;
}
