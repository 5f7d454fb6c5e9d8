import { goQuote } from 'kube-informers/internal';
import {
  AUTHORIZER,
  BOOL,
  type Bindings,
  CelError,
  CelList,
  CelMap,
  type CelType,
  type CelValue,
  type CompileResult,
  CostLimitError,
  DYN,
  EvaluationError,
  INT,
  type JsonObject,
  RESOURCE_CHECK,
  STRING,
  TIMESTAMP,
  type TypeProvider,
  asObject,
  compile,
  evaluationWork,
  listOf,
  mapOf,
  objectType,
  objectsOf,
  textAt,
} from '@kube-informers/schema/internal';

/** The names that an expression may use, beside `object`, `oldObject`, `request` and `namespaceObject`. */
export type ExpressionNames = 'params' | 'authorizer' | 'variables';

// celconfig.PerCallLimit and RuntimeCELCostBudget.
const maxCost = 1_000_000;
const maxTotalCost = 10_000_000;

/** What the expressions of one policy may still cost together. */
export class CostBudget {
  left: number;
  readonly work = evaluationWork();

  constructor(total = maxTotalCost) {
    this.left = total;
  }
}

/** An expression failed, or costs too much; the message is the server's. */
export class ExpressionFailure extends Error {
  override readonly name = 'ExpressionFailure';
  /** The same, as it is told of a variable. */
  readonly ofVariable: string;

  constructor(message: string, ofVariable = message) {
    super(message);
    this.ofVariable = ofVariable;
  }
}

const variablesType = objectType('kubernetes.variables');

const versionOf = { group: STRING, version: STRING };
const strings = listOf(STRING);
const texts = mapOf(STRING, STRING);

/** The fields of requests and namespaces (admission/plugin/cel/compile.go). */
const declared: Readonly<Record<string, Readonly<Record<string, CelType>>>> = {
  'kubernetes.GroupVersionKind': { ...versionOf, kind: STRING },
  'kubernetes.GroupVersionResource': { ...versionOf, resource: STRING },
  'kubernetes.UserInfo': { username: STRING, uid: STRING, groups: strings, extra: mapOf(STRING, strings) },
  'kubernetes.AdmissionRequest': {
    kind: objectType('kubernetes.GroupVersionKind'),
    resource: objectType('kubernetes.GroupVersionResource'),
    subResource: STRING,
    requestKind: objectType('kubernetes.GroupVersionKind'),
    requestResource: objectType('kubernetes.GroupVersionResource'),
    requestSubResource: STRING,
    name: STRING,
    namespace: STRING,
    operation: STRING,
    userInfo: objectType('kubernetes.UserInfo'),
    dryRun: BOOL,
    options: DYN,
  },
  'kubernetes.NamespaceSpec': { finalizers: strings },
  'kubernetes.NamespaceCondition': {
    status: STRING,
    type: STRING,
    lastTransitionTime: TIMESTAMP,
    message: STRING,
    reason: STRING,
  },
  'kubernetes.NamespaceStatus': {
    conditions: listOf(objectType('kubernetes.NamespaceCondition')),
    phase: STRING,
  },
  'kubernetes.NamespaceMetadata': {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: texts,
    annotations: texts,
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: strings,
  },
  'kubernetes.Namespace': {
    metadata: objectType('kubernetes.NamespaceMetadata'),
    spec: objectType('kubernetes.NamespaceSpec'),
    status: objectType('kubernetes.NamespaceStatus'),
  },
};

/** A policy's variables in the order of their declaration. */
type Variables = ReadonlyMap<string, { readonly index: number; readonly type: CelType }>;

/** The types of an expression, which knows the variables that were declared before it. */
class ExpressionTypes implements TypeProvider {
  readonly #variables: Variables;
  readonly #count: number;

  constructor(variables: Variables) {
    this.#variables = variables;
    this.#count = variables.size;
  }

  hasType(name: string): boolean {
    return name === variablesType.name || Object.hasOwn(declared, name);
  }

  fieldType(typeName: string, field: string): CelType | undefined {
    if (typeName === variablesType.name) {
      const found = this.#variables.get(field);
      return found === undefined || found.index >= this.#count ? undefined : found.type;
    }
    const fields = declared[typeName] ?? {};
    return Object.hasOwn(fields, field) ? fields[field] : undefined;
  }
}

const variablesOf: Readonly<Record<ExpressionNames, Readonly<Record<string, CelType>>>> = {
  params: { params: DYN },
  authorizer: { authorizer: AUTHORIZER, 'authorizer.requestResource': RESOURCE_CHECK },
  variables: { variables: variablesType },
};

const scalars: ReadonlySet<CelType['kind']> = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null_type',
  'string',
  'timestamp',
  'uint',
]);

