import { fnv1a64 } from '../meta/fnv.js';

/** Parts of the hash space, by number. */
export type Slots = ReadonlySet<number>;

/** Slots that can be tested alone. */
export type ClaimedSlots = Pick<Slots, 'has' | 'size'>;

export const noSlots: Slots = new Set();

/** A replica, as far as the assignment of slots needs it. */
export interface SlotCandidate {
  readonly identity: string;
  /** Name of its Lease: decides between two replicas with the same identity. */
  readonly leaseName: string;
}

/**
 * Returns the slot of an object by its uid: the upper bits of the hash by which `shardSelector` divides objects.
 *
 * `slotCount` is a power of two.
 */
export function slotOfUid(uid: string, slotCount: number): number {
  return Math.floor((fnv1a64(uid).high / 2 ** 32) * slotCount);
}

/**
 * Returns the slot of any string.
 *
 * FNV-1a gives strings that differ only at their end the same upper bits, so its result is mixed again.
 */
export function slotOfText(text: string, slotCount: number): number {
  const { high, low } = fnv1a64(text);
  return Math.floor((mix(high ^ mix(low)) / 2 ** 32) * slotCount);
}

/**
 * Returns the slots of one of the candidates by rendezvous hashing: each slot belongs to the candidate with the highest
 * hash of slot and identity.
 *
 * So a candidate that joins takes slots from the others, and one that leaves gives its slots to the others; no other
 * slot moves.
 */
export function assignedSlots(
  leaseName: string,
  candidates: readonly SlotCandidate[],
  slotCount: number,
): Slots {
  const seeded = candidates.map((candidate) => ({ candidate, seed: seedOf(candidate.identity) }));
  const slots = new Set<number>();
  for (let slot = 0; slot < slotCount; slot++) {
    let owner: SlotCandidate | undefined;
    let highest = -1;
    for (const { candidate, seed } of seeded) {
      const weight = mix(seed ^ Math.imul(slot + 1, 0x9e3779b1));
      const isFirst = weight === highest && owner !== undefined && candidate.leaseName < owner.leaseName;
      if (weight < highest || (weight === highest && !isFirst)) continue;
      owner = candidate;
      highest = weight;
    }
    if (owner?.leaseName === leaseName) slots.add(slot);
  }
  return slots;
}

/** Writes slots as hexadecimal digits, four slots a digit; `slotCount` is a multiple of four. */
export function slotsToText(slots: Slots, slotCount: number): string {
  let text = '';
  for (let first = 0; first < slotCount; first += 4) {
    let digit = 0;
    for (let slot = first; slot < first + 4; slot++) digit = digit * 2 + (slots.has(slot) ? 1 : 0);
    text += digit.toString(16);
  }
  return text;
}

/**
 * Reads slots; undefined unless the text was written for the same number of slots.
 *
 * The text stays as it is: anyone may write thousands of Leases, and a Set for each would take a hundred times its memory.
 */
export function slotsFromText(text: unknown, slotCount: number): ClaimedSlots | undefined {
  if (typeof text !== 'string' || text.length * 4 !== slotCount || !/^[0-9a-f]*$/.test(text))
    return undefined;
  let size = 0;
  for (let index = 0; index < text.length; index++)
    for (let digit = digitAt(text, index); digit !== 0; digit >>= 1) size += digit & 1;
  return { size, has: (slot) => (digitAt(text, Math.floor(slot / 4)) & (8 >> (slot % 4))) !== 0 };
}

function digitAt(text: string, index: number): number {
  return Number.parseInt(text.charAt(index), 16) || 0;
}

export function union(...sets: readonly Iterable<number>[]): Slots {
  const all = new Set<number>();
  for (const set of sets) for (const slot of set) all.add(slot);
  return all;
}

export function minus(slots: Iterable<number>, without: ClaimedSlots): Slots {
  const rest = new Set<number>();
  for (const slot of slots) if (!without.has(slot)) rest.add(slot);
  return rest;
}

export function both(slots: Iterable<number>, others: ClaimedSlots): Slots {
  const common = new Set<number>();
  for (const slot of slots) if (others.has(slot)) common.add(slot);
  return common;
}

export function same(a: Slots, b: Slots): boolean {
  return a.size === b.size && minus(a, b).size === 0;
}

function seedOf(identity: string): number {
  const { high, low } = fnv1a64(identity);
  return mix(high ^ mix(low));
}

/** The finalizer of MurmurHash3: each bit of the input changes every bit of the result with probability one half. */
function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
