import { exactMember } from 'kube-informers/internal';

// Words that YAML reads as something else than a string, and characters with a meaning at the start of a scalar.
const special =
  /^(?:|~|null|true|false|yes|no|on|off|y|n|[-+.]?(?:inf|nan)|[-+.]?\d.*|[-?:,[\]{}#&*!|>'"%@`=<.].*)$/i;
// oxlint-disable-next-line no-control-regex
const unsafe = /: |:$| #|[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]|^\s|\s$/;
// oxlint-disable-next-line no-control-regex
const unsafeInBlock = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]|^[ \n]| \n*$|\n\n$/;

/** Deepest nesting that is written as YAML; what is below is written as JSON on one line. */
const maxDepth = 60;

/** Writes a JSON value as YAML. */
export function yaml(value: unknown): string {
  return lines(value, '', 0).join('\n');
}

function lines(value: unknown, indent: string, depth: number): string[] {
  if (!isObject(value)) return [indent + scalar(value, indent)];
  if (depth > maxDepth) return [indent + inline(value)];
  const entries = Object.entries(value);
  if (entries.length === 0) return [indent + (Array.isArray(value) ? '[]' : '{}')];
  return entries.flatMap(([name, read]) => {
    const member = typeof read === 'number' ? exactMember(value, name) : (read as unknown);
    const head = Array.isArray(value) ? '-' : `${plain(name)}:`;
    if (member === undefined) return [];
    if (!isObject(member) || Object.keys(member).length === 0)
      return [
        `${indent}${head} ${isObject(member) ? (Array.isArray(member) ? '[]' : '{}') : scalar(member, indent)}`,
      ];
    if (Array.isArray(value)) {
      const inner = lines(member, `${indent}  `, depth + 1);
      return [`${indent}- ${(inner[0] ?? '').slice(indent.length + 2)}`, ...inner.slice(1)];
    }
    // Kubernetes' own style: a list stands under its name.
    return [indent + head, ...lines(member, Array.isArray(member) ? indent : `${indent}  `, depth + 1)];
  });
}

function scalar(value: unknown, indent: string): string {
  if (typeof value !== 'string') return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  if (!value.includes('\n') || unsafeInBlock.test(value)) return plain(value);
  const block = value.endsWith('\n') ? value.slice(0, -1) : value;
  const rows = block.split('\n').map((row) => (row === '' ? '' : `${indent}  ${row}`));
  return [value.endsWith('\n') ? '|' : '|-', ...rows].join('\n');
}

function plain(text: string): string {
  return special.test(text) || unsafe.test(text) ? JSON.stringify(text) : text;
}

function inline(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    // JSON.stringify is recursive: the object is nested too deep to be shown.
    return '{} # nested too deep';
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