/** The type of a variable's value as other expressions see it (convertCelTypeToDeclType). */
function declaredType(type: CelType): CelType {
  const { kind, parameters } = type;
  if (scalars.has(kind)) return type;
  const isContainer = kind === 'list' || kind === 'map';
  return isContainer && parameters.every((part) => declaredType(part) === part) ? type : DYN;
}

/** A CEL expression of a policy or a webhook. */
export class Expression {
  readonly text: string;
  readonly #names: readonly ExpressionNames[];
  readonly #types: TypeProvider;
  #compiled: CompileResult | undefined;

  constructor(text: string, names: readonly ExpressionNames[], variables: Variables = new Map()) {
    this.text = text;
    this.#names = names;
    this.#types = new ExpressionTypes(variables);
  }

  /** The type of the value; dyn if the expression does not compile. */
  get type(): CelType {
    const compiled = this.#compile();
    return compiled.issues === undefined ? compiled.type : DYN;
  }

  /** What is wrong with the expression, or with the type of its value; undefined if nothing is. */
  problem(...types: readonly CelType['kind'][]): string | undefined {
    const compiled = this.#compile();
    if (compiled.issues !== undefined) return compiled.text;
    const { kind } = compiled.type;
    if (types.length === 0 || types.includes(kind)) return undefined;
    return types.length === 1
      ? `must evaluate to ${types[0]} but got ${compiled.type.toString()}`
      : `must evaluate to one of [${types.join(' ')}] but got ${compiled.type.toString()}`;
  }

  /** Returns the value. Throws ExpressionFailure. */
  evaluate(bindings: Bindings, budget: CostBudget): CelValue {
    const compiled = this.#compile();
    if (compiled.issues !== undefined)
      throw new ExpressionFailure(compiled.text, `fails to compile: ${compiled.text}`);
    if (budget.left <= 0) throw outOfBudget();
    try {
      const { value, cost } = compiled.program.evaluate(bindings, {
        costLimit: maxCost,
        work: budget.work,
      });
      budget.left -= cost;
      if (budget.left < 0) throw outOfBudget();
      return value;
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      budget.left -= error.cost;
      if (budget.left < 0) throw outOfBudget();
      const why =
        error instanceof CostLimitError ? 'operation cancelled: actual cost limit exceeded' : error.message;
      throw new ExpressionFailure(
        `expression '${this.text}' resulted in error: ${why}`,
        `fails to evaluate: ${why}`,
      );
    }
  }

  #compile(): CompileResult {
    if (this.#compiled !== undefined) return this.#compiled;
    const variables: Record<string, CelType> = {
      object: DYN,
      oldObject: DYN,
      request: objectType('kubernetes.AdmissionRequest'),
      namespaceObject: objectType('kubernetes.Namespace'),
    };
    for (const name of this.#names) Object.assign(variables, variablesOf[name]);
    this.#compiled = compile(this.text, { variables, types: this.#types });
    return this.#compiled;
  }
}

function outOfBudget(): ExpressionFailure {
  return new ExpressionFailure(
    'validation failed due to running out of cost budget, no further validation rules will be run',
  );
}

/** Returns JSON as a value of CEL. */
export function celOf(value: unknown): CelValue {
  return valueOf(
    value,
    (items) => CelList.of(items),
    (entries) => CelMap.of(entries),
  );
}

/** Returns an object of a built-in kind, or a part of it, as a value of CEL. */
export function builtInCelOf(value: unknown): CelValue {
  return valueOf(
    value,
    (items) => new TypedList(CelList.of(items)),
    (entries) => new TypedMap(CelMap.of(entries)),
  );
}

const noOverload = new CelError('no such overload');

/** A list of a Go type, which cannot be compared with what is none. */
class TypedList extends CelList {
  readonly #items: CelList;

  constructor(items: CelList) {
    super();
    this.#items = items;
  }

  get size(): number {
    return this.#items.size;
  }

  at(index: number): CelValue | CelError {
    return this.#items.at(index);
  }

  override equals(other: CelValue): boolean | CelError {
    return other instanceof CelList ? super.equals(other) === true : noOverload;
  }
}

/** A map or struct of a Go type, which cannot be compared with what is none. */
class TypedMap extends CelMap {
  readonly #entries: CelMap;

  constructor(entries: CelMap) {
    super();
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  find(key: CelValue): CelValue | CelError | undefined {
    return this.#entries.find(key);
  }

  keys(): Iterable<CelValue> {
    return this.#entries.keys();
  }

  override equals(other: CelValue): boolean | CelError {
    return other instanceof CelMap ? super.equals(other) === true : noOverload;
  }
}

function valueOf(
  value: unknown,
  list: (items: readonly CelValue[]) => CelValue,
  map: (entries: readonly (readonly [string, CelValue])[]) => CelValue,
): CelValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  const each = (part: unknown): CelValue => valueOf(part, list, map);
  if (Array.isArray(value)) return list(value.map(each));
  if (typeof value !== 'object' || value === null) return null;
  return map(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, each(part)] as const])),
  );
}

