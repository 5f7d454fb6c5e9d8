import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** A regular expression of the sources. */
export interface SourcePattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression literal in these files, found by parsing them. */
export function patternsIn(root: string, files: readonly string[]): SourcePattern[] {
  return files.flatMap((file) => {
    const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
    const found: SourcePattern[] = [];
    visit(program, ({ type, regex }) => {
      if (type === 'Literal' && isNode(regex))
        found.push({ file, source: String(regex['pattern']), flags: String(regex['flags']) });
    });
    return found;
  });
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function visit(value: unknown, seen: (node: Node) => void): void {
  if (!isNode(value)) return;
  if (!Array.isArray(value)) seen(value);
  for (const child of Object.values(value)) visit(child, seen);
}

/** One part of a pattern that matches a character: which characters, and how often. */
interface Atom {
  readonly samples: readonly string[];
  readonly times: number;
}

const token =
  /\\u\{[^}]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[pP]\{[^}]+\}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!])|[()|^$]|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/gu;

// One of each kind that patterns distinguish: letters, digits, characters of names, blanks, and the rest.
const kinds = ['aAzez\u00e9', '09', '_', '-.', ' \t\n', '/\\"\'<>[]{}()@:;,=%&+?#!\u0000\u001b\u2028\ud800'];

/** The parts of a pattern in order; groups and alternatives are treated as a sequence. */
function atomsOf({ source, flags }: SourcePattern): Atom[] {
  const atoms: Atom[] = [];
  for (const [text] of source.matchAll(token)) {
    const repeat = /^\{(\d+)/.exec(text)?.[1];
    const last = atoms.at(-1);
    if (repeat !== undefined && last !== undefined) {
      atoms[atoms.length - 1] = { samples: last.samples, times: Math.max(1, Math.min(80, Number(repeat))) };
      continue;
    }
    if (/^(?:\(|\)|\||\^|\$|[*+?]\??|\\[bB]|\(\?.*)$/.test(text)) continue;
    const one = new RegExp(`^(?:${text})$`, flags.replaceAll(/[gy]/g, ''));
    const samples = [...kinds.map((kind) => Array.from(kind)), [text, text.slice(1)]]
      .map((kind) => kind.find((candidate) => one.test(candidate)))
      .filter((sample) => sample !== undefined);
    if (samples.length > 0) atoms.push({ samples: [...new Set(samples)], times: 1 });
  }
  return atoms;
}

const longestRun = 6;

/** A possible worst-case input for a pattern, at any length. */
export interface Hard {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** The input with about this many characters. */
export function hardText({ prefix, pump, suffix }: Hard, length: number): string {
  return prefix + pump.repeat(Math.max(1, Math.ceil(length / pump.length))) + suffix;
}

/**
 * Inputs among which is the worst for a backtracking engine: every run of parts of the pattern, repeated, alone and after the
 * beginning of the pattern, followed by the end, by the rest of the pattern, or by something that does not match.
 */
export function hardTexts(pattern: SourcePattern): Hard[] {
  const atoms = atomsOf(pattern);
  const found = new Map<string, Hard>();
  const text = (from: number, to: number, variant: number): string =>
    atoms
      .slice(from, to)
      .map(({ samples, times }) => (samples[variant % samples.length] ?? '').repeat(times))
      .join('');
  for (let from = 0; from < atoms.length; from++) {
    for (let to = from + 1; to <= Math.min(atoms.length, from + longestRun); to++) {
      for (let variant = 0; variant <= kinds.length; variant++) {
        const pump = text(from, to, variant);
        for (const prefix of ['', text(0, from, 0)])
          for (const suffix of ['', '\u0007', text(to, atoms.length, 0)])
            found.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix });
      }
    }
  }
  return [...found.values()];
}

/** Searches the whole input for a pattern. */
export function searching({ source, flags }: SourcePattern): (text: string) => void {
  const pattern = new RegExp(source, /[gy]/.test(flags) ? flags : `${flags}g`);
  return (text) => {
    pattern.lastIndex = 0;
    text.replace(pattern, '');
  };
}

/** The shortest processor time of several runs, ms, so that the load of other programs does not count. */
export function timeOf(action: (text: string) => unknown, text: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    action(text);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** An input for which the time of an action grows faster than its length. */
export function worseThanLinear(
  action: (text: string) => unknown,
  texts: readonly Hard[],
  lengths: readonly number[],
): Hard | undefined {
  const isWorse = (hard: Hard): boolean =>
    lengths.some((length) => {
      const time = (of: number, runs: number): number => timeOf(action, hardText(hard, of), runs);
      // Anything as fast as this is not quadratic, which would take millions of steps.
      const first = time(length, 1);
      if (first < quickMs) return false;
      const short = time(length / 4, 3);
      // An input that takes this long is not run again, nor at four times the length.
      if (first > hopelessMs) return first > short * tooSteep;
      const middle = time(length, 3);
      if (middle < quickMs || middle < short * tooSteep) return false;
      if (length < 1000 && middle > short * hopeless) return true;
      // Twice, because the compiler or the garbage collector may disturb a first measurement.
      return time(length * 4, 2) > middle * tooSteep;
    });
  // What is worse than linear is so each time; a busy machine is not.
  return texts.find((hard) => isWorse(hard) && isWorse(hard) && isWorse(hard));
}

/** The input for which an action takes longest. */
export function slowest(
  action: (text: string) => unknown,
  texts: readonly Hard[],
  length: number,
): Hard | undefined {
  let found: Hard | undefined;
  let most = -1;
  for (const hard of texts) {
    const time = timeOf(action, hardText(hard, length), 1);
    if (time <= most) continue;
    most = time;
    found = hard;
  }
  return found;
}

const quickMs = 4;

// Four times the input would take too long.
const hopelessMs = 100;

// More than cubic.
const hopeless = 80;

// For four times the input: linear is 4, quadratic is 16.
const tooSteep = 9;
