import { Rules } from '../rules/rules.js';
import { coerceEmbedded, embeddedErrors, EmbeddedResourceError } from '../structural/embedded-resource.js';
import { listTypeErrors } from '../structural/list-types.js';
import { decodeMetadata } from '../structural/object-meta.js';
import { Pair } from '../structural/old-values.js';
import { applySchemaDefaults, dropNulls, prune } from '../structural/pruning.js';
import { readSchema, type Schema } from '../structural/schema.js';
import { validateValue } from '../structural/validator.js';
import type { DecodeProblem } from '../values/decode-typed.js';
import { type FieldError, FieldErrorType } from '../values/field-error.js';
import { asObject, at, isJsonObject, textAt, type JsonObject } from '../values/json-fields.js';
import { Work } from '../values/work.js';
import { scaleErrors, type ScalePaths, scalePathsOf } from './scale-paths.js';

/** A decoded object. */
export interface ReadObject {
  readonly value: JsonObject;
  /** Why the object cannot be decoded. */
  readonly problem: string | undefined;
  /** The fields that cannot be decoded. */
  readonly problems: readonly DecodeProblem[];
  /** The fields that were removed, because the schema does not have them. */
  readonly unknown: readonly string[];
}

/** What a validation takes and gives beside the object. */
export interface ValidationContext {
  /** Errors of the metadata: some keep rules from being checked. */
  readonly metadataErrors: readonly FieldError[];
  /** Called with the server's warnings: errors of rules that are tolerated because the value has not changed. */
  readonly warn: (text: string) => void;
}

/** One version of a definition, as it reads and validates objects (apiextensions' registry/customresource). */
export class VersionSchema {
  readonly schema: Schema;
  readonly scale: ScalePaths | undefined;
  /** True if the status is a subresource. */
  readonly hasStatus: boolean;
  readonly #apiVersion: string;
  readonly #kind: string;
  /** Made with the first object: most objects of a test have none. */
  #rules: Rules | undefined;

  /** `version` is one of the definition's `spec.versions`, which must be valid. */
  constructor(version: JsonObject, group: string, kind: string) {
    this.schema = readSchema(asObject(at(version, 'schema', 'openAPIV3Schema')) ?? {});
    this.scale = scalePathsOf(version);
    this.hasStatus = isJsonObject(at(version, 'subresources', 'status'));
    this.#apiVersion = `${group}/${textAt(version, 'name')}`;
    this.#kind = kind;
  }

  /** Decodes an object: removes unknown fields and fills in defaults. Changes `value`. */
  read(value: JsonObject): ReadObject {
    const unknown: string[] = [];
    const refused = (problem: string, problems: readonly DecodeProblem[]): ReadObject => ({
      value,
      problem,
      problems,
      unknown,
    });
    if (Object.hasOwn(value, 'metadata')) {
      const decoded = decodeMetadata(value['metadata']);
      if (decoded.problem !== undefined) {
        const problems = decoded.problems.map(({ field, message }) => ({
          field: field === '' ? 'metadata' : `metadata.${field}`,
          message,
        }));
        return refused(decoded.problem, problems);
      }
      unknown.push(...decoded.unknown.map((path) => `metadata.${path}`).toSorted());
      value['metadata'] = decoded.value;
    }
    const { schema } = this;
    try {
      unknown.push(...prune(value, schema, true));
      dropNulls(value, schema);
      unknown.push(...coerceEmbedded(value, schema));
      applySchemaDefaults(value, schema);
    } catch (error) {
      if (!(error instanceof EmbeddedResourceError)) throw error;
      return refused(error.message, [{ field: error.path, message: error.body }]);
    }
    return { value, problem: undefined, problems: [], unknown };
  }

  /** Validates a new object, but for its metadata. Throws TooMuchWorkError. */
  createErrors(body: JsonObject, context: ValidationContext): FieldError[] {
    const whole = this.#whole(body);
    const errors = [
      ...validateValue(this.schema, whole, '', new Work()),
      ...scaleErrors(this.scale, body, ['spec', 'status']),
      ...embeddedErrors(body, this.schema),
      ...listTypeErrors(body, this.schema),
    ];
    return this.#withRules(errors, whole, undefined, context);
  }

  /** Validates a changed object, but for its metadata: existing errors are tolerated. Throws TooMuchWorkError. */
  updateErrors(body: JsonObject, old: JsonObject, context: ValidationContext): FieldError[] {
    const whole = this.#whole(body);
    const before = { value: this.#whole(old) };
    const errors = [
      ...validateValue(this.schema, whole, '', new Work(), new Pair(whole, before.value, this.schema)),
      ...scaleErrors(this.scale, body, ['spec', 'status']),
      ...embeddedErrors(body, this.schema),
      ...this.#newListErrors(body, old),
    ];
    return this.#withRules(errors, whole, before, context);
  }

  /** Validates a changed status. Throws TooMuchWorkError. */
  statusErrors(body: JsonObject, old: JsonObject, context: ValidationContext): FieldError[] {
    const schema = this.schema.properties.get('status');
    const own: FieldError[] = [];
    if (schema !== undefined && Object.hasOwn(body, 'status')) {
      const before = new Pair(body['status'], old['status'] ?? null, schema);
      own.push(...validateValue(schema, body['status'], 'status', new Work(), before));
    }
    const errors = [...own, ...scaleErrors(this.scale, body, ['status']), ...this.#newListErrors(body, old)];
    return this.#withRules(errors, this.#whole(body), { value: this.#whole(old) }, context);
  }

  #whole(body: JsonObject): JsonObject {
    return { ...body, apiVersion: this.#apiVersion, kind: this.#kind };
  }

  #newListErrors(body: JsonObject, old: JsonObject): FieldError[] {
    return listTypeErrors(old, this.schema).length === 0 ? listTypeErrors(body, this.schema) : [];
  }

  #withRules(
    errors: readonly FieldError[],
    whole: JsonObject,
    old: { readonly value: unknown } | undefined,
    { metadataErrors, warn }: ValidationContext,
  ): FieldError[] {
    this.#rules ??= new Rules(this.schema, true);
    if (this.#rules.isEmpty) return [...errors];
    if ([...metadataErrors, ...errors].some(({ type }) => blocking.has(type))) return [...errors, unchecked];
    const found = this.#rules.validate(whole, old, { ratchets: true });
    // As in a response, each text once.
    for (const text of new Set(found.warnings)) warn(text);
    return [...errors, ...found.errors];
  }
}

/** After such errors rules would fail for reasons of their own. */
const blocking: ReadonlySet<FieldErrorType> = new Set([
  FieldErrorType.NotSupported,
  FieldErrorType.Required,
  FieldErrorType.TooLong,
  FieldErrorType.TooMany,
  FieldErrorType.TypeInvalid,
]);

const unchecked: FieldError = {
  type: FieldErrorType.Invalid,
  field: '<nil>',
  badValue: null,
  detail:
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
};
