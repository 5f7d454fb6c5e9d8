import { ConfigError, type KubernetesObject } from 'kube-informers';
import {
  asError,
  compareJson,
  type FieldChange,
  type OptionNames,
  requireFunction,
  requireKnownOptions,
  requireMethods,
  shortened,
  toJson,
  wholeFrom,
} from 'kube-informers/internal';
import { type ResourceSchema, SchemaError, schemaOf } from '@kube-informers/schema';
import { asObject, at, objectsOf, readDefinition, textAt } from '@kube-informers/schema/internal';
import { RandomValues } from './random-values.js';

/** What converts objects between the versions of a kind: `Webhooks` of `kube-informers/webhook`. */
export interface ObjectConverter {
  /** Returns the object in another version. */
  converted(object: KubernetesObject, apiVersion: string): KubernetesObject;
}

/** Options of `conversionLosses`. */
export interface ConversionLossesOptions {
  /** How many objects of each version are converted to each other one. Default: 100. */
  readonly objects?: number | undefined;
  /** The same seed makes the same objects. Default: 1. */
  readonly seed?: number | undefined;
  /**
   * Returns a random object as it can be in the cluster, where the schema does not say it, such as a `spec.url` that is one.
   * Default: as it is.
   */
  readonly adapt?: ((object: KubernetesObject, version: string) => object) | undefined;
}

/** A field that an object does not have again after it was converted to another version and back. */
export interface ConversionLoss {
  /** The version of the object: `v1alpha1`. */
  readonly version: string;
  /** The version to which it was converted, and from which it came back. */
  readonly by: string;
  /** The field: `spec.ports[].name`; "" if the object could not be converted. */
  readonly field: string;
  /** What became of it: `was 5, is lost`. */
  readonly problem: string;
  /** The first object with this problem. */
  readonly object: KubernetesObject;
}

const optionNames: OptionNames<ConversionLossesOptions> = {
  objects: wholeFrom(1),
  seed: wholeFrom(0),
  adapt: requireFunction,
};

/** How many random objects are tried for each that is needed. */
const mostTries = 20;

/**
 * Converts random objects of each version of a definition to each other version and back, and names what is not the same again: an API
 * server does that with each object that is written in one version and stored in another.
 *
 * ```ts
 * expect(conversionLosses(webhooks, definition)).toEqual([]);
 * ```
 *
 * `definition`: an object or YAML, as for `schemaOf`. The objects are valid by the schema of the version. As in the API server, fields that a schema does not have are dropped after each
 * conversion. Labels and annotations may be added, in which an older version can keep what it has no field for.
 *
 * Throws ConfigError `ERR_OPTION` for an invalid option or definition, and if no valid object can be found.
 */
export function conversionLosses(
  converter: ObjectConverter,
  definition: string | object,
  options: ConversionLossesOptions = {},
): ConversionLoss[] {
  requireMethods('converter of conversionLosses', converter, ['converted']);
  requireKnownOptions('conversionLosses', options, optionNames);
  const { objects = 100, seed = 1, adapt = (object: object) => object } = options;
  const versions = versionsOf(definition);
  if (versions.length < 2) return [];
  const found = new Map<string, ConversionLoss>();
  for (const version of versions) {
    const random = new RandomValues(seed);
    for (const object of validObjects(version, random, objects, adapt))
      for (const by of versions) {
        if (by === version) continue;
        const names = { version: version.schema.version, by: by.schema.version };
        for (const { field, problem } of problemsOf(converter, object, version.schema, by.schema)) {
          const key = JSON.stringify([names, field]);
          if (!found.has(key)) found.set(key, { ...names, field, problem, object });
        }
      }
  }
  return [...found.values()];
}

interface Version {
  readonly schema: ResourceSchema;
  /** Its `openAPIV3Schema`. */
  readonly form: Form;
}

type Form = Readonly<Record<string, unknown>>;

function versionsOf(definition: string | object): Version[] {
  try {
    return objectsOf(at(readDefinition(definition), 'spec', 'versions')).map((version) => ({
      schema: schemaOf(definition, { version: textAt(version, 'name') }),
      form: asObject(at(version, 'schema', 'openAPIV3Schema')) ?? {},
    }));
  } catch (thrown) {
    if (!(thrown instanceof SchemaError)) throw thrown;
    throw new ConfigError('ERR_OPTION', `conversionLosses: ${thrown.message}`, { cause: thrown });
  }
}

function* validObjects(
  { schema, form }: Version,
  random: RandomValues,
  count: number,
  adapt: NonNullable<ConversionLossesOptions['adapt']>,
): Generator<KubernetesObject> {
  let made = 0;
  let problem = '';
  for (let tries = 0; tries < mostTries * count && made < count; tries++) {
    const whole: unknown = random.value(form);
    const object = adapt(
      {
        ...(typeof whole === 'object' ? whole : {}),
        apiVersion: `${schema.group}/${schema.version}`,
        kind: schema.kind,
        metadata: {
          name: `random-${tries}`,
          ...(schema.namespaced ? { namespace: 'default' } : {}),
          labels: { [random.word()]: random.word() },
          annotations: { [random.word()]: random.word() },
        },
      },
      schema.version,
    );
    const [violation] = schema.validate(object);
    if (violation === undefined) {
      made++;
      // As an API server stores it: still an object of the kind, as validated.
      yield schema.prune(schema.defaults(object)) as KubernetesObject;
    } else problem = `${violation.field}: ${violation.message}`;
  }
  if (made === 0)
    throw new ConfigError(
      'ERR_OPTION',
      `conversionLosses found no valid object of ${schema.version}: make them valid with adapt; the last one has ${shortened(problem, 1000)}`,
    );
}

function problemsOf(
  converter: ObjectConverter,
  object: KubernetesObject,
  from: ResourceSchema,
  by: ResourceSchema,
): Pick<ConversionLoss, 'field' | 'problem'>[] {
  let back: KubernetesObject;
  try {
    const there = by.defaults(by.prune(converter.converted(object, `${by.group}/${by.version}`)));
    back = from.prune(converter.converted(there, `${from.group}/${from.version}`));
  } catch (thrown) {
    return [{ field: '', problem: `cannot be converted: ${asError(thrown).message}` }];
  }
  const problems: Pick<ConversionLoss, 'field' | 'problem'>[] = [];
  compareJson(object, back, (change) => {
    // What is added there keeps what has no field.
    const isKept = change.before === undefined && /^metadata\.(labels|annotations)/.test(change.path);
    if (!isKept) problems.push({ field: change.path.replaceAll(/\[\d+\]/g, '[]'), problem: wordsOf(change) });
    return true;
  });
  return problems;
}

function wordsOf({ before, after }: FieldChange): string {
  const shown = (value: unknown): string => shortened(toJson(value), 100);
  const was = before === undefined ? 'was absent' : `was ${shown(before)}`;
  return after === undefined ? `${was}, is lost` : `${was}, is ${shown(after)}`;
}
