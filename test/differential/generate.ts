import { Chance } from '../soak/chance.js';
import type { Schema, TestedResource } from './resources.js';
import type { Json, JsonFields, ManagedFieldsEdit, Operation, Request } from './sequence.js';
import { isFields, isList, Values } from './values.js';

const managers = ['a', 'a', 'b', 'b', 'c'] as const;
const metadataSchema: Schema = {
  type: 'object',
  properties: {
    labels: { type: 'object', additionalProperties: { type: 'string', enum: ['1', '2', ''], present: true } },
    annotations: {
      type: 'object',
      additionalProperties: { type: 'string', enum: ['1', '2', 'x y'], present: true },
    },
  },
};
const rareMetadataSchema: Schema = {
  type: 'object',
  properties: {
    finalizers: {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { type: 'string', enum: ['differential.example.com/a', 'differential.example.com/b'] },
    },
    ownerReferences: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: {
        type: 'object',
        required: ['apiVersion', 'kind', 'name', 'uid'],
        properties: {
          apiVersion: { type: 'string', enum: ['v1'] },
          kind: { type: 'string', enum: ['ConfigMap'] },
          name: { type: 'string', enum: ['o', 'p'] },
          uid: { type: 'string', enum: ['1', '2'] },
          blockOwnerDeletion: { type: 'boolean' },
        },
      },
    },
  },
};
/** Fields of an object's metadata that the server sets. */
const systemMetadata = new Set([
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
]);

/** Makes the operations of one sequence, one after the other: each sees the object that the ones before have left. */
export class Generator {
  readonly resource: TestedResource;
  readonly length: number;
  readonly #chance: Chance;
  readonly #values: Values;
  readonly #ticks: boolean;
  /** What each manager applied last, by manager and subresource. */
  readonly #applied = new Map<string, JsonFields>();

