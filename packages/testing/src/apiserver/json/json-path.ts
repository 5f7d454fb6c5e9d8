import { isJsonObject } from './json-fields.js';

/** Splits the JSONPath of a printer column at its dots; a dot inside brackets belongs to a filter. */
export function splitPath(path: string): string[] {
  const parts: string[] = [];
  let part = '';
  let inBrackets = false;
  for (const character of path.replace(/^\./, '')) {
    if (character === '[') inBrackets = true;
    else if (character === ']') inBrackets = false;
    if (character !== '.' || inBrackets) {
      part += character;
      continue;
    }
    parts.push(part);
    part = '';
  }
  return [...parts, part];
}

/**
 * Evaluates the simple JSON paths of printer columns: `.spec.color`, `.status.conditions[?(@.type=="Ready")].status`.
 */
export function followPath(body: unknown, path: readonly string[]): unknown {
  let current: unknown = body;
  for (const step of path) {
    const match = stepPattern.exec(step);
    const field = match?.[1]?.replaceAll('\\', '') ?? step;
    if (field !== '')
      current = isJsonObject(current) && Object.hasOwn(current, field) ? current[field] : undefined;
    if (match?.[2] !== undefined) current = pick(current, match[2]);
  }
  return current === undefined ? null : current;
}

/** A field, and an index or a filter in brackets. */
const stepPattern = /^([^[]*)(?:\[(.*)\])?$/;
const equality = /^\?\(@\.([\w.-]+)\s*==\s*["'](.*)["']\)$/;

/** True if `followPath` understands a path; it finds nothing at others, such as `.spec.ports[*].name`. */
export function isSimplePath(path: string): boolean {
  return splitPath(path).every((step) => {
    const match = stepPattern.exec(step);
    if (match === null) return false;
    const [, field = '', selector] = match;
    if (selector === undefined) return field !== '' && field !== '*';
    return field !== '*' && (/^\d+$/.test(selector) || equality.test(selector));
  });
}

function pick(value: unknown, selector: string): unknown {
  if (!Array.isArray(value)) return undefined;
  if (/^\d+$/.test(selector)) return value[Number(selector)];
  const filter = equality.exec(selector);
  if (filter === null) return undefined;
  return value.find((item) => isJsonObject(item) && item[filter[1] ?? ''] === filter[2]);
}
