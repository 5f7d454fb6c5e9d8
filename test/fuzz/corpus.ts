import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Inputs that once showed a defect, a folder for each target. `npm test` runs them all. */
export const corpusFolder = join('test', 'fuzz', 'corpus');

/** An input and the file that holds it. */
export interface CorpusInput {
  readonly file: string;
  readonly bytes: Buffer;
}

/** The inputs of a target, in the order of their names. */
export function readCorpus(target: string): CorpusInput[] {
  const folder = join(corpusFolder, target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .map((file) => ({ file, bytes: readFileSync(file) }));
}

/** Writes an input to the corpus of a target, and returns its file. */
export function keepInCorpus(target: string, bytes: Uint8Array): string {
  const folder = join(corpusFolder, target);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.input`);
  writeFileSync(file, bytes);
  return file;
}
