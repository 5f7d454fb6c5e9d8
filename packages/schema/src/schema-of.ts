import * as yaml from 'yaml';
import { definitionErrors } from './definitions/definition-errors.js';
import { decodeSchema, SchemaTypeError } from './definitions/schema-decoder.js';
import { type ValidationContext, VersionSchema } from './definitions/version-schema.js';
import {
  decodeMetadata,
  labelErrors,
  metadataErrorsOf,
  ownerErrors,
  type Metadata,
} from './structural/object-meta.js';
import { applySchemaDefaults, dropNulls, prune } from './structural/pruning.js';
import {
  type FieldError,
  fieldErrorBody,
  type FieldErrorType,
  formatFieldError,
  invalidField,
} from './values/field-error.js';
import { asObject, at, isJsonObject, objectsOf, textAt, type JsonObject } from './values/json-fields.js';
import { dnsSubdomainProblems } from './values/names.js';
import { NotJsonError, plainCopy } from './values/plain-copy.js';
import { TooMuchWorkError } from './values/work.js';
import { allDocuments, YamlDepthError } from './values/yaml-documents.js';

/** One field of an object that an API server would refuse. */
export interface Violation {
  /** `spec.replicas`; `<nil>` for the whole object, as the API server writes. */
  readonly field: string;
  /** The reason of the cause in the API server's Status. */
  readonly reason: FieldErrorType;
  /** The message of the cause: `Invalid value: -1: spec.replicas in body should be greater than or equal to 0`. */
  readonly message: string;
  /** The end of the message: what was expected. May be "". */
  readonly detail: string;
}

/** A definition, an object or an option that cannot be read: `code` says which, and `message` what is wrong with it. */
export class SchemaError extends Error {
  /** Its name in stack traces. */
  override readonly name = 'SchemaError';
  /** `ERR_DEFINITION`: of the definition. `ERR_OBJECT`: of an object that was to be checked. `ERR_OPTION`: of an option. */
  readonly code: 'ERR_DEFINITION' | 'ERR_OBJECT' | 'ERR_OPTION';
  /** What an API server would refuse in the definition; empty for what it could not even read. */
  readonly violations: readonly Violation[];

  /** `violations`: what is wrong with the definition. */
  constructor(code: SchemaError['code'], message: string, violations: readonly Violation[] = []) {
    super(message);
    this.code = code;
    this.violations = violations;
  }
}

/** Options of `schemaOf`. */
export interface SchemaOptions {
  /** A version of the definition: `v1beta1`. Default: the version in which objects are stored. */
  readonly version?: string | undefined;
}

