import { ConfigError } from '../util/errors.js';
import { exactNumbers, exactNumbersOf, withTextsOf } from '../util/json.js';
import { refuseValue } from '../util/require.js';
import { isObject } from '../util/type-checks.js';
import { describeObject } from './unknown-object.js';

/**
 * In an object that is not whole: the fields that were kept, as text. A spread copies it, JSON does not have it.
 *
 * `update`, `apply` and other calls that replace an object refuse one with this member.
 */
export const projected: unique symbol = Symbol.for('kube-informers: projected');

/** What happens to a member: kept whole, left out, or masked itself. */
export type MaskRule = boolean | MaskNode;

/** What happens to the members of an object, or of each object in a list. */
export interface MaskNode {
  /** Whether members that are not named are kept. */
  readonly keepsOthers: boolean;
  readonly members: ReadonlyMap<string, MaskRule>;
}

/** The options that make a mask; at most one of them is set. */
export interface MaskOptions {
  readonly fields?: unknown;
  readonly exclude?: unknown;
}

/** Kept of every object: what caches, owners, finalizers and waits read. */
const typeMembers = ['apiVersion', 'kind'] as const;
const identityMembers = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'finalizers',
  'ownerReferences',
] as const;

/** A mask may be made by a program from its input. */
const maxDepth = 100;

/**
 * The fields of an object that a cache or a list keeps: those that `fields` names, or all but those that `exclude` names.
 *
 * Lists are masked item by item; an item that is itself a list is kept whole, since Kubernetes has no such lists. What is
 * not an object where the mask names members, such as null, is kept.
 */
export class FieldMask {
  readonly root: MaskNode;
  /** Equal for masks that keep the same fields. */
  readonly text: string;
  /** True if only managedFields are left out: the object counts as whole, since an update keeps the server's entries. */
  readonly keepsWhole: boolean;
  /** The paths of member names that `fields` names; none of `exclude`. */
  readonly paths: readonly (readonly string[])[];

  private constructor(root: MaskNode, text: string, paths: FieldMask['paths'] = []) {
    this.root = root;
    this.text = text;
    this.paths = paths;
    this.keepsWhole = text === '-metadata.managedFields';
  }

  /** Throws ConfigError `ERR_OPTION`, which names the part of the mask that is wrong. Undefined without a mask. */
  static of(what: string, { fields, exclude }: MaskOptions): FieldMask | undefined {
    if (fields !== undefined && exclude !== undefined)
      throw new ConfigError('ERR_OPTION', `${what} must have at most one of fields and exclude, got both`);
    if (fields !== undefined) {
      const root = nodeOf(`fields of ${what}`, fields, true, 0);
      return new FieldMask(withIdentity(root), pathsOf(root).toSorted().join(','), namesOf(root));
    }
    if (exclude === undefined) return undefined;
    const root = nodeOf(`exclude of ${what}`, exclude, false, 0);
    if (root.members.size === 0) throw namesNothing(`exclude of ${what}`);
    const paths = pathsOf(root).map((path) => `-${path}`);
    requireNoIdentity(`exclude of ${what}`, root);
    return new FieldMask(root, paths.toSorted().join(','));
  }

  /** Returns the object with only the kept fields, and says so in it; an object of this mask as it is. */
  apply<T>(object: T): T {
    if (!isObject(object) || keptOf(object) === this.text) return object;
    // It has members of T, and its type says that others may be missing.
    if (this.keepsWhole) return withoutManagedFields(object) as T;
    return this.mark(maskedObject(object, this.root)) as T;
  }

  /** True if all of what is at a path of member names is kept. */
  keeps(path: readonly string[]): boolean {
    return keepsPath(this.text, path);
  }

  /** True if the object has something that is not kept. */
  leavesOut(object: object): boolean {
    return hasMore(object, this.root);
  }

  /** Adds to a masked object what was kept of it, if that is missing. */
  mark<T extends object>(object: T): T {
    // A copy, which takes less memory than adding a member to what JSON.parse returned.
    return this.keepsWhole || keptOf(object) !== undefined ? object : { [projected]: this.text, ...object };
  }
}

/**
 * Throws ConfigError `ERR_PROJECTED` for an object of which only some fields were kept, because a write of the whole object would
 * remove the others.
 */
export function requireWhole(call: string, object: object): void {
  const kept = keptOf(object);
  if (kept !== undefined) throw partError(call, object, kept, 'It');
}

/** The error for an object that is not whole: `which` has what was kept. */
export function partError(call: string, object: object, kept: string, which: string): ConfigError {
  const has = kept.startsWith('-')
    ? `lacks ${kept.replaceAll(/(^|,)-/g, '$1')}`
    : `has only ${kept === '' ? 'its identity' : kept}`;
  return new ConfigError(
    'ERR_PROJECTED',
    `${call}: ${describeObject(object)} was read with only some fields: use patch\n${which} ${has}, and the call would remove what is missing. To replace the object, get it whole first.`,
  );
}

/**
 * Throws ConfigError `ERR_PROJECTED` if a mask, given by its text, keeps nothing at a path of member names: what is read there would
 * look absent.
 */
export function requireKept(what: string, kept: string | undefined, path: readonly string[]): void {
  if (kept === undefined || keepsPath(kept, path)) return;
  const missing = path.map(memberText).join('.');
  throw new ConfigError(
    'ERR_PROJECTED',
    `${what} reads ${missing}, and the cache keeps only some fields (${kept}): keep ${missing} too`,
  );
}

