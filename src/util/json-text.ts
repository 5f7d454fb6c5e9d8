/**
 * Serialises objects of any depth like JSON.stringify; without recursion where that would overflow the stack.
 *
 * Throws TypeError for a cyclic object and for a BigInt, RangeError if the result exceeds the maximum string length.
 */
export function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return deepText(value);
  }
}

function deepText(root: object): string {
  const parts: string[] = [];
  const open: { readonly value: object; readonly members: Iterator<Member>; readonly end: string }[] = [];
  const around = new Set<object>();
  const write = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      parts.push(JSON.stringify(value));
      return;
    }
    if (around.has(value)) throw new TypeError('a cyclic object cannot be written as JSON');
    around.add(value);
    const [start, end] = Array.isArray(value) ? '[]' : '{}';
    parts.push(start ?? '');
    open.push({ value, members: membersOf(value), end: end ?? '' });
  };
  write(toJson(root, ''));
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const next = inner.members.next();
    if (next.done === true) {
      parts.push(inner.end);
      around.delete(inner.value);
      open.pop();
    } else {
      const [prefix, value] = next.value;
      parts.push(prefix);
      write(value);
    }
  }
  return parts.join('');
}

/** A value, and the text before it. */
type Member = readonly [prefix: string, value: unknown];

function* membersOf(value: object): Generator<Member> {
  let comma = '';
  const isArray = Array.isArray(value);
  for (const name of Object.keys(value)) {
    const member = toJson(Reflect.get(value, name), name);
    if (member === undefined && !isArray) continue;
    yield [isArray ? comma : `${comma}${JSON.stringify(name)}:`, member ?? null];
    comma = ',';
  }
}

/** Returns the value to serialise; undefined for one that is omitted. */
function toJson(value: unknown, name: string): unknown {
  const hook: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'toJSON') : undefined;
  const written: unknown = typeof hook === 'function' ? hook.call(value, name) : value;
  return typeof written === 'function' || typeof written === 'symbol' ? undefined : written;
}

/** Whether the byte is white space of JSON. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
