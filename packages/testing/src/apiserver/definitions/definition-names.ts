import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, asObject, at, objectsOf, textAt } from '@kube-informers/schema/internal';
import type { ObjectBody } from '../storage/stored-object.js';

/** A condition of a definition's status. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** The names that a definition is granted. */
export interface NameDecision {
  readonly acceptedNames: JsonObject;
  readonly namesAccepted: Condition;
}

/** Returns the names granted to other definitions of the same group. */
export function takenNames(
  definition: ObjectBody,
  others: readonly ObjectBody[],
): { readonly resources: ReadonlySet<string>; readonly kinds: ReadonlySet<string> } {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const other of others) {
    if (textAt(other, 'spec', 'group') !== textAt(definition, 'spec', 'group')) continue;
    const names = at(other, 'status', 'acceptedNames');
    for (const name of [
      textAt(names, 'plural'),
      textAt(names, 'singular'),
      ...textsOf(at(names, 'shortNames')),
    ]) {
      resources.add(name);
    }
    kinds.add(textAt(names, 'kind')).add(textAt(names, 'listKind'));
  }
  return { resources, kinds };
}

/** Decides which of the requested names a definition gets: those that are not in use. */
export function decideNames(definition: ObjectBody, others: readonly ObjectBody[]): NameDecision {
  // Its own names count as taken too, but it may keep them.
  const { resources, kinds } = takenNames(definition, [...others, definition]);
  const wanted = asObject(at(definition, 'spec', 'names')) ?? {};
  const had = asObject(at(definition, 'status', 'acceptedNames')) ?? {};
  const accepted: JsonObject = { ...had };
  let conflict: Condition | undefined;
  const refuse = (reason: string, message: string): void => {
    conflict = { type: 'NamesAccepted', status: 'False', reason, message };
  };
  const one = (field: string, taken: ReadonlySet<string>, reason: string): void => {
    const name = textAt(wanted, field);
    if (name !== textAt(had, field) && taken.has(name)) refuse(reason, inUse(name));
    else if (name !== '') accepted[field] = name;
    else delete accepted[field];
  };
  one('plural', resources, 'PluralConflict');
  one('singular', resources, 'SingularConflict');
  if (!isDeepStrictEqual(textsOf(wanted['shortNames']), textsOf(had['shortNames']))) {
    const own = textsOf(had['shortNames']);
    const messages = textsOf(wanted['shortNames'])
      .filter((name) => !own.includes(name) && resources.has(name))
      .map(inUse);
    if (messages.length > 0) {
      refuse('ShortNamesConflict', messages.length === 1 ? (messages[0] ?? '') : `[${messages.join(', ')}]`);
    } else if (wanted['shortNames'] === undefined) delete accepted['shortNames'];
    else accepted['shortNames'] = wanted['shortNames'];
  }
  one('kind', kinds, 'KindConflict');
  one('listKind', kinds, 'ListKindConflict');
  if (wanted['categories'] === undefined) delete accepted['categories'];
  else accepted['categories'] = wanted['categories'];
  return {
    acceptedNames: ordered(accepted),
    namesAccepted: conflict ?? {
      type: 'NamesAccepted',
      status: 'True',
      reason: 'NoConflicts',
      message: 'no conflicts found',
    },
  };
}

function inUse(name: string): string {
  return `${JSON.stringify(name)} is already in use`;
}

function ordered(names: JsonObject): JsonObject {
  const fields = ['plural', 'singular', 'shortNames', 'kind', 'listKind', 'categories'];
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(names, field)).map((field) => [field, names[field]]),
  );
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the condition of a type; undefined if absent. */
export function conditionOf(definition: ObjectBody, type: string): JsonObject | undefined {
  return objectsOf(at(definition, 'status', 'conditions')).find((condition) => condition['type'] === type);
}

/** True if a definition has this condition with status True. */
export function isTrue(definition: ObjectBody, type: string): boolean {
  return conditionOf(definition, type)?.['status'] === 'True';
}

/** Sets a condition and the time of its last status change. Changes `definition`. */
export function setCondition(definition: ObjectBody, condition: Condition, now: string): void {
  const status = asObject(definition['status']) ?? {};
  const conditions = objectsOf(status['conditions']);
  const old = conditions.find(({ type }) => type === condition.type);
  const { type, reason, message } = condition;
  const lastTransitionTime = old?.['status'] === condition.status ? old['lastTransitionTime'] : now;
  const next = { type, status: condition.status, lastTransitionTime, reason, message };
  definition['status'] = {
    ...status,
    conditions:
      old === undefined ? [...conditions, next] : conditions.map((other) => (other === old ? next : other)),
  };
}