/** Options of `validate`. */
export interface ValidateOptions {
  /** Validate an update of the status alone. Needs the old object. */
  readonly subresource?: 'status' | undefined;
  /** Called with each warning that an API server would send: a rule fails, but for a value that has not changed. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** What a definition means for the objects of one version. It never changes the objects that it is given. */
export interface ResourceSchema {
  /** `example.com`. */
  readonly group: string;
  /** `v1`. */
  readonly version: string;
  /** `Website`. */
  readonly kind: string;
  /** The plural: `websites`. */
  readonly resource: string;
  /** True if its objects are in namespaces. */
  readonly namespaced: boolean;
  /**
   * Returns what an API server would refuse; empty for a valid object. With `oldObject` the object replaces that one: rules with
   * `oldSelf` are checked, and what was invalid before and has not changed is accepted.
   *
   * Like the server, it fills in defaults and leaves out unknown fields first. Throws SchemaError `ERR_OBJECT` for what is no object.
   */
  validate(object: object, oldObject?: object, options?: ValidateOptions): Violation[];
  /** Returns a copy with the defaults of absent fields. Throws SchemaError `ERR_OBJECT`. */
  defaults<T extends object>(object: T): T;
  /** Returns a copy without the fields that the schema does not have. Throws SchemaError `ERR_OBJECT`. */
  prune<T extends object>(object: T): T;
  /** Returns the paths of the fields that the schema does not have, sorted: `spec.colour`. Throws SchemaError `ERR_OBJECT`. */
  unknownFields(object: object): string[];
}

/**
 * Returns what a CustomResourceDefinition means: what the API server would say of an object, before it is asked.
 *
 * `definition` is a CustomResourceDefinition of apiextensions.k8s.io/v1: an object, for example one read from a cluster, or YAML or
 * JSON text with one. Throws SchemaError `ERR_DEFINITION` for what an API server would not store, with its messages.
 */
export function schemaOf(definition: string | object, options: SchemaOptions = {}): ResourceSchema {
  requireOptions('schemaOf', options, { version: ['a text', (value) => typeof value === 'string'] });
  const { version } = options;
  const body = readDefinition(definition);
  const versions = objectsOf(at(body, 'spec', 'versions'));
  const found =
    version === undefined
      ? versions.find((each) => each['storage'] === true)
      : versions.find((each) => each['name'] === version);
  if (found === undefined) {
    const names = versions.map((each) => textAt(each, 'name')).join(', ');
    throw new SchemaError(
      'ERR_DEFINITION',
      `version must be one of the definition's, ${names}, got ${shown(version)}`,
    );
  }
  return new CustomSchema(body, found);
}

/** Longer texts are refused: an API server takes no larger request either. */
const maxTextLength = 3 * 1024 * 1024;
/** The parser is recursive; far above real definitions. */
const maxYamlDepth = 400;

/** Reads a definition as an object or YAML. Throws SchemaError. */
export function readDefinition(given: unknown): JsonObject {
  const refuse = (why: string): never => {
    throw new SchemaError('ERR_DEFINITION', `the definition ${why}`);
  };
  const body = typeof given === 'string' ? parseDefinition(given, refuse) : copyOf(given, refuse);
  if (
    !isJsonObject(body) ||
    (body['kind'] ?? 'CustomResourceDefinition') !== 'CustomResourceDefinition' ||
    (body['apiVersion'] ?? 'apiextensions.k8s.io/v1') !== 'apiextensions.k8s.io/v1' ||
    !isJsonObject(body['spec'])
  )
    return refuse(
      `must be a CustomResourceDefinition of apiextensions.k8s.io/v1, got kind ${shown(at(body, 'kind'))}, apiVersion ${shown(at(body, 'apiVersion'))}`,
    );
  try {
    for (const [index, each] of objectsOf(body['spec']['versions']).entries()) {
      const validation = asObject(each['schema']);
      if (validation?.['openAPIV3Schema'] === undefined) continue;
      const path = `spec.versions[${index}].schema.openAPIV3Schema`;
      const fields = 'spec.versions.schema.openAPIV3Schema';
      validation['openAPIV3Schema'] = decodeSchema(validation['openAPIV3Schema'], path, fields, []);
    }
    const errors = definitionErrors(asStored(body));
    if (errors.length > 0) {
      const texts = errors.map(formatFieldError).join('; ');
      throw new SchemaError('ERR_DEFINITION', `the definition is invalid: ${texts}`, errors.map(violationOf));
    }
  } catch (error) {
    if (error instanceof SchemaTypeError) return refuse(`cannot be read: ${error.message}`);
    if (error instanceof TooMuchWorkError) return refuse(`is too large: ${error.message}`);
    throw error;
  }
  return body;
}

/** As a server stores a new definition: with defaults and its stored version. */
function asStored(body: JsonObject): JsonObject & { readonly metadata?: Metadata } {
  const spec = asObject(body['spec']) ?? {};
  const storage = objectsOf(spec['versions']).find((version) => version['storage'] === true);
  const name = textAt(storage, 'name');
  const kind = textAt(spec, 'names', 'kind');
  const names = {
    ...asObject(spec['names']),
    ...(textAt(spec, 'names', 'singular') === '' ? { singular: kind.toLowerCase() } : {}),
    ...(textAt(spec, 'names', 'listKind') === '' && kind !== '' ? { listKind: `${kind}List` } : {}),
  };
  return {
    ...body,
    // Its names are checked as texts.
    metadata: decodeMetadata(body['metadata'] ?? {}).value as Metadata,
    spec: { ...spec, names },
    status: { storedVersions: storage === undefined ? [] : [name] },
  };
}

function parseDefinition(text: string, refuse: (why: string) => never): unknown {
  if (text.length > maxTextLength)
    refuse(`must have at most ${maxTextLength} characters, got ${text.length}`);
  const yamlOptions: yaml.ParseOptions & yaml.DocumentOptions & yaml.SchemaOptions = {
    version: '1.1',
    merge: true,
    // The parser's own search for equal keys, and its excerpts, take quadratic time.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    // Dates stay strings, and so does 1:30, a base-60 number in YAML 1.1.
    customTags: (tags) =>
      tags.filter(
        (tag) => typeof tag === 'string' || !(tag.tag.endsWith(':timestamp') || tag.format === 'TIME'),
      ),
  };
  let values: unknown[];
  try {
    const { documents } = allDocuments(text, yamlOptions, maxYamlDepth, yaml);
    const [wrong] = documents.flatMap(({ errors }) => errors);
    if (wrong !== undefined) return refuse(`is not valid YAML: ${wrong.message}`);
    values = documents.map((document) => document.toJS({ maxAliasCount: 100 }) as unknown);
  } catch (error) {
    if (error instanceof YamlDepthError) return refuse(`nests deeper than ${maxYamlDepth} levels`);
    // The parser throws for aliases that expand too far, and at the end of the stack.
    return refuse(
      `is not valid YAML: ${error instanceof Object && 'message' in error ? String(error.message) : String(error)}`,
    );
  }
  const found = values.filter((value) => at(value, 'kind') === 'CustomResourceDefinition');
  if (found.length !== 1)
    return refuse(`must be one document, got ${found.length} CustomResourceDefinitions`);
  return copyOf(found[0], refuse);
}

function copyOf(value: unknown, refuse: (why: string) => never): unknown {
  try {
    return plainCopy(value);
  } catch (error) {
    if (error instanceof NotJsonError) return refuse(error.message);
    throw error;
  }
}

/** What an option must be, and whether a value is that. */
type OptionCheck = readonly [expected: string, isRight: (value: unknown) => boolean];

function requireOptions(of: string, options: object, known: Readonly<Record<string, OptionCheck>>): void {
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (check === undefined) {
      const names = Object.keys(known).join(', ');
      throw new SchemaError('ERR_OPTION', `unknown option ${shown(name)} of ${of}: known are ${names}`);
    }
    const [expected, isRight] = check;
    if (value !== undefined && !isRight(value))
      throw new SchemaError('ERR_OPTION', `${name} of ${of} must be ${expected}, got ${shown(value)}`);
  }
}

