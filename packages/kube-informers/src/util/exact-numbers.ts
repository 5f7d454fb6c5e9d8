/*
 * JavaScript's numbers are doubles: integers beyond 2^53 and decimals of more than 17 digits are rounded when JSON is parsed.
 * Kubernetes has 64-bit integers. So what is read keeps the text of each such number beside the rounded value, under a symbol
 * in the object or list that holds it, which a spread copies too. What is written (json-text.ts) then gets the text back.
 */

/** In an object or list that was read: the numbers that a double does not hold, as they were written, by name or index. */
export const exactNumbers: unique symbol = Symbol.for('kube-informers: exact numbers');

/** In a list also its `length`: a list that is shorter or longer has other members at its indexes. */
export type ExactNumbers = ReadonlyMap<string, string>;

export function exactNumbersOf(container: object): ExactNumbers | undefined {
  return (container as { readonly [exactNumbers]?: ExactNumbers })[exactNumbers];
}

/**
 * True for an integer that may stand for others too: from 2^53 to 2^64, where integers have 64 bits.
 *
 * Beyond, an API server itself keeps a double.
 */
export function isAmbiguous(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= 2 ** 64;
}

/** Returns the member; an integer of the JSON that a double does not hold as a bigint. */
export function exactMember(container: object, name: string): unknown {
  const value: unknown = Reflect.get(container, name);
  if (typeof value !== 'number') return value;
  const text = unchangedNumbers(container)?.get(name);
  return text !== undefined && Number(text) === value && /^-?\d+$/.test(text) ? BigInt(text) : value;
}

/** Returns the numbers of a container, without those of a list that was changed. */
export function unchangedNumbers(container: object): ExactNumbers | undefined {
  const numbers = exactNumbersOf(container);
  if (numbers === undefined || !Array.isArray(container)) return numbers;
  for (const [name, text] of numbers) if (Number(text) !== Reflect.get(container, name)) return undefined;
  return numbers;
}

/** Parses JSON, and keeps its exact numbers. Throws SyntaxError as JSON.parse does. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (/\d{16}/.test(text)) keepExactNumbers(value, text);
  return value;
}

/** Digits of the shortest integer beyond 2^53. */
export const fewestDigits = 16;

/** True if the value of a JSON number does not say what its text says, or may say something else too. */
export function isInexact(text: string): boolean {
  const value = Number(text);
  return isAmbiguous(value) || (String(value) !== text && !Number.isNaN(value));
}

/** An object or list of the text, and of the parsed value; undefined where another value has taken its place. */
interface Frame {
  readonly container: object | undefined;
  readonly isList: boolean;
  name: string;
  index: number;
}

/** Adds the exact numbers of valid JSON to the value that was parsed from it. Without recursion, since it may be deep. */
export function keepExactNumbers(root: unknown, text: string): void {
  const open: Frame[] = [];
  const number = /[-\d.eE+]+/y;
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const frame = open.at(-1);
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        if (keyNext && frame !== undefined) {
          const key = text.slice(at + 1, end);
          // The text is valid JSON, so this is a string.
          frame.name = key.includes('\\') ? (JSON.parse(text.slice(at, end + 1)) as string) : key;
          keyNext = false;
        }
        at = end;
        break;
      }
      case 0x7b: // {
      case 0x5b: {
        const isList = text.charCodeAt(at) === 0x5b;
        open.push({ container: containerOf(frame, root, isList), isList, name: '', index: 0 });
        keyNext = !isList;
        break;
      }
      case 0x7d: // }
      case 0x5d:
        open.pop();
        keyNext = false;
        break;
      case 0x2c: // ,
        if (frame?.isList === true) frame.index++;
        else keyNext = true;
        break;
      case 0x2d: // -
      case 0x30:
      case 0x31:
      case 0x32:
      case 0x33:
      case 0x34:
      case 0x35:
      case 0x36:
      case 0x37:
      case 0x38:
      case 0x39: {
        number.lastIndex = at;
        const [found = ''] = number.exec(text) ?? [];
        if (found.length >= fewestDigits && frame?.container !== undefined && isInexact(found))
          keep(frame.container, nameOf(frame), found);
        at += found.length - 1;
        break;
      }
    }
  }
}

function nameOf({ isList, name, index }: Frame): string {
  return isList ? String(index) : name;
}

function containerOf(parent: Frame | undefined, root: unknown, isList: boolean): object | undefined {
  if (parent === undefined) return sameKind(root, isList);
  const { container } = parent;
  const name = nameOf(parent);
  // Of a repeated member, JSON.parse takes the last one.
  return container !== undefined && Object.hasOwn(container, name)
    ? sameKind(Reflect.get(container, name), isList)
    : undefined;
}

function sameKind(value: unknown, isList: boolean): object | undefined {
  return typeof value === 'object' && value !== null && Array.isArray(value) === isList ? value : undefined;
}

function keep(container: object, name: string, text: string): void {
  const known = exactNumbersOf(container);
  if (known !== undefined) {
    // Created here, by the same call.
    (known as Map<string, string>).set(name, text);
    return;
  }
  // What several objects share is frozen, and has no numbers in what an API server sends.
  if (!Object.isExtensible(container)) return;
  const numbers = new Map([[name, text]]);
  if (Array.isArray(container)) numbers.set('length', String(container.length));
  Reflect.set(container, exactNumbers, numbers);
}

/** Index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslash = end - 1;
    while (text.charCodeAt(backslash) === 0x5c) backslash--;
    if ((end - backslash) % 2 === 1) return end;
  }
}
