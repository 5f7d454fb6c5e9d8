import { type ApiType, type Field, type StructType, unwrapped } from '@kube-informers/schema/internal';
import { typeOfKind } from '@kube-informers/testing/internal';
import { Shapes } from './shapes.js';
import type { FieldModel, ImportedType, PlainType, StructModel, TypeModel } from './type-model.js';

/** The built-in types that custom resources contain, each with all that is in it: group, version, name. */
const roots: readonly (readonly [group: string, version: string, name: string])[] = [
  ['', 'v1', 'PodTemplateSpec'],
  ['', 'v1', 'PersistentVolumeClaimSpec'],
  ['', 'v1', 'PersistentVolumeClaimStatus'],
  ['', 'v1', 'PersistentVolumeSpec'],
  ['', 'v1', 'ServiceSpec'],
  ['', 'v1', 'ServiceStatus'],
  ['', 'v1', 'ObjectReference'],
  ['', 'v1', 'SecretReference'],
  ['apps', 'v1', 'DeploymentSpec'],
  ['apps', 'v1', 'StatefulSetSpec'],
  ['autoscaling', 'v2', 'HorizontalPodAutoscalerSpec'],
  ['batch', 'v1', 'CronJobSpec'],
  ['meta.k8s.io', 'v1', 'Condition'],
  ['meta.k8s.io', 'v1', 'LabelSelector'],
  ['meta.k8s.io', 'v1', 'OwnerReference'],
  ['networking.k8s.io', 'v1', 'IngressSpec'],
  ['networking.k8s.io', 'v1', 'NetworkPolicySpec'],
  ['rbac.authorization.k8s.io', 'v1', 'PolicyRule'],
  ['rbac.authorization.k8s.io', 'v1', 'Subject'],
];

/** A type with one field says too little to be recognized; this one everybody knows. */
const smallTypes: readonly string[] = ['LocalObjectReference'];

/** The enums that controller-gen writes for fields of built-in types: those with +kubebuilder:validation:Enum. */
const enums: Readonly<Record<string, TypeModel>> = {
  'meta.v1.Condition.status': { is: 'enum', base: 'string', values: ['True', 'False', 'Unknown'] },
};

interface Models {
  readonly withEnums: boolean;
  readonly byType: Map<StructType, StructModel | undefined>;
}

const scalars: Readonly<Record<string, PlainType>> = {
  bool: 'boolean',
  string: 'string',
  float64: 'number',
  int: 'number',
  int32: 'number',
  int64: 'number',
};

/**
 * Finds the built-in type that an object schema equals: the same fields with the same types, at every level.
 *
 * A schema with an enum, a rule or alternatives that the built-in type does not have equals none.
 * Compares with the embedded server's table of types, by which built-in objects are decoded.
 */
export class BuiltInShapes {
  readonly #shapes = new Shapes({ withDocs: false });
  readonly #types = new Map<number, ImportedType[]>();

  constructor() {
    for (const withEnums of [false, true]) {
      const models: Models = { withEnums, byType: new Map() };
      for (const [group, version, name] of roots) {
        const type = typeOfKind(group, version, name);
        if (type === undefined) throw new Error(`the table of types has no ${group}/${version} ${name}`);
        modelOf(type, models);
      }
      for (const [{ name }, model] of models.byType) {
        if (model !== undefined) this.#add(name, model);
      }
    }
  }

  /** Returns the type that a schema equals; undefined without one, or if several do and the path decides for none. */
  find(struct: StructModel, path: readonly string[]): ImportedType | undefined {
    const equal = this.#types.get(this.#shapes.numberOf(struct)) ?? [];
    if (equal.length < 2) return equal[0];
    const field = (path.at(-1) ?? '').toLowerCase();
    const named = equal.filter(({ name }) => field.includes(firstWord(name)));
    return named.length === 1 ? named[0] : undefined;
  }

  /** Every type that `find` may return. */
  all(): readonly ImportedType[] {
    return [...this.#types.values()].flat();
  }

  #add(fullName: string, model: StructModel): void {
    const [folder = '', version = '', name = ''] = fullName.split('.');
    if (model.fields.length < 2 && !smallTypes.includes(name)) return;
    const number = this.#shapes.numberOf(model);
    const equal = this.#types.get(number);
    const type = { name, from: `${folder}${version}` };
    if (equal === undefined) this.#types.set(number, [type]);
    else if (!equal.some((other) => other.name === type.name && other.from === type.from)) equal.push(type);
  }
}

/** `SecretKeySelector` → `secret`. */
function firstWord(name: string): string {
  return (/^[A-Z]+[a-z]*/.exec(name)?.[0] ?? name).toLowerCase();
}

/** Returns the model of a built-in type; undefined if a schema cannot equal it, as it holds JSON of any form. */
function modelOf(type: StructType, models: Models): StructModel | undefined {
  const { byType, withEnums } = models;
  if (byType.has(type)) return byType.get(type);
  // Registered first: nothing that contains itself can be written as a structural schema.
  byType.set(type, undefined);
  const fields: FieldModel[] = [];
  for (const field of type.fields.values()) {
    const listed = withEnums ? enums[`${type.name}.${field.json}`] : undefined;
    const inside = listed ?? typeModelOf(field.type, models);
    if (inside === undefined) return undefined;
    fields.push({
      name: field.json,
      required: isRequired(field),
      type: inside,
      docs: '',
      remarks: [],
      defaultJson: undefined,
    });
  }
  const model: StructModel = {
    docs: '',
    remarks: [],
    fields: fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    open: false,
    alternatives: [],
  };
  byType.set(type, model);
  return model;
}

function isRequired(field: Field): boolean {
  return !field.omitEmpty && !field.omitZero;
}

function typeModelOf(type: ApiType, models: Models): TypeModel | undefined {
  const plain = unwrapped(type);
  switch (plain.is) {
    case 'scalar': {
      const text = scalars[plain.base];
      return text === undefined ? undefined : { is: 'plain', text };
    }
    case 'special':
      return specialOf(plain.form);
    case 'list': {
      const items = typeModelOf(plain.items, models);
      return items === undefined ? undefined : { is: 'list', items };
    }
    case 'map': {
      const values = typeModelOf(plain.values, models);
      return values === undefined ? undefined : { is: 'map', values };
    }
    case 'struct': {
      if (plain.name === 'meta.v1.ObjectMeta') return { is: 'named', name: 'ObjectMeta' };
      const struct = modelOf(plain, models);
      return struct === undefined ? undefined : { is: 'struct', struct };
    }
  }
}

function specialOf(form: string): TypeModel | undefined {
  switch (form) {
    case 'bytes':
    case 'duration':
    case 'microtime':
    case 'time':
      return { is: 'plain', text: 'string' };
    case 'intorstring':
      return { is: 'plain', text: 'number | string' };
    case 'quantity':
      return { is: 'plain', text: 'quantity' };
    default:
      return undefined;
  }
}
