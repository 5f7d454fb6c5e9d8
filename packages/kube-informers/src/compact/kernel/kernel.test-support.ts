import { expect } from 'vitest';
import {
  EventCode,
  FoundField,
  foundFields,
  FoundStatus,
  generationShift,
  MetadataFact,
  uidBytes,
} from './kernel.js';
import type { Dictionary, Kernel } from './kernel.js';

/** The kernel's result for one object, copied out of its memory. */
export interface Taken {
  readonly status: number;
  readonly type: number;
  readonly text: Buffer;
  readonly blob: Buffer;
  readonly key: string;
  /** Undefined where it is not kept. */
  readonly uid: string | undefined;
  readonly facts: number;
  readonly version: string;
  readonly labels: string;
  readonly owners: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly versionNumber: number;
  readonly sameType: boolean;
  readonly labelsNumber: number;
  readonly ownersNumber: number;
}

export function taken(kernel: Kernel, index: number): Taken {
  const field = (name: keyof typeof FoundField): number =>
    kernel.found[index * foundFields + FoundField[name]] ?? 0;
  const bytes = (start: number, end: number): Buffer => Buffer.from(kernel.bytes.subarray(start, end));
  return {
    status: field('Status'),
    type: field('EventType'),
    text: bytes(field('ObjectStart'), field('ObjectEnd')),
    blob: bytes(field('BlobStart'), field('BlobEnd')),
    key: bytes(field('KeyStart'), field('KeyEnd')).toString('latin1'),
    uid:
      (field('Facts') & MetadataFact.UidKept) === 0
        ? undefined
        : bytes(field('BlobStart') - uidBytes, field('BlobStart')).toString('hex'),
    facts: field('Facts'),
    version: bytes(field('VersionStart'), field('VersionEnd')).toString('latin1'),
    labels: bytes(field('LabelsStart'), field('LabelsEnd')).toString(),
    owners: bytes(field('OwnersStart'), field('OwnersEnd')).toString(),
    kind: bytes(field('KindStart'), field('KindEnd')).toString(),
    apiVersion: bytes(field('ApiVersionStart'), field('ApiVersionEnd')).toString(),
    versionNumber: field('VersionHigh') * 1e9 + field('VersionLow'),
    sameType: field('SameType') === 1,
    labelsNumber: field('LabelsNumber'),
    ownersNumber: field('OwnersNumber'),
  };
}