  constructor(seed: number, number: number, possible: readonly TestedResource[]) {
    const chance = new Chance(seed, `sequence ${number}`);
    this.#chance = chance;
    this.resource = chance.pick(possible);
    const wild = this.resource.validated && chance.happens(0.2);
    this.#ticks = chance.happens(0.1);
    // A built-in object with empty parts is stored without them: whether a write changes it depends on its second.
    const empties = this.resource.validated || !this.#ticks;
    this.#values = new Values(chance, {
      wild,
      nulls: wild || (empties && chance.happens(0.25)),
      empties,
      strict: !this.resource.validated,
    });
    this.length = chance.between(3, 11);
  }

  /** The version in which the next operation needs to see the object. */
  nextVersion(): string {
    const versions = Object.keys(this.resource.versions);
    return this.#chance.happens(0.5) ? (versions[0] ?? '') : this.#chance.pick(versions);
  }

  /** The next operation; `current` is the object in this version, or undefined if there is none. */
  next(version: string, current: JsonFields | undefined): Operation {
    const chance = this.#chance;
    if (this.#ticks && current !== undefined && chance.happens(0.2)) return { verb: 'tick' };
    const kind = chance.next();
    if (current === undefined) {
      if (kind < 0.65) return this.#apply(version, '', false);
      if (kind < 0.95) return { verb: 'create', version, ...this.#query(), body: this.#fresh(version, '') };
      return this.#update(version, '', undefined);
    }
    const subresources = this.resource.subresources.filter((name) => name === 'status');
    const subresource = subresources.length > 0 && chance.happens(0.25) ? 'status' : '';
    if (kind < 0.45) return this.#apply(version, subresource, true);
    if (kind < 0.65) return this.#update(version, subresource, current);
    if (kind < 0.77) return this.#mergePatch(version, subresource);
    if (kind < 0.87) return this.#jsonPatch(version, subresource, current);
    if (kind < 0.93) return this.#strategicPatch(version, subresource);
    if (kind < 0.97) return { verb: 'get', version };
    return this.resource.deletes === false ? { verb: 'get', version } : { verb: 'delete', version };
  }

  #schema(version: string): Schema {
    return this.resource.versions[version] ?? {};
  }

  #query(more: Readonly<Record<string, string>> = {}): { readonly query: Readonly<Record<string, string>> } {
    const chance = this.#chance;
    const manager = chance.happens(0.85) ? { fieldManager: chance.pick(managers) } : {};
    const validation = chance.happens(0.15)
      ? { fieldValidation: chance.pick(['Strict', 'Ignore', 'Warn']) }
      : {};
    const dryRun = chance.happens(0.03) ? { dryRun: 'All' } : {};
    return { query: { ...manager, ...validation, ...dryRun, ...more } };
  }

  #metadata(): JsonFields {
    const chance = this.#chance;
    const common = chance.happens(0.5) ? fields(this.#values.make(metadataSchema, 0.6)) : {};
    const rare = chance.happens(0.15) ? fields(this.#values.make(rareMetadataSchema, 0.5)) : {};
    return { ...common, ...rare };
  }

  /** A new body for the object or its status. */
  #fresh(version: string, subresource: string): JsonFields {
    const chance = this.#chance;
    const schema = this.#schema(version);
    const body = fields(this.#values.make(schema, chance.pick([0.25, 0.4, 0.6])));
    const { status, ...rest } = body;
    // What the status endpoint of a built-in kind does with metadata is part of its strategy.
    const plain = subresource === 'status' && !this.resource.validated;
    const metadata = plain ? {} : this.#metadata();
    const withMetadata = Object.keys(metadata).length > 0 ? { metadata } : {};
    // The real server writes a built-in object again if a request has a status that its strategy ignores.
    const withStatus = this.resource.validated && chance.happens(0.15);
    if (subresource === '') return { ...(withStatus ? body : rest), ...withMetadata };
    const made = status ?? this.#values.make(schema.properties?.['status'] ?? {}, 0.5);
    const required = this.resource.validated ? {} : rest;
    return { ...(chance.happens(0.1) ? rest : required), status: made, ...withMetadata };
  }

  #changed(body: JsonFields, version: string, subresource: string, times: number): JsonFields {
    const plain = subresource === 'status' && !this.resource.validated;
    const schema = this.#schema(version);
    let { metadata, ...own } = body;
    for (let time = 0; time < times; time++) {
      if (!plain && this.#chance.happens(0.15))
        metadata = this.#values.change(metadata ?? {}, {
          type: 'object',
          properties: { ...metadataSchema.properties, ...rareMetadataSchema.properties },
        });
      else own = fields(this.#values.change(own, schema));
    }
    if (!this.resource.validated && subresource === '') {
      const { status: _status, ...others } = own;
      own = body['status'] === undefined ? others : { ...others, status: body['status'] };
    }
    return metadata === undefined ? own : { ...own, metadata };
  }

  #apply(version: string, subresource: 'status' | '', exists: boolean): Request {
    const chance = this.#chance;
    const query = this.#query(chance.happens(0.35) ? { force: 'true' } : {});
    const manager = query.query['fieldManager'] ?? chance.pick(managers);
    const key = `${manager}/${subresource}`;
    const last = this.#applied.get(key);
    const body =
      last === undefined || chance.happens(0.15)
        ? this.#fresh(version, subresource)
        : this.#changed(last, version, subresource, chance.pick([0, 1, 1, 1, 2, 3]));
    this.#applied.set(key, body);
    const more =
      exists && chance.happens(0.04) ? { resourceVersion: chance.pick(['current', 'stale'] as const) } : {};
    return {
      verb: 'apply',
      version,
      ...named(subresource),
      query: { ...query.query, fieldManager: manager },
      body,
      ...more,
      ...this.#uid(),
    };
  }

  #uid(): Pick<Request, 'uid'> {
    const chance = this.#chance;
    return chance.happens(0.04) ? { uid: chance.happens(0.7) ? 'current' : 'other' } : {};
  }

  #update(version: string, subresource: 'status' | '', current: JsonFields | undefined): Request {
    const chance = this.#chance;
    const fresh =
      current === undefined ||
      (!(subresource === 'status' && !this.resource.validated) && chance.happens(0.1));
    const body = fresh
      ? this.#fresh(version, subresource)
      : this.#changed(withoutSystem(current), version, subresource, chance.pick([0, 1, 1, 2, 3]));
    const kind = chance.next();
    const resourceVersion =
      current === undefined ? undefined : kind < 0.4 ? 'current' : kind < 0.44 ? 'stale' : undefined;
    return {
      verb: 'update',
      version,
      ...named(subresource),
      ...this.#query(),
      body,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...this.#uid(),
      ...this.#managedFields(current, 0.6),
    };
  }

  #mergePatch(version: string, subresource: 'status' | ''): Request {
    return {
      verb: 'patch',
      patch: 'merge',
      version,
      ...named(subresource),
      ...this.#query(),
      body: this.#withNulls(this.#fresh(version, subresource), this.#schema(version)),
    };
  }

  /** Some fields become null: a merge patch removes them. */
  #withNulls(value: JsonFields, schema: Schema): JsonFields {
    const chance = this.#chance;
    const properties = Object.keys(schema.properties ?? {}).filter(
      (name) => !schema.required?.includes(name),
    );
    const entries = Object.entries(value).map(([name, child]): [string, Json] => {
      const of =
        schema.properties?.[name] ??
        schema.additionalProperties ??
        (name === 'metadata' ? metadataSchema : {});
      const required = schema.required?.includes(name) === true || name === 'metadata';
      if (!required && chance.happens(0.15)) return [name, null];
      return [name, isFields(child) && of.enum === undefined ? this.#withNulls(child, of) : child];
    });
    if (properties.length > 0 && chance.happens(0.15)) entries.push([chance.pick(properties), null]);
    return Object.fromEntries(entries);
  }

  #strategicPatch(version: string, subresource: 'status' | ''): Request {
    if (this.resource.validated) return this.#mergePatch(version, subresource);
    return {
      verb: 'patch',
      patch: 'strategic',
      version,
      ...named(subresource),
      ...this.#query(),
      body: this.#withDirectives(this.#fresh(version, subresource), this.#schema(version)),
    };
  }

  /** Some items of lists are to be deleted. */
  #withDirectives(value: JsonFields, schema: Schema): JsonFields {
    return Object.fromEntries(
      Object.entries(value).map(([name, child]): [string, Json] => {
        const of = schema.properties?.[name] ?? {};
        if (of.enum !== undefined) return [name, child];
        if (isFields(child)) return [name, this.#withDirectives(child, of)];
        const keys = of['x-kubernetes-list-map-keys'] ?? [];
        if (!isList(child) || keys.length !== 1 || of.minItems !== undefined) return [name, child];
        const key = keys[0] ?? '';
        const item = (given: Json): Json => {
          if (!isFields(given) || !this.#chance.happens(0.2)) return given;
          return { [key]: given[key] ?? null, $patch: 'delete' };
        };
        return [name, child.map(item)];
      }),
    );
  }

  #jsonPatch(version: string, subresource: 'status' | '', current: JsonFields): Request {
    const chance = this.#chance;
    const schema = this.#schema(version);
    const places = [...placesOf(withoutMetadata(current), schema, '', !this.resource.validated)];
    const operations: Json[] = [];
    for (let count = chance.between(1, 4); count > 0 && places.length > 0; count--) {
      const place = chance.pick(places);
      operations.push(...this.#jsonOperation(place, places));
    }
    if (subresource === '' && chance.happens(0.2))
      operations.push({ op: 'add', path: '/metadata/labels', value: { a: chance.pick(['1', '2']) } });
    return {
      verb: 'patch',
      patch: 'json',
      version,
      ...named(subresource),
      ...this.#query(),
      body: operations,
    };
  }

  #jsonOperation(place: Place, places: readonly Place[]): Json[] {
    const chance = this.#chance;
    const { path } = place;
    const value = (): Json => this.#values.make(place.schema, 0.5, 2);
    const kind = chance.next();
    if (kind < 0.35) return [{ op: 'replace', path, value: notNull(value(), place) }];
    if (kind < 0.6) return place.removable ? [{ op: 'remove', path }] : [];
    if (kind < 0.7) {
      const tested = chance.happens(0.8) ? place.value : value();
      return hasNullInList(tested) ? [] : [{ op: 'test', path, value: tested }];
    }
    if (kind < 0.78 && this.resource.validated)
      return [{ op: chance.pick(['copy', 'move']), from: chance.pick(places).path, path }];
    if (isFields(place.value) && place.schema.enum === undefined) {
      const { properties = {}, additionalProperties } = place.schema;
      const names = Object.keys(properties);
      if (additionalProperties !== undefined || names.length === 0)
        names.push(...(place.schema.keys ?? ['a', 'b', 'c']));
      const name = chance.pick(names);
      const of = properties[name] ?? additionalProperties ?? {};
      return [{ op: 'add', path: `${path}/${escaped(name)}`, value: this.#values.make(of, 0.5, 2) ?? '' }];
    }
    if (
      isList(place.value) &&
      (this.resource.validated || place.schema['x-kubernetes-list-type'] === undefined)
    ) {
      const at = chance.happens(0.5) ? '-' : '0';
      return [
        {
          op: 'add',
          path: `${path}/${at}`,
          value: this.#values.make(place.schema.items ?? {}, 0.5, 2) ?? '',
        },
      ];
    }
    return [{ op: 'add', path, value: notNull(value(), place) }];
  }

  #managedFields(current: JsonFields | undefined, probability: number): Pick<Request, 'managedFields'> {
    const chance = this.#chance;
    if (current === undefined || !chance.happens(probability)) return {};
    if (chance.happens(0.75)) return { managedFields: [] };
    const entries = fields(current['metadata'])['managedFields'];
    const count = isList(entries) ? entries.length : 0;
    return {
      managedFields: [this.#edit(chance.between(0, Math.max(1, count)), isList(entries) ? entries : [])],
    };
  }

  #edit(entry: number, entries: readonly Json[]): ManagedFieldsEdit {
    const chance = this.#chance;
    const kind = chance.next();
    if (kind < 0.1) return { kind: 'set', value: chance.pick<Json>([[], [{}], null]) };
    if (kind < 0.35) return { kind: 'drop', entry };
    if (kind < 0.6) {
      const change = chance.pick<JsonFields>([
        { manager: 'b' },
        { manager: 'z' },
        { operation: 'Update' },
        { operation: 'Apply' },
        { apiVersion: `${this.resource.group}/v2` },
        { apiVersion: 'gone.example.com/v9' },
        { subresource: 'status' },
        { fieldsV1: {} },
        { fieldsV1: null },
        { fieldsV1: { 'f:spec': {} } },
        { fieldsV1: { '.': {} } },
        { fieldsV1: { wrong: {} } },
        { fieldsType: 'FieldsV2' },
        { operation: 'Wrong' },
        { time: null },
      ]);
      return { kind: 'change', entry, fields: change };
    }
    const paths = pathsOf(fields(fields(entries[entry])['fieldsV1']));
    if (kind < 0.85 && paths.length > 0) return { kind: 'dropPath', entry, path: chance.pick(paths) };
    const path = chance.pick([
      ['f:spec', 'f:a'],
      ['f:metadata', 'f:labels', 'f:a'],
      ['f:data', 'f:b'],
      ['f:spec', 'f:ports', 'k:{"port":1,"protocol":"TCP"}', 'f:name'],
      ['f:spec', 'f:texts', 'v:"a"'],
      ['f:spec', 'f:replicas'],
    ]);
    return { kind: 'addPath', entry, path };
  }
}

