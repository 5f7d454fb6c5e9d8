import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sequence } from './sequence.js';
import type { Outcome } from './side.js';

/** A sequence that once showed a difference, with what the real server answers to it. */
export interface KeptSequence extends Sequence {
  /** One for each operation; null for a wait. */
  readonly answers: readonly (Outcome | null)[];
}

/** The sequences of a corpus by file, in the order of their names. */
export function readCorpus(folder: string): Map<string, KeptSequence> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(files.toSorted().map((name) => [join(folder, name), readKept(join(folder, name))]));
}

/** Reads one file of a corpus. */
export function readKept(file: string): KeptSequence {
  return JSON.parse(readFileSync(file, 'utf8')) as KeptSequence; // written by keep()
}

/** Writes a sequence to the corpus, and returns its file. */
export function keep(folder: string, kept: KeptSequence): string {
  mkdirSync(folder, { recursive: true });
  const { resource, operations } = kept;
  const hash = createHash('sha256').update(JSON.stringify({ resource, operations })).digest('hex');
  const file = join(folder, `${resource}-${hash.slice(0, 10)}.json`);
  write(file, kept);
  return file;
}

/** Writes one file of a corpus. */
export function write(file: string, kept: KeptSequence): void {
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`);
}