/** Returns a namespace as expressions see it. Its times have the type timestamp, but are texts, as in the server. */
export function namespaceOf({ metadata, spec, status }: JsonObject): CelValue {
  const { managedFields: _fields, ownerReferences: _owners, ...shown } = asObject(metadata) ?? {};
  return builtInCelOf({ metadata: shown, spec, status });
}

/** A map whose values are computed when they are first used. */
export class LazyMap extends CelMap {
  readonly #values = new Map<string, CelValue | CelError>();
  readonly #compute: ReadonlyMap<string, () => CelValue>;

  constructor(compute: ReadonlyMap<string, () => CelValue>) {
    super();
    this.#compute = compute;
  }

  get size(): number {
    return this.#compute.size;
  }

  find(key: CelValue): CelValue | CelError | undefined {
    if (typeof key !== 'string') return undefined;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const compute = this.#compute.get(key);
    if (compute === undefined) return undefined;
    // Of two variables with one name, the second may refer to itself.
    this.#values.set(key, new CelError(`the value of ${key} depends on itself`));
    let value: CelValue | CelError;
    try {
      value = compute();
    } catch (error) {
      if (!(error instanceof ExpressionFailure)) throw error;
      value = new CelError(`composited variable ${goQuote(key)} ${error.ofVariable}`);
    }
    this.#values.set(key, value);
    return value;
  }

  keys(): Iterable<CelValue> {
    return this.#compute.keys();
  }
}

/** A condition without which a webhook or a policy is not asked. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: Expression;
}

/** Reads the match conditions of a webhook or a policy. */
export function matchConditionsOf(
  source: JsonObject,
  ...names: readonly ExpressionNames[]
): MatchCondition[] {
  return objectsOf(source['matchConditions']).map((condition) => ({
    name: textAt(condition, 'name'),
    expression: new Expression(textAt(condition, 'expression').trim(), ['authorizer', ...names]),
  }));
}

// celconfig.RuntimeCELCostBudgetMatchConditions.
const maxConditionCost = 2_500_000;

/** Returns whether all conditions hold. Throws ExpressionFailure if one fails and none is false. */
export function conditionsHold(conditions: readonly MatchCondition[], bindings: Bindings): boolean {
  const budget = new CostBudget(maxConditionCost);
  const failures: string[] = [];
  for (const { expression } of conditions) {
    try {
      if (expression.evaluate(bindings, budget) === false) return false;
    } catch (error) {
      if (!(error instanceof ExpressionFailure)) throw error;
      failures.push(error.message);
    }
  }
  const [first, ...others] = failures;
  if (first === undefined) return true;
  throw new ExpressionFailure(others.length === 0 ? first : `[${failures.join(', ')}]`);
}

/** A validation of a policy. */
export interface Validation {
  readonly expression: Expression;
  readonly message: string;
  readonly messageExpression: Expression | undefined;
  readonly reason: string;
}

/** The expressions of a policy. */
export interface PolicyExpressions {
  readonly conditions: readonly MatchCondition[];
  readonly variables: readonly (readonly [string, Expression])[];
  readonly validations: readonly Validation[];
  readonly auditAnnotations: readonly Expression[];
}

/** Reads the expressions of a policy. */
export function policyExpressions(spec: JsonObject): PolicyExpressions {
  const params = (spec['paramKind'] ?? undefined) === undefined ? [] : (['params'] as const);
  const given = objectsOf(spec['variables']);
  const names = [...params, ...(given.length === 0 ? [] : (['variables'] as const))];
  const types = new Map<string, { readonly index: number; readonly type: CelType }>();
  const expressionAt = (source: JsonObject, field: string): Expression =>
    new Expression(textAt(source, field), ['authorizer', ...names], types);
  const variables = given.map((each) => {
    const name = textAt(each, 'name');
    const expression = expressionAt(each, 'expression');
    if (!types.has(name)) types.set(name, { index: types.size, type: declaredType(expression.type) });
    return [name, expression] as const;
  });
  return {
    conditions: matchConditionsOf(spec, ...params),
    variables,
    validations: objectsOf(spec['validations']).map((each) => ({
      expression: expressionAt(each, 'expression'),
      message: textAt(each, 'message').trim(),
      messageExpression:
        textAt(each, 'messageExpression') === ''
          ? undefined
          : new Expression(textAt(each, 'messageExpression'), names, types),
      reason: textAt(each, 'reason'),
    })),
    auditAnnotations: objectsOf(spec['auditAnnotations']).map((each) =>
      expressionAt(each, 'valueExpression'),
    ),
  };
}
