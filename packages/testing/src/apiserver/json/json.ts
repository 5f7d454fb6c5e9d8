import { exactNumbers, exactNumbersOf, parseJson as parseExact } from 'kube-informers/internal';

export { toJson } from 'kube-informers/internal';

/*
 * The server's values hold what Go's decoder makes of a number: an int64 or a float64. An integer of 64 bits that a double
 * does not hold is a bigint; every other number is a number.
 */

const leastInteger = -(2n ** 63n);
const largestInteger = 2n ** 63n - 1n;

/** True for what Go decodes into a number. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Parses JSON. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const root = parseExact(text);
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, written] of exactNumbersOf(value) ?? []) {
      const member: unknown = Reflect.get(value, name);
      if (typeof member === 'number' && Number(written) === member)
        Reflect.set(value, name, integerOf(written, member));
    }
    Reflect.deleteProperty(value, exactNumbers);
    for (const member of Object.values(value) as unknown[])
      if (typeof member === 'object' && member !== null) open.push(member);
  }
  return typeof root === 'number' ? integerOf(text.trim(), root) : root;
}

/** Returns the number, or what is written if that is an integer of 64 bits which the number does not hold. */
function integerOf(written: string, number: number): number | bigint {
  if (Number.isSafeInteger(number) || !/^-?\d+$/.test(written)) return number;
  const integer = BigInt(written);
  return integer >= leastInteger && integer <= largestInteger ? integer : number;
}
