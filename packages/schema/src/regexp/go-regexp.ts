import { parseRegexp, RegexpSyntaxError } from './go-regexp-syntax.js';
import type { Assertion, CharTest, Node } from './go-regexp-syntax.js';
import { Work } from '../values/work.js';

// Far above any useful pattern, and still quick to compile.
const maxInstructions = 100_000;

/** An instruction of the matching machine: continue at one or two others, or consume a character. */
type Instruction =
  | { readonly op: 'char'; readonly test: CharTest; next: number }
  | { readonly op: 'assert'; readonly what: Assertion; next: number }
  | Split
  | { readonly op: 'match' };

/** Tries `next` before `other`. */
interface Split {
  readonly op: 'split';
  next: number;
  other: number;
}

/**
 * A regular expression with Go's syntax and semantics, without captures.
 *
 * All alternatives are followed in parallel, so the time is bounded by the text's length times the pattern's.
 */
export class GoRegexp {
  readonly #program: readonly Instruction[];

  /** Compiles a pattern. Throws RegexpSyntaxError with Go's message. */
  constructor(pattern: string) {
    this.#program = new Compiler(pattern).compile(parseRegexp(pattern));
  }

  /** How many instructions it was compiled to: the work of compiling it. */
  get size(): number {
    return this.#program.length;
  }

