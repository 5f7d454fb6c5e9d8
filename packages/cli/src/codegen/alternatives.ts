import { asObject, type JsonObject, objectsOf } from '@kube-informers/schema/internal';

/** Which fields an object has in one of the ways that its schema allows. */
export interface Alternative {
  /** Fields that must be there, besides those that always must. */
  readonly required: readonly string[];
  /** Fields that must not. */
  readonly absent: readonly string[];
}

/** Most alternatives that become a union; each lists the fields of all. With more, the type says nothing of them. */
const maxAlternatives = 8;

/**
 * Returns the ways in which `oneOf`, or else `anyOf`, lets the fields of an object be present; none if that says nothing,
 * or too much.
 *
 * Every object that the schema accepts agrees with one of them. Only branches of required fields are read, and of
 * fields that are not set: `not: { anyOf: [{ required: [a] }] }`.
 */
export function alternativesOf(schema: JsonObject): readonly Alternative[] {
  const properties = asObject(schema['properties']) ?? {};
  const always = textsOf(schema['required']);
  const forms = [
    { parts: objectsOf(schema['oneOf']), narrowed: onlyBranch },
    { parts: objectsOf(schema['anyOf']), narrowed: shortestBranch },
  ];
  for (const { parts, narrowed } of forms) {
    const read = parts.map(branchOf);
    const branches = read.filter((branch) => branch !== undefined);
    if (branches.length !== read.length || branches.length > maxAlternatives) continue;
    const names = new Set(branches.flatMap(({ required, absent }) => [...required, ...absent]));
    // A field with a default is always there, and one that the schema does not have never is.
    const usable = [...names].every((name) => {
      const property = Object.hasOwn(properties, name) ? asObject(properties[name]) : undefined;
      return property !== undefined && !Object.hasOwn(property, 'default');
    });
    if (!usable) continue;
    const whole = branches.map((branch) => ({ ...branch, required: union(branch.required, always) }));
    const found = whole
      .map((branch) => narrowed(branch, whole))
      .filter((branch) => branch !== undefined)
      .map(({ required, absent }) => ({
        required: without(required, always).toSorted(),
        absent: absent.toSorted(),
      }));
    if (found.length > 1 && found.every(({ required, absent }) => required.length + absent.length > 0))
      return found;
  }
  return [];
}

/** Reads a branch; undefined if it says something else, too. */
function branchOf(part: JsonObject): Alternative | undefined {
  const absent: string[] = [];
  for (const [key, value] of Object.entries(part)) {
    if (key === 'required') continue;
    if (key !== 'not') return undefined;
    const not = asObject(value) ?? {};
    const listed = Object.hasOwn(not, 'anyOf') ? objectsOf(not['anyOf']) : [not];
    if (Object.keys(not).length !== 1) return undefined;
    for (const each of listed) {
      const [name, ...others] = textsOf(each['required']);
      if (name === undefined || others.length > 0 || Object.keys(each).length !== 1) return undefined;
      absent.push(name);
    }
  }
  return { required: textsOf(part['required']), absent: union(absent, []) };
}

/** Returns what an object has that matches this branch and no other; undefined if there cannot be one. */
function onlyBranch(branch: Alternative, all: readonly Alternative[]): Alternative | undefined {
  const required = [...branch.required];
  const absent = [...branch.absent];
  for (const other of all) {
    if (other === branch) continue;
    // The other does not match as soon as one of these is missing, or one of those is there.
    const missing = without(other.required, branch.required);
    const present = without(other.absent, branch.absent);
    if (overlap(missing, branch.absent) || overlap(present, branch.required)) continue;
    const [name, ...more] = [...missing, ...present];
    if (name === undefined) return undefined;
    if (more.length > 0) continue;
    if (missing.includes(name)) absent.push(name);
    else required.push(name);
  }
  return overlap(required, absent) ? undefined : { required: union(required, []), absent: union(absent, []) };
}

/** Returns the branch, unless another accepts all that it accepts. */
function shortestBranch(branch: Alternative, all: readonly Alternative[]): Alternative | undefined {
  if (overlap(branch.required, branch.absent)) return undefined;
  const own = all.indexOf(branch);
  const covered = all.some((other, index) => {
    const more = [...without(other.required, branch.required), ...without(other.absent, branch.absent)];
    const less = [...without(branch.required, other.required), ...without(branch.absent, other.absent)];
    return index !== own && more.length === 0 && (less.length > 0 || index < own);
  });
  return covered ? undefined : branch;
}

function union(names: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...names, ...others])];
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name));
}

function overlap(names: readonly string[], others: readonly string[]): boolean {
  return names.some((name) => others.includes(name));
}

function textsOf(value: unknown): string[] {
  const listed: unknown[] = Array.isArray(value) ? value : [];
  return listed.filter((each) => typeof each === 'string');
}