function shown(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 100))
    : value === undefined
      ? 'none'
      : typeof value;
}

function violationOf(error: FieldError): Violation {
  const { type, field, detail } = error;
  return { field, reason: type, message: fieldErrorBody(error), detail };
}

function ignored(): void {
  // The caller does not want to know the warnings.
}

/** Of an update, only the parts that need no other metadata of the old object are validated. */
function updateMetadataErrors(value: JsonObject): FieldError[] {
  // `read` has decoded it as ObjectMeta.
  const metadata = (value['metadata'] ?? {}) as Metadata;
  return [...labelErrors(metadata, 'metadata'), ...ownerErrors(metadata, 'metadata')];
}

function withMetadata(
  metadataErrors: readonly FieldError[],
  warn: (text: string) => void,
  validate: (context: ValidationContext) => FieldError[],
): FieldError[] {
  return [...metadataErrors, ...validate({ metadataErrors, warn })];
}

class CustomSchema implements ResourceSchema {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly namespaced: boolean;
  readonly #schema: VersionSchema;

  constructor(definition: JsonObject, version: JsonObject) {
    this.group = textAt(definition, 'spec', 'group');
    this.version = textAt(version, 'name');
    this.kind = textAt(definition, 'spec', 'names', 'kind');
    this.resource = textAt(definition, 'spec', 'names', 'plural');
    this.namespaced = textAt(definition, 'spec', 'scope') === 'Namespaced';
    this.#schema = new VersionSchema(version, this.group, this.kind);
  }

