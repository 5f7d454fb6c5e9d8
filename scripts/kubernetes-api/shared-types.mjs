/** Which types of a group-version are those of the newer one: then there is one type, with its comments, under both names. */
import { core } from './go-source.mjs';
import { facts } from './model.mjs';

/** What decides whether two declarations are the same, with the names of their own package made equal. */
function shapeOf(name, declaration) {
  const neutral = (type) => type.replaceAll(`${name}.`, 'own.');
  if (declaration.alias !== undefined) {
    return JSON.stringify([neutral(declaration.alias), declaration.values?.toSorted()]);
  }
  return JSON.stringify(
    declaration.fields.map((field) => {
      const { json, type, inline, omitempty, omitzero, optional, required } = field;
      return [json, neutral(type), inline, omitempty, omitzero, optional, required];
    }),
  );
}

/** Kinds differ in their apiVersion. */
const isKind = ({ fields }) => fields?.some((field) => field.inline && field.type === 'meta/v1.TypeMeta');

/** @returns the names of the types of `name` that are those of `newer` */
export function sharedTypes(name, newer) {
  const own = facts.packages[name].types;
  const other = facts.packages[newer].types;
  const shared = new Set(
    Object.keys(own).filter(
      (type) =>
        other[type] !== undefined &&
        !isKind(own[type]) &&
        shapeOf(name, own[type]) === shapeOf(newer, other[type]),
    ),
  );
  // A type is the same only when the types that it contains are.
  const contains = (type) =>
    [own[type].alias, ...(own[type].fields ?? []).map((field) => field.type)]
      .filter((each) => each?.includes(`${name}.`))
      .map((each) => core(each).slice(name.length + 1));
  for (let before = -1; before !== shared.size;) {
    before = shared.size;
    for (const type of shared) if (contains(type).some((each) => !shared.has(each))) shared.delete(type);
  }
  return shared;
}
