import { parseRegexp, RegexpSyntaxError } from './go-regexp-syntax.js';
import type { Assertion, CharTest, Node } from './go-regexp-syntax.js';
import type { Work } from '../values/work.js';

// Far above any useful pattern, and still quick to compile.
const maxInstructions = 100_000;

/** An instruction of the matching machine: continue at one or two others, or consume a character. */
type Instruction =
  | { readonly op: 'char'; readonly test: CharTest; next: number }
  | { readonly op: 'assert'; readonly what: Assertion; next: number }
  | { readonly op: 'split'; next: number; other: number }
  | { readonly op: 'match' };

/**
 * A regular expression with Go's syntax and semantics; it only tests for a match.
 *
 * All alternatives are followed in parallel, so the time is bounded by the text's length times the pattern's.
 */
export class GoRegexp {
  readonly #program: readonly Instruction[];

  /** Compiles a pattern. Throws RegexpSyntaxError with Go's message. */
  constructor(pattern: string) {
    this.#program = new Compiler(pattern).compile(parseRegexp(pattern));
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
}

/** Returns Go's compile error for a pattern; undefined if it compiles. */
export function regexpProblem(pattern: string): string | undefined {
  try {
    new Compiler(pattern).compile(parseRegexp(pattern));
    return undefined;
  } catch (error) {
    if (error instanceof RegexpSyntaxError) return error.message;
    throw error;
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
  }

  /** Returns the instructions that wait for a character. */
  waiting(): readonly number[] {
    return this.#waiting;
  }

  /** Adds an instruction and everything reachable without consuming a character. Returns true on a complete match. */
  add(start: number, place: Place, work: Work): boolean {
    const stack = [start];
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
        this.#repeat(node.part, node.min, node.max);
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

  #repeat(part: Node, min: number, max: number): void {
    for (let count = 0; count < min; count++) this.#emit(part);
    if (max === Number.POSITIVE_INFINITY) {
      const start = this.#program.length;
      const split = this.#split();
      this.#emit(part);
      const back = this.#split();
      back.next = start;
      back.other = start;
      split.other = this.#program.length;
      return;
    }
    const splits = [];
    for (let count = min; count < max; count++) {
      splits.push(this.#split());
      this.#emit(part);
    }
    for (const split of splits) split.other = this.#program.length;
  }

  /** Emits a fork whose first branch is the next instruction. */
  #split(): { op: 'split'; next: number; other: number } {
    const at = this.#program.length + 1;
    const split = { op: 'split' as const, next: at, other: at };
    this.#push(split);
    return split;
  }
}