  validate(object: object, oldObject?: object, options: ValidateOptions = {}): Violation[] {
    requireOptions('validate', options, {
      subresource: ['"status"', (value) => value === 'status'],
      warn: ['a function', (value) => typeof value === 'function'],
    });
    const { subresource } = options;
    if (subresource === 'status' && !this.#schema.hasStatus)
      throw new SchemaError(
        'ERR_OPTION',
        `subresource of validate must be absent, got "status": ${this.resource}.${this.group} has no such subresource in ${this.version}`,
      );
    if (subresource === 'status' && oldObject === undefined)
      throw new SchemaError('ERR_OBJECT', 'an update of the status needs oldObject');
    const read = this.#schema.read(this.#copy(object));
    if (read.problem !== undefined) return [violationOf(invalidField('<nil>', '', read.problem))];
    const old = oldObject === undefined ? undefined : this.#schema.read(this.#copy(oldObject)).value;
    try {
      return this.#errors(read.value, old, options).map(violationOf);
    } catch (error) {
      if (!(error instanceof TooMuchWorkError)) throw error;
      return [violationOf(invalidField('<nil>', '', error.message))];
    }
  }

  #errors(
    value: JsonObject,
    old: JsonObject | undefined,
    { subresource, warn = ignored }: ValidateOptions,
  ): FieldError[] {
    const { hasStatus } = this.#schema;
    const wrongKind = this.#kindErrors(value);
    if (wrongKind.length > 0) return wrongKind;
    if (old !== undefined && subresource === 'status') {
      const { status: _before, ...others } = old;
      const next = Object.hasOwn(value, 'status') ? { ...others, status: value['status'] } : others;
      return withMetadata(updateMetadataErrors(old), warn, (context) =>
        this.#schema.statusErrors(next, old, context),
      );
    }
    // Only an update of the status changes it.
    const { status: _status, ...rest } = value;
    if (old !== undefined) {
      const kept = Object.hasOwn(old, 'status') ? { ...rest, status: old['status'] } : rest;
      return withMetadata(updateMetadataErrors(value), warn, (context) =>
        this.#schema.updateErrors(hasStatus ? kept : value, old, context),
      );
    }
    // `read` has decoded it as ObjectMeta.
    const metadata = (value['metadata'] ?? {}) as Metadata;
    const named =
      (metadata.name ?? '') === '' && (metadata.generateName ?? '') !== ''
        ? { ...metadata, name: `${metadata.generateName}xxxxx` }
        : metadata;
    const created = hasStatus ? rest : value;
    return withMetadata(metadataErrorsOf(named, dnsSubdomainProblems, 'metadata'), warn, (context) =>
      this.#schema.createErrors({ ...created, metadata: named }, context),
    );
  }

  #kindErrors(value: JsonObject): FieldError[] {
    const errors: FieldError[] = [];
    const apiVersion = `${this.group}/${this.version}`;
    if ((value['kind'] ?? this.kind) !== this.kind)
      errors.push(invalidField('kind', value['kind'], `must be ${this.kind}`));
    if ((value['apiVersion'] ?? apiVersion) !== apiVersion)
      errors.push(invalidField('apiVersion', value['apiVersion'], `must be ${apiVersion}`));
    return errors;
  }

  defaults<T extends object>(object: T): T {
    const copy = this.#copy(object);
    dropNulls(copy, this.#schema.schema);
    applySchemaDefaults(copy, this.#schema.schema);
    // The same object with more fields.
    return copy as T;
  }

  prune<T extends object>(object: T): T {
    const copy = this.#copy(object);
    prune(copy, this.#schema.schema, true);
    // The same object with fewer fields, all of which the schema does not have.
    return copy as T;
  }

  unknownFields(object: object): string[] {
    return [...this.#schema.read(this.#copy(object)).unknown].toSorted();
  }

  #copy(object: unknown): JsonObject {
    const copy = copyOf(object, (why) => {
      throw new SchemaError('ERR_OBJECT', `the object ${why}`);
    });
    if (!isJsonObject(copy))
      throw new SchemaError('ERR_OBJECT', `must be an object of kind ${this.kind}, got ${shown(object)}`);
    return copy;
  }
}