interface Place {
  readonly path: string;
  readonly value: Json;
  readonly schema: Schema;
  readonly removable: boolean;
}

function* placesOf(
  value: JsonFields,
  schema: Schema,
  path: string,
  strict: boolean,
  fixed: readonly string[] = [],
): Iterable<Place> {
  for (const [name, child] of Object.entries(value)) {
    const of = schema.properties?.[name] ?? schema.additionalProperties;
    // A real server that does not validate must get values of a known type, and keep the keys of its items.
    if (strict && (of === undefined || fixed.includes(name))) continue;
    const removable = !(strict && schema.required?.includes(name) === true);
    yield* placesAt(child, of ?? {}, `${path}/${escaped(name)}`, removable, strict);
  }
}

function* placesAt(
  value: Json,
  schema: Schema,
  path: string,
  removable: boolean,
  strict: boolean,
): Iterable<Place> {
  yield { path, value, schema, removable };
  if (schema.enum !== undefined) return;
  if (isFields(value)) yield* placesOf(value, schema, path, strict);
  if (!isList(value)) return;
  const { items = {}, 'x-kubernetes-list-map-keys': keys = [], minItems = 0 } = schema;
  for (const [index, item] of value.entries()) {
    const at = `${path}/${index}`;
    if (strict && keys.length > 0) yield* isFields(item) ? placesOf(item, items, at, strict, keys) : [];
    else yield* placesAt(item, items, at, value.length > minItems, strict);
  }
}