/** All lines of the chunks, the unfinished one carried from load to load. */
export function takeLines(kernel: Kernel, dictionary: Dictionary, chunks: readonly Uint8Array[]): Taken[] {
  const all: Taken[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for (const chunk of chunks) {
    kernel.load([rest, chunk]);
    for (let count = kernel.nextLines(dictionary); count > 0; count = kernel.nextLines(dictionary))
      for (let index = 0; index < count; index++) all.push(taken(kernel, index));
    rest = Buffer.concat([rest, chunk]).subarray(kernel.position);
  }
  return all;
}

/** All items up to the closing bracket, and what is left behind it; stops at what is Invalid. */
export function takeItems(
  kernel: Kernel,
  dictionary: Dictionary,
  chunks: readonly Uint8Array[],
): { readonly items: Taken[]; readonly ended: boolean; readonly rest: string } {
  const items: Taken[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let ended = false;
  for (const chunk of chunks) {
    const input = Buffer.concat([rest, chunk]);
    if (!ended) {
      kernel.load([rest, chunk]);
      for (let count = -1; count !== 0 && !kernel.itemsEnded;) {
        count = kernel.nextItems(dictionary, items.length === 0);
        for (let index = 0; index < count; index++) items.push(taken(kernel, index));
        if (items.at(-1)?.status === FoundStatus.Invalid) return { items, ended: false, rest: '' };
      }
      ended = kernel.itemsEnded;
      rest = input.subarray(kernel.position);
    } else {
      rest = input;
    }
  }
  return { items, ended, rest: rest.toString() };
}

const codes: Readonly<Record<string, number>> = {
  ADDED: EventCode.Added,
  MODIFIED: EventCode.Modified,
  DELETED: EventCode.Deleted,
  BOOKMARK: EventCode.Bookmark,
  ERROR: EventCode.Error,
};

export function codeOf(type: unknown): number {
  return typeof type === 'string' && Object.hasOwn(codes, type)
    ? (codes[type] ?? EventCode.Other)
    : EventCode.Other;
}

/** Compares the kernel's result for an object with JSON.parse. Odd is always allowed: JavaScript reads the object then. */
export function expectAgreement(object: Taken, kernel: Kernel, dictionary: Dictionary): void {
  expect(kernel.decompress(dictionary, object.blob, 0, object.blob.length).equals(object.text)).toBe(true);
  if (object.status === FoundStatus.Odd) return;
  const value = JSON.parse(object.text.toString()) as Record<string, unknown>;
  expectMembers(object, value, kernel, dictionary);
  const metadata = value['metadata'] as Record<string, unknown>;
  const { name, namespace } = metadata as { name: string; namespace?: string };
  expect(object.key).toBe(namespace === undefined || namespace === '' ? name : `${namespace}/${name}`);
  expectFacts(object, metadata);
  expect(object.version).toBe(metadata['resourceVersion'] ?? '');
  expect(object.kind).toBe(value['kind'] ?? '');
  expect(object.apiVersion).toBe(value['apiVersion'] ?? '');
  // The number that says the same, below 10^15; else one below 0.
  const number = Number(object.version);
  if (String(number) === object.version && number >= 0 && number < 1e15 && Number.isInteger(number)) {
    expect(object.versionNumber).toBe(number);
  } else if (object.version !== '') expect(object.versionNumber).toBeLessThan(0);
  expect(parsed(object.labels)).toEqual(metadata['labels']);
  expect(parsed(object.owners)).toEqual(metadata['ownerReferences']);
  // `keep` was not called, so the numbers are unchanged.
  for (const [number, text] of [
    [object.labelsNumber, object.labels],
    [object.ownersNumber, object.owners],
  ] as const) {
    if (text === '') expect(number).toBe(0);
    else if (number === 0) expect(dictionary.texts.isFull || text.length > 4096).toBe(true);
    else expect(dictionary.texts.textOf(number)).toBe(text);
  }
}

function expectMembers(
  { blob, text }: Taken,
  value: Readonly<Record<string, unknown>>,
  kernel: Kernel,
  dictionary: Dictionary,
): void {
  for (const name of [...Object.keys(value), 'absent', '']) {
    if (name === 'kind' || name === 'apiVersion') continue;
    const member = kernel.member(dictionary, blob, 0, blob.length, name)?.toString();
    if (member === undefined) {
      expect(/[^!#-[\]-~]/.test(name) || /"\s+:|:\s/.test(text.toString())).toBe(true);
    } else if (name === 'metadata') {
      const { managedFields: _, ...metadata } = value['metadata'] as Record<string, unknown>;
      expect(parsed(member)).toEqual(metadata);
    } else expect(parsed(member)).toEqual(value[name]);
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function expectFacts({ facts, uid }: Taken, metadata: Record<string, unknown>): void {
  const members = {
    uid: MetadataFact.Uid,
    generation: MetadataFact.Generation,
    deletionTimestamp: MetadataFact.DeletionTimestamp,
    finalizers: MetadataFact.Finalizers,
    annotations: MetadataFact.Annotations,
    generateName: MetadataFact.GenerateName,
  };
  for (const [name, bit] of Object.entries(members))
    expect((facts & bit) !== 0, name).toBe(Object.hasOwn(metadata, name));
  const { uid: given, generation } = metadata;
  expect(uid).toBe(typeof given === 'string' && uuid.test(given) ? given.replaceAll('-', '') : undefined);
  // Zero says nothing: it is greater than what is kept, or not written as digits alone.
  const known = facts >> generationShift;
  if (known !== 0) expect(known).toBe(generation);
}

function parsed(text: string): unknown {
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** The text with white space between its tokens. */
export function spaced(text: string, spaces: readonly string[]): string {
  let count = 0;
  return text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => {
    const space = spaces[count++ % Math.max(1, spaces.length)] ?? '';
    return space + token + (spaces[count % Math.max(1, spaces.length)] ?? '');
  });
}
