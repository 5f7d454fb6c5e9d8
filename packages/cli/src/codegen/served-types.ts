import { asObject, at, type JsonObject, objectsOf, textAt } from '@kube-informers/schema/internal';
import { depthProblem } from '@kube-informers/testing/internal';
import { type Resource } from 'kube-informers';
import { allVerbs } from 'kube-informers/internal';
import { shownValue } from 'kube-informers/internal';
import { CodegenError } from './codegen-error.js';
import { UniqueNames, pascalCase } from './names.js';
import { rootModel, structOf, typeOf } from './schema-model.js';
import type { NamedStruct } from './struct-names.js';
import type { GroupVersionModel } from './type-file.js';
import type { KindModel, TypeModel } from './type-model.js';

const refPrefix = '#/components/schemas/';

/** The library's own type of an object's metadata; every server has the same. */
const objectMetaName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/**
 * Returns the types of resources as a server describes them in the OpenAPI 3 document of their group-version.
 *
 * Throws CodegenError for a resource without a schema, and for documents that are not OpenAPI.
 */
export function servedTypes(
  document: unknown,
  resources: readonly Resource[],
  origin: string,
): GroupVersionModel {
  const [first] = resources;
  const schemas = asObject(at(document, 'components', 'schemas'));
  if (first === undefined || schemas === undefined) {
    throw new CodegenError(`${origin}: components.schemas is missing`);
  }
  const tooDeep = depthProblem(document);
  if (tooDeep !== undefined) throw new CodegenError(`${origin}: ${tooDeep}`);
  const components = new Components(schemas, resources, origin);
  const kinds = resources.map((resource) => components.kind(resource));
  return { group: first.group, version: first.version, kinds, named: components.named() };
}

class Components {
  readonly #schemas: JsonObject;
  readonly #origin: string;
  readonly #names = new UniqueNames();
  /** The interface of each component that something refers to, in the order of the references. */
  readonly #interfaces = new Map<string, string>();
  /** The first component of each kind of the document: `group/version/kind`. */
  readonly #components = new Map<string, string>();
  /** The components of kinds, which have an interface already. */
  readonly #kinds = new Map<string, string>();
  /** Components that are not interfaces and are being read: one that contains itself has no type of its own. */
  readonly #open = new Set<string>();

  constructor(schemas: JsonObject, resources: readonly Resource[], origin: string) {
    this.#schemas = schemas;
    this.#origin = origin;
    this.#names.take('ObjectMeta');
    for (const [name, schema] of Object.entries(schemas))
      for (const kind of kindsOf(schema)) if (!this.#components.has(kind)) this.#components.set(kind, name);
    for (const resource of resources) {
      const component = this.#components.get(kindKey(resource));
      if (component === undefined) {
        throw new CodegenError(`${origin}: no schema of ${resource.apiVersion} ${resource.kind}`);
      }
      this.#kinds.set(component, this.#names.take(resource.kind));
    }
  }

  kind(resource: Resource): KindModel {
    const schema = asObject(this.#schemas[this.#components.get(kindKey(resource)) ?? '']) ?? {};
    const hasAllVerbs = allVerbs.every((verb) => resource.verbs.includes(verb));
    return {
      ...resource,
      verbs: hasAllVerbs ? undefined : resource.verbs.toSorted(),
      subresources: resource.subresources.toSorted(),
      deprecated: undefined,
      body: rootModel(schema, (ref) => this.#resolve(ref)),
      origin: this.#origin,
    };
  }

  /** Returns the interfaces that the kinds use, directly or not, by name. */
  named(): NamedStruct[] {
    const structs: NamedStruct[] = [];
    // Reading one may add more at the end.
    for (const [component, name] of this.#interfaces) {
      const schema = asObject(this.#schemas[component]) ?? {};
      structs.push({ name, struct: structOf(schema, (ref) => this.#resolve(ref)) });
    }
    return structs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  #resolve(ref: string): TypeModel {
    const component = ref.startsWith(refPrefix) ? ref.slice(refPrefix.length) : undefined;
    const schema =
      component !== undefined && Object.hasOwn(this.#schemas, component)
        ? asObject(this.#schemas[component])
        : undefined;
    if (component === undefined || schema === undefined) {
      throw new CodegenError(`${this.#origin}: $ref ${shownValue(ref)} does not name a schema`);
    }
    if (component === objectMetaName) return { is: 'named', name: 'ObjectMeta' };
    if (Object.keys(asObject(schema['properties']) ?? {}).length > 0) {
      return { is: 'named', name: this.#interfaceOf(component) };
    }
    if (this.#open.has(component)) return { is: 'plain', text: 'unknown' };
    this.#open.add(component);
    const type = typeOf(schema, (inner) => this.#resolve(inner));
    this.#open.delete(component);
    return type;
  }

  /** `io.k8s.api.core.v1.PodSpec` → `PodSpec`; with a number if another component has that name. */
  #interfaceOf(component: string): string {
    const known = this.#kinds.get(component) ?? this.#interfaces.get(component);
    if (known !== undefined) return known;
    const last = pascalCase(component.slice(component.lastIndexOf('.') + 1));
    const name = this.#names.take(/^[A-Za-z]/.test(last) ? last : `Type${last}`);
    this.#interfaces.set(component, name);
    return name;
  }
}

function kindKey({ group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>): string {
  return `${group}/${version}/${kind}`;
}

/** The kinds that a schema describes. */
function kindsOf(schema: unknown): string[] {
  return objectsOf(asObject(schema)?.['x-kubernetes-group-version-kind']).map((each) =>
    kindKey({ group: textAt(each, 'group'), version: textAt(each, 'version'), kind: textAt(each, 'kind') }),
  );
}