  /** True if some part of `text` matches. Throws TooMuchWorkError if that would take too much work. */
  matches(text: string, work: Work): boolean {
    const chars = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    let current = new ThreadList(this.#program);
    let next = new ThreadList(this.#program);
    for (let at = 0; at <= chars.length; at++) {
      const place = { before: chars[at - 1], after: chars[at] };
      work.spend(1 + current.size);
      // A match may start anywhere.
      if (current.add(0, place, work)) return true;
      if (place.after === undefined) return false;
      next.clear();
      const following = { before: place.after, after: chars[at + 1] };
      for (const pc of current.waiting()) {
        const instruction = this.#program[pc];
        if (instruction?.op !== 'char' || !instruction.test(place.after)) continue;
        if (next.add(instruction.next, following, work)) return true;
      }
      [current, next] = [next, current];
    }
    return false;
  }

  /** The matches from left to right, at most `limit`. Throws TooMuchWorkError if that would take too much work. */
  findAll(text: string, limit: number, work: Work): string[] {
    const chars = Array.from(text);
    const codes = chars.map((character) => character.codePointAt(0) ?? 0);
    const lists = [new ThreadList(this.#program), new ThreadList(this.#program)] as const;
    const found: string[] = [];
    let previousEnd = -1;
    for (let from = 0; from <= codes.length && found.length < limit;) {
      const match = this.#search(codes, from, lists, work);
      if (match === undefined) break;
      const isEmpty = match.end === match.start;
      // An empty match directly behind the last match is none.
      if (!isEmpty || match.start !== previousEnd) found.push(chars.slice(match.start, match.end).join(''));
      from = isEmpty ? match.end + 1 : match.end;
      previousEnd = match.end;
    }
    return found;
  }

  /**
   * The leftmost match, and of those the one that backtracking would find first.
   *
   * The lists hold the threads in the order of their priority; a thread that matches ends those behind it.
   */
  #search(
    codes: readonly number[],
    from: number,
    lists: readonly [ThreadList, ThreadList],
    work: Work,
  ): { start: number; end: number } | undefined {
    let [current, next] = lists;
    current.clear();
    let best: { start: number; end: number } | undefined;
    const place = (at: number): Place => ({ before: codes[at - 1], after: codes[at] });
    for (let at = from; at <= codes.length; at++) {
      work.spend(1 + current.size);
      if (best === undefined && current.add(0, place(at), work, at)) best = { start: at, end: at };
      const code = codes[at];
      if (code === undefined || (best !== undefined && current.size === 0)) break;
      next.clear();
      const waiting = current.waiting();
      for (let index = 0; index < waiting.length; index++) {
        const instruction = this.#program[waiting[index] ?? 0];
        if (instruction?.op !== 'char' || !instruction.test(code)) continue;
        const start = current.startOf(index);
        if (next.add(instruction.next, place(at + 1), work, start)) {
          best = { start, end: at + 1 };
          break;
        }
      }
      [current, next] = [next, current];
    }
    return best;
  }
}

/** Returns Go's compile error for a pattern; undefined if it compiles. Throws TooMuchWorkError. */
export function regexpProblem(pattern: string, work = new Work()): string | undefined {
  const compiler = new Compiler(pattern);
  work.spend(pattern.length);
  try {
    compiler.compile(parseRegexp(pattern));
    return undefined;
  } catch (error) {
    if (error instanceof RegexpSyntaxError) return error.message;
    throw error;
  } finally {
    work.spend(compiler.size);
  }
}

/** The characters on both sides of the current position; undefined at the text's ends. */
interface Place {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** The set of current instructions. */
class ThreadList {
  readonly #program: readonly Instruction[];
  readonly #seen: Uint32Array;
  #round = 1;
  #waiting: number[] = [];
  #starts: number[] = [];

  constructor(program: readonly Instruction[]) {
    this.#program = program;
    this.#seen = new Uint32Array(program.length);
  }

  get size(): number {
    return this.#waiting.length;
  }

  clear(): void {
    this.#round++;
    this.#waiting = [];
    this.#starts = [];
  }

  /** Returns the instructions that wait for a character. */
  waiting(): readonly number[] {
    return this.#waiting;
  }

  /** Where the match of a waiting instruction starts. */
  startOf(index: number): number {
    return this.#starts[index] ?? 0;
  }

  /**
   * Adds an instruction and everything reachable without consuming a character, of a match that begins at `start`.
   *
   * Returns true on a complete match.
   */
  add(first: number, place: Place, work: Work, start = 0): boolean {
    const stack = [first];
    for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
      if (this.#seen[pc] === this.#round) continue;
      this.#seen[pc] = this.#round;
      work.spend();
      const instruction = this.#program[pc];
      switch (instruction?.op) {
        case 'match':
          return true;
        case 'char':
          this.#waiting.push(pc);
          this.#starts.push(start);
          break;
        case 'assert':
          if (holds(instruction.what, place)) stack.push(instruction.next);
          break;
        case 'split':
          stack.push(instruction.other, instruction.next);
          break;
        default:
      }
    }
    return false;
  }
}

function holds(what: Assertion, { before, after }: Place): boolean {
  switch (what) {
    case 'beginText':
      return before === undefined;
    case 'endText':
      return after === undefined;
    case 'beginLine':
      return before === undefined || before === 0x0a;
    case 'endLine':
      return after === undefined || after === 0x0a;
    case 'wordBoundary':
      return isWord(before) !== isWord(after);
    case 'noWordBoundary':
      return isWord(before) === isWord(after);
    default:
      return false;
  }
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && code < 0x80 && /\w/.test(String.fromCodePoint(code));
}

class Compiler {
  readonly #pattern: string;
  readonly #program: Instruction[] = [];

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get size(): number {
    return this.#program.length;
  }

  compile(node: Node): readonly Instruction[] {
    this.#emit(node);
    this.#push({ op: 'match' });
    return this.#program;
  }

  #push(instruction: Instruction): number {
    if (this.#program.length >= maxInstructions) {
      throw new RegexpSyntaxError('expression too large', this.#pattern);
    }
    return this.#program.push(instruction) - 1;
  }

  /** Emits the instructions of `node`, which continue after it. */
  #emit(node: Node): void {
    switch (node.kind) {
      case 'empty':
        return;
      case 'char':
        this.#push({ op: 'char', test: node.test, next: this.#program.length + 1 });
        return;
      case 'assert':
        this.#push({ op: 'assert', what: node.what, next: this.#program.length + 1 });
        return;
      case 'concat':
        for (const part of node.parts) this.#emit(part);
        return;
      case 'alternate':
        this.#alternate(node.parts);
        return;
      case 'repeat':
        this.#repeat(node);
        return;
      default:
    }
  }

  #alternate(parts: readonly Node[]): void {
    const ends: { next: number }[] = [];
    parts.forEach((part, index) => {
      if (index === parts.length - 1) {
        this.#emit(part);
        return;
      }
      const split = this.#split();
      this.#emit(part);
      ends.push(this.#split());
      split.other = this.#program.length;
    });
    for (const end of ends) {
      end.next = this.#program.length;
      if ('other' in end) end.other = this.#program.length;
    }
  }

  #repeat({ part, min, max, lazy }: Node & { readonly kind: 'repeat' }): void {
    const unlimited = max === Number.POSITIVE_INFINITY;
    const copies = unlimited ? Math.max(min, 1) : max;
    const skips: Split[] = [];
    let start = 0;
    for (let count = 0; count < copies; count++) {
      if (count >= min) skips.push(this.#split());
      start = this.#program.length;
      this.#emit(part);
    }
    if (unlimited) {
      const again = this.#split();
      again.next = start;
      skips.push(again);
    }
    for (const skip of skips) {
      skip.other = this.#program.length;
      if (lazy) [skip.next, skip.other] = [skip.other, skip.next];
    }
  }

  /** Emits a fork whose first branch is the next instruction. */
  #split(): Split {
    const at = this.#program.length + 1;
    const split: Split = { op: 'split', next: at, other: at };
    this.#push(split);
    return split;
  }
}
