/** A JSON object or list that is being scanned. */
interface Frame {
  /** Path of the object or list, with a trailing dot for an object inside. */
  readonly path: string;
  /** The keys so far; undefined for a list. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

/** A repeated or requested field of a JSON text. */
export interface FoundField {
  readonly path: string;
  readonly duplicate: boolean;
}

/**
 * Returns the repeated fields of a JSON text, in order: `spec.replicas`, `spec.containers[0].name`.
 *
 * JSON.parse silently takes the last one. The text must be valid JSON.
 */
export function duplicateFields(text: string): string[] {
  return fieldsInOrder(text, new Set()).map(({ path }) => path);
}

/** Returns the repeated fields of a JSON text, and the first of each of `wanted`, in text order. */
export function fieldsInOrder(text: string, wanted: ReadonlySet<string>): FoundField[] {
  const found = new Map<string, FoundField>();
  const note = (path: string, duplicate: boolean): void => {
    if (!found.has(`${duplicate} ${path}`)) found.set(`${duplicate} ${path}`, { path, duplicate });
  };
  scan(text, {
    key(path, repeated) {
      if (wanted.has(path)) note(path, false);
      if (repeated) note(path, true);
    },
  });
  return [...found.values()];
}

interface Visitor {
  /** Called with each key. */
  readonly key?: (path: string, repeated: boolean) => void;
  /** Called with the index of each character outside of strings and brackets; returns that of the last one it has read. */
  readonly other?: (at: number, path: () => string) => number;
}

/** Reads valid JSON without recursion: the text may nest deeper than the call stack allows. */
function scan(text: string, visitor: Visitor): void {
  const open: Frame[] = [];
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const frame = open.at(-1);
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (keyNext && frame?.keys !== undefined) {
          // The text is valid JSON, so this is a JSON string.
          const key = JSON.parse(text.slice(at, end + 1)) as string;
          frame.key = key;
          visitor.key?.(pathOf(frame), frame.keys.has(key));
          frame.keys.add(key);
          keyNext = false;
        }
        at = end;
        break;
      }
      case '{':
        open.push({
          path: frame === undefined ? '' : `${pathOf(frame)}.`,
          keys: new Set(),
          key: '',
          index: 0,
        });
        keyNext = true;
        break;
      case '[':
        open.push({ path: frame === undefined ? '' : pathOf(frame), keys: undefined, key: '', index: 0 });
        keyNext = false;
        break;
      case '}':
      case ']':
        open.pop();
        keyNext = false;
        break;
      case ',':
        if (frame?.keys === undefined) {
          if (frame !== undefined) frame.index++;
        } else keyNext = true;
        break;
      default:
        at = visitor.other?.(at, () => (frame === undefined ? '' : pathOf(frame))) ?? at;
    }
  }
}

function pathOf({ path, keys, key, index }: Frame): string {
  return keys === undefined ? `${path}[${index}]` : path + key;
}

/** Returns the index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** A number of a JSON text, as it is written. */
export interface WrittenNumber {
  /** Its index in the text. */
  readonly at: number;
  readonly text: string;
  readonly path: string;
}

/**
 * Returns the numbers in JSON that are written with a point or an exponent: floats in Go, even if they are whole.
 *
 * The text must be valid JSON.
 */
export function floatsOf(text: string): WrittenNumber[] {
  const floats: WrittenNumber[] = [];
  const number = /-?\d[\d.eE+-]*/y;
  scan(text, {
    other(at, path) {
      number.lastIndex = at;
      const [found] = number.exec(text) ?? [];
      if (found === undefined) return at;
      if (/[.eE]/.test(found)) floats.push({ at, text: found, path: path() });
      return at + found.length - 1;
    },
  });
  return floats;
}

/** Returns the first number that no double holds, `1e400`, as it is written. The text must be valid JSON. */
export function tooLargeNumber(text: string): string | undefined {
  if (!/[eE]\+?\d{3}|\d{309}/.test(text)) return undefined;
  let found: string | undefined;
  const number = /-?\d[\d.eE+-]*/y;
  scan(text, {
    other(at) {
      number.lastIndex = at;
      const [written] = number.exec(text) ?? [];
      if (written === undefined) return at;
      if (!Number.isFinite(Number(written))) found ??= written;
      return at + written.length - 1;
    },
  });
  return found;
}

/** The floats of a JSON text as they are written, by their paths: `spec.replicas` → `1e3`. */
export type WrittenFloats = ReadonlyMap<string, string>;

/** Returns the floats of a JSON text, of a repeated field the first: Go decodes, and refuses, each. */
export function floatsByPath(text: string): WrittenFloats {
  return new Map(
    floatsOf(text)
      .toReversed()
      .map((float) => [float.path, float.text]),
  );
}

/** Returns JSON whose floats are strings: `mark` and the float as it is written. The text must be valid JSON. */
export function floatsAsTexts(text: string, mark: string): string {
  let result = '';
  let end = 0;
  for (const float of floatsOf(text)) {
    result += text.slice(end, float.at) + JSON.stringify(mark + float.text);
    end = float.at + float.text.length;
  }
  return result + text.slice(end);
}