/** A real server closes the connection if a later operation of the patch is below a value that was set to null. */
/** True for a value that makes a real server panic in a `test`, and close the connection (evanphx/json-patch v5, lazyNode.equal). */
function hasNullInList(value: Json): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => item === null || hasNullInList(item));
  return isFields(value) && Object.values(value).some(hasNullInList);
}

function notNull(value: Json, place: Place): Json {
  return value ?? place.value ?? '';
}

function named(subresource: 'status' | ''): Pick<Request, 'subresource'> {
  return subresource === '' ? {} : { subresource };
}

function fields(value: Json | undefined): JsonFields {
  return isFields(value) ? value : {};
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function withoutMetadata(object: JsonFields): JsonFields {
  const { metadata: _metadata, kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return rest;
}

function withoutSystem(object: JsonFields): JsonFields {
  const metadata = Object.entries(fields(object['metadata'])).filter(([name]) => !systemMetadata.has(name));
  return { ...withoutMetadata(object), metadata: Object.fromEntries(metadata) };
}

/** The paths of the leaves of a set of fields. */
function pathsOf(set: JsonFields): string[][] {
  return Object.entries(set).flatMap(([name, child]) => {
    const below = pathsOf(fields(child));
    return below.length === 0 ? [[name]] : below.map((path) => [name, ...path]);
  });
}