function keepsPath(kept: string, path: readonly string[]): boolean {
  const [top = '', second = ''] = path;
  const isIdentity =
    top === 'metadata'
      ? identityMembers.some((name) => name === second)
      : typeMembers.some((name) => name === top);
  if (isIdentity) return true;
  const list = `,${kept},`;
  // The path itself, or what it is a part of.
  const names = (sign: string): boolean =>
    path.some((_, index) =>
      list.includes(
        `,${sign}${path
          .slice(0, index + 1)
          .map(memberText)
          .join('.')},`,
      ),
    );
  const whole = path.map(memberText).join('.');
  return kept.startsWith('-') ? !names('-') : names('') || list.includes(`,${whole}.`);
}

/** What is kept of an object that is not whole, as text; undefined for others. */
export function keptOf(object: object): string | undefined {
  return (object as { readonly [projected]?: string })[projected];
}

/** Copies the object and its metadata, and returns one without managedFields as it is. */
function withoutManagedFields(object: Readonly<Record<string, unknown>>): object {
  const given = object['metadata'];
  if (!isObject(given) || given['managedFields'] === undefined) return object;
  // Not `delete`, after which V8 uses a hash table for the metadata: 700 bytes more per pod on Node 24.
  const { managedFields: _dropped, ...metadata } = given;
  return { ...object, metadata };
}

function nodeOf(what: string, given: unknown, keeps: boolean, depth: number): MaskNode {
  if (!isObject(given))
    refuseValue(what, 'an object that names fields, such as { status: { phase: true } }', given);
  if (depth > maxDepth) throw new ConfigError('ERR_OPTION', `${what} is more than ${maxDepth} levels deep`);
  const members = new Map<string, MaskRule>();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    // Half a surrogate pair as well becomes U+FFFD in bytes, and so does what is not UTF-8 in a response.
    if (Buffer.from(name).includes('\uFFFD'))
      refuseValue(`a name in ${what}`, 'valid Unicode without U+FFFD', name);
    if (value === true) members.set(name, keeps);
    else if (isObject(value)) {
      const node = nodeOf(`${name} in ${what}`, value, keeps, depth + 1);
      if (node.members.size === 0) throw namesNothing(`${name} in ${what}`);
      members.set(name, node);
    } else refuseValue(`${name} in ${what}`, 'true or an object that names fields', value);
  }
  return { keepsOthers: !keeps, members };
}

function namesNothing(what: string): ConfigError {
  return new ConfigError('ERR_OPTION', `${what} must name at least one field, got none`);
}

function withIdentity({ keepsOthers, members }: MaskNode): MaskNode {
  const root = new Map(members);
  for (const name of typeMembers) root.set(name, true);
  const metadata = members.get('metadata');
  if (metadata !== true) {
    const named = typeof metadata === 'object' ? metadata.members : new Map<string, MaskRule>();
    const kept = new Map(named);
    for (const name of identityMembers) kept.set(name, true);
    root.set('metadata', { keepsOthers, members: kept });
  }
  return { keepsOthers, members: root };
}

function requireNoIdentity(what: string, root: MaskNode): void {
  const metadata = root.members.get('metadata');
  const refused: string | undefined =
    typeMembers.find((name) => root.members.has(name)) ??
    (metadata === false
      ? 'metadata'
      : typeof metadata === 'object'
        ? identityMembers.find((name) => metadata.members.has(name))
        : undefined);
  if (refused !== undefined)
    throw new ConfigError('ERR_OPTION', `${what} must leave the identity of objects, got ${refused}`);
}

function memberText(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}

function pathsOf(node: MaskNode): string[] {
  return namesOf(node).map((path) => path.map(memberText).join('.'));
}

function namesOf({ members }: MaskNode, before: readonly string[] = []): (readonly string[])[] {
  return Array.from(members).flatMap(([name, rule]) => {
    const path = [...before, name];
    return typeof rule === 'object' ? namesOf(rule, path) : [path];
  });
}

/** Masks any value. The recursion is as deep as the mask. */
export function masked(value: unknown, node: MaskNode): unknown {
  if (isObject(value)) return maskedObject(value, node);
  if (!Array.isArray(value)) return value;
  const items: unknown[] = value.map((item: unknown) => (isObject(item) ? maskedObject(item, node) : item));
  const numbers = exactNumbersOf(value);
  return numbers === undefined ? items : Object.assign(items, { [exactNumbers]: numbers });
}

function maskedObject(object: Readonly<Record<string, unknown>>, node: MaskNode): object {
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    const rule = node.members.get(name) ?? node.keepsOthers;
    if (rule !== false) entries.push([name, rule === true ? value : masked(value, rule)]);
  }
  // Not by assignment, which would not create a member with the name __proto__.
  return withTextsOf(Object.fromEntries(entries), object);
}

/** True if the value, or an item of a list, has members that are left out. */
function hasMore(value: unknown, node: MaskNode): boolean {
  if (Array.isArray(value)) return value.some((item) => isObject(item) && hasMore(item, node));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => {
    const rule = node.members.get(name) ?? node.keepsOthers;
    return rule === false || (rule !== true && hasMore(member, rule));
  });
}
