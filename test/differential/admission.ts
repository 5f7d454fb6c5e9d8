import { Chance } from '../soak/chance.js';
import { expressionOf } from './expressions.js';
import {
  customResource,
  definitionOf,
  list,
  mapList,
  mapOf,
  object,
  oneOf,
  resources,
  set,
} from './resources.js';
import type { Schema, TestedResource } from './resources.js';
import type { Json, JsonFields } from './sequence.js';
import { serves, until } from './servers.js';
import type { Answer, Server } from './servers.js';
import { isFields, isList } from './values.js';

/** What a run with `--admission` puts on both servers: kinds with rules, policies, webhooks, and a kind that a webhook converts. */

const ruledKinds = 4;
const rulesEach = 10;
const policies = 19;
const namespace = 'default';
/** Refused by the last policy and the last webhooks: when it is, the server has noticed all before them. */
const sentinel = 'sentinel';

const text: Schema = { type: 'string', maxLength: 20 };
const integer: Schema = { type: 'integer' };
const port = object(
  { port: integer, protocol: { type: 'string', default: 'TCP', maxLength: 5 }, name: text },
  { required: ['port'] },
);
const spec: Schema = object({
  name: text,
  mode: oneOf('a', 'b', 'c'),
  min: integer,
  max: integer,
  ratio: { type: 'number' },
  enabled: { type: 'boolean' },
  either: { 'x-kubernetes-int-or-string': true },
  tags: set(text, { maxItems: 4 }),
  ports: mapList(['port', 'protocol'], port, { maxItems: 4 }),
  items: list(object({ a: text, b: integer }), { maxItems: 4 }),
  labels: mapOf(text, { maxProperties: 4 }),
  nested: object({ a: text, b: object({ c: integer, d: list(text, { maxItems: 4 }) }), e: text }),
  optional: { type: 'string', nullable: true, maxLength: 20 },
});
const converted = customResource('converted', object({ size: integer, name: text, tags: set(text) }), {
  status: true,
  versions: { v2: object({ dimension: integer, name: text, tags: set(text) }) },
});
/** Of the kinds of a run without `--admission`, those that policies and webhooks look at, too. */
const alsoAdmitted = ['configmaps', 'leases', 'deployments', 'secrets'];

/** What was put on the servers, and how many of the definitions, rules and policies were refused alike. */
export interface Admitted {
  readonly resources: readonly TestedResource[];
  readonly refused: number;
  /** What the servers say differently of definitions and policies. */
  readonly differences: readonly string[];
}

interface Pair {
  readonly embedded: Server;
  readonly real: Server;
}

/** Puts it on both. Everything follows from the seed; what both refuse in the same way is left out. */
export async function admit(servers: Pair, seed: number): Promise<Admitted> {
  const chance = new Chance(seed, 'admission');
  const setup = new Setup(servers);
  const ruled: TestedResource[] = [];
  for (let index = 0; index < ruledKinds; index++) ruled.push(await setup.ruledKind(`ruled${index}`, chance));
  await setup.require('customresourcedefinitions', withConversion(definitionOf(converted)));
  const admitted = [
    ...ruled,
    converted,
    ...resources.filter(({ resource }) => alsoAdmitted.includes(resource)),
  ];
  await setup.params();
  for (let index = 0; index < policies; index++) await setup.policy(index, chance, admitted);
  await setup.webhooks(chance, admitted);
  for (const of of [servers.embedded, servers.real]) await serves(of, [...ruled, converted]);
  for (const of of [servers.embedded, servers.real]) await noticed(of);
  const { refused, differences } = setup;
  return { resources: admitted.map((of) => ({ ...of, admitted: true })), refused, differences };
}

class Setup {
  refused = 0;
  readonly differences: string[] = [];
  readonly #servers: Pair;

  constructor(servers: Pair) {
    this.#servers = servers;
  }

  /** Asks both for an object without storing it; returns whether both accept it. */
  async #accepted(resource: string, body: JsonFields): Promise<boolean> {
    const [ours, theirs] = await this.#send(`${collections[resource] ?? ''}?dryRun=All`, () => body);
    const [said, expected] = [saidBy(ours), saidBy(theirs)];
    if (said !== expected)
      this.differences.push(`${JSON.stringify(body)}\n  real:     ${expected}\n  embedded: ${said}`);
    else if (theirs.status !== 201) this.refused++;
    return ours.status === 201 && theirs.status === 201;
  }

  /** Creates an object on both. */
  async require(resource: string, body: (server: Server) => JsonFields): Promise<void> {
    for (const { status, text: said } of await this.#send(collections[resource] ?? '', body))
      if (status !== 201) throw new Error(`${resource} was refused: ${said}`);
  }

  #send(path: string, body: (server: Server) => JsonFields): Promise<readonly [Answer, Answer]> {
    const { embedded, real } = this.#servers;
    const send = (server: Server): Promise<Answer> =>
      server.send('POST', path, JSON.stringify(body(server)), 'application/json');
    return Promise.all([send(embedded), send(real)]);
  }

  /** A kind whose rules are those of some made by chance that a definition may have. */
  async ruledKind(name: string, chance: Chance): Promise<TestedResource> {
    let schema: Schema = { ...spec };
    for (let index = 0; index < rulesEach; index++) {
      const changed = withRule(schema, chance);
      const tried = definitionOf(customResource(name, changed, { status: true }));
      if (await this.#accepted('customresourcedefinitions', tried)) schema = changed;
    }
    const made = customResource(name, schema, { status: true });
    await this.require('customresourcedefinitions', () => definitionOf(made));
    return made;
  }

  /** What policies have as `params`. */
  async params(): Promise<void> {
    for (const [name, limit] of [
      ['params-a', '2'],
      ['params-b', 'b'],
    ] as const)
      await this.require('configmaps', () => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, labels: { params: 'yes' } },
        data: { limit },
      }));
  }

  /**
   * A policy and its binding. A server looks at policies in no order: only one of those that match a kind denies, the others warn.
   */
  async policy(index: number, chance: Chance, admitted: readonly TestedResource[]): Promise<void> {
    const isLast = index === policies - 1;
    const of = admitted[index % admitted.length];
    if (of === undefined) throw new Error('no kind to match');
    const denies = index < admitted.length;
    const name = `policy-${index}.example.com`;
    const policy = isLast ? sentinelPolicy(name) : policyOf(name, of, chance, denies && chance.happens(0.4));
    const parameter = 'paramKind' in policy.spec ? { paramRef: paramRef(chance) } : {};
    const actions = denies || isLast ? ['Deny'] : ['Warn'];
    if (denies && chance.happens(0.3)) actions.push('Audit');
    if (!(await this.#accepted('validatingadmissionpolicies', policy))) return;
    await this.require('validatingadmissionpolicies', () => policy);
    const binding = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: {
        policyName: name,
        validationActions: actions,
        ...parameter,
        ...(isLast
          ? {}
          : {
              matchResources: {
                namespaceSelector: inNamespace,
                ...(chance.happens(0.2) ? { objectSelector: selector(chance) } : {}),
              },
            }),
      },
    };
    await this.require('validatingadmissionpolicybindings', () => binding);
  }

  async webhooks(chance: Chance, admitted: readonly TestedResource[]): Promise<void> {
    for (const type of ['mutating', 'validating'] as const)
      for (const configuration of [0, 1]) {
        const webhooks = [0, 1, 2].map((index) =>
          webhookOf(type, `${configuration}${index}`, chance, admitted),
        );
        if (configuration === 1) webhooks.push(sentinelWebhook(type));
        const kind = `${type === 'mutating' ? 'Mutating' : 'Validating'}WebhookConfiguration`;
        const resource = `${kind.toLowerCase()}s`;
        await this.require(resource, (server) => ({
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind,
          metadata: { name: `${type}-${configuration}.example.com` },
          webhooks: webhooks.map(({ path, ...webhook }) => ({
            ...webhook,
            clientConfig: clientConfig(server, path),
          })),
        }));
      }
  }
}

/** The status and the causes, without the names of types and the objects in messages. */
function saidBy({ status, text }: Answer): string {
  if (status < 400) return String(status);
  const answer = JSON.parse(text) as Json; // what JSON.parse returns
  const { message = '', details } = isFields(answer) ? answer : {};
  const causes = isFields(details) && isList(details['causes']) ? details['causes'] : [message];
  const shown = causes.map((cause) =>
    JSON.stringify(cause)
      .replaceAll(/selfType\d+/g, 'selfType')
      .replace(/Invalid value: \{.*?\}(?=: )/s, 'Invalid value: {}'),
  );
  return `${status} ${[...new Set(shown)].toSorted().join('\n')}`;
}

const collections: Readonly<Record<string, string>> = {
  customresourcedefinitions: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  configmaps: `/api/v1/namespaces/${namespace}/configmaps`,
  ...Object.fromEntries(
    [
      'validatingadmissionpolicies',
      'validatingadmissionpolicybindings',
      'mutatingwebhookconfigurations',
      'validatingwebhookconfigurations',
    ].map((resource) => [resource, `/apis/admissionregistration.k8s.io/v1/${resource}`]),
  ),
};

function clientConfig({ hooks, name }: Server, path: string): JsonFields {
  if (hooks === undefined) throw new Error(`the ${name} server was started without webhooks`);
  return { url: `${hooks.url}/${path}`, caBundle: hooks.caBundle };
}

const inNamespace = { matchLabels: { 'kubernetes.io/metadata.name': namespace } };

function selector(chance: Chance): JsonFields {
  return chance.pick<JsonFields>([
    { matchLabels: { a: '1' } },
    { matchExpressions: [{ key: 'b', operator: 'Exists' }] },
    { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['1', ''] }] },
  ]);
}

function withConversion(definition: JsonFields): (server: Server) => JsonFields {
  return (server) => ({
    ...definition,
    spec: {
      ...(definition['spec'] as JsonFields), // definitionOf makes one
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1'],
          clientConfig: clientConfig(server, 'convert'),
        },
      },
    },
  });
}

/** The schema with one rule more, somewhere in it. */
function withRule(schema: Schema, chance: Chance): Schema {
  const { properties, items, additionalProperties } = schema;
  const ruled = (of: Schema): Schema => ({
    ...of,
    'x-kubernetes-validations': [...(of['x-kubernetes-validations'] ?? []), ruleOf(of, chance)],
  });
  if (chance.happens(0.5)) return ruled(schema);
  if (items !== undefined) return { ...schema, items: withRule(items, chance) };
  if (additionalProperties !== undefined)
    return { ...schema, additionalProperties: withRule(additionalProperties, chance) };
  if (properties === undefined) return ruled(schema);
  const name = chance.pick(Object.keys(properties));
  return { ...schema, properties: { ...properties, [name]: withRule(properties[name] ?? {}, chance) } };
}

function ruleOf(schema: Schema, chance: Chance): JsonFields {
  const isTransition = chance.happens(0.3);
  const isOptional = isTransition && chance.happens(0.4);
  const own = expressionOf(chance, { self: schema });
  const kept = 'self == oldSelf';
  const rule = isOptional
    ? `oldSelf.hasValue() ? ${kept.replace('oldSelf', 'oldSelf.value()')} || ${own} : ${own}`
    : isTransition
      ? chance.pick([`${kept} || ${own}`, expressionOf(chance, { self: schema, oldSelf: schema })])
      : own;
  const names = Object.keys(schema.properties ?? {});
  return {
    rule,
    ...(isOptional ? { optionalOldSelf: true } : {}),
    ...(chance.happens(0.3) ? { message: chance.pick(['it is wrong', ' spaces ', 'é']) } : {}),
    ...(chance.happens(0.3)
      ? {
          messageExpression: chance.pick([
            "'got ' + string(self)",
            "'no: ' + self.name",
            "''",
            "'a' + self.nested.a",
          ]),
        }
      : {}),
    ...(chance.happens(0.2)
      ? {
          reason: chance.pick([
            'FieldValueInvalid',
            'FieldValueForbidden',
            'FieldValueRequired',
            'FieldValueDuplicate',
          ]),
        }
      : {}),
    ...(names.length > 0 && chance.happens(0.2) ? { fieldPath: `.${chance.pick(names)}` } : {}),
  };
}

interface Policy extends JsonFields {
  readonly spec: JsonFields;
}

/** `hasParams` only of a policy that denies: a binding whose parameters are not found denies in any case. */
function policyOf(name: string, of: TestedResource, chance: Chance, hasParams: boolean): Policy {
  const [version = ''] = Object.keys(of.versions);
  const variables = { object: of.versions[version] ?? {} };
  const some = (expression: string): string =>
    chance.pick([
      expression,
      expression,
      `request.operation == 'DELETE' || ${expression}`,
      `oldObject == null || oldObject.metadata.name == object.metadata.name && ${expression}`,
      `variables.first || ${expression}`,
      ...(hasParams
        ? [`params.data.limit == '2' || ${expression}`, `size(params.data) > 0 && ${expression}`]
        : []),
    ]);
  const make = (): string => some(expressionOf(chance, variables));
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      failurePolicy: chance.pick(['Fail', 'Fail', 'Ignore']),
      ...(hasParams ? { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } : {}),
      matchConstraints: {
        resourceRules: [rulesFor([of], chance)],
        matchPolicy: chance.pick(['Equivalent', 'Exact']),
      },
      ...(chance.happens(0.4)
        ? { matchConditions: [{ name: 'some', expression: conditionOf(chance, variables) }] }
        : {}),
      variables: [
        { name: 'first', expression: expressionOf(chance, variables) },
        {
          name: 'second',
          expression: chance.pick(['variables.first', "object.metadata.name + 'x'", '1 / 0']),
        },
      ],
      validations: Array.from({ length: chance.between(1, 4) }, () => ({
        expression: make(),
        ...(chance.happens(0.4) ? { message: 'not by this policy' } : {}),
        ...(chance.happens(0.4)
          ? {
              messageExpression: chance.pick([
                "'name ' + object.metadata.name",
                'string(variables.second)',
                "'operation ' + request.operation + ' of ' + request.resource.resource",
                "''",
              ]),
            }
          : {}),
        ...(chance.happens(0.3)
          ? { reason: chance.pick(['Unauthorized', 'Forbidden', 'Invalid', 'RequestEntityTooLarge']) }
          : {}),
      })),
      ...(chance.happens(0.3)
        ? {
            auditAnnotations: [
              {
                key: 'seen',
                valueExpression: chance.pick([
                  "'yes'",
                  'string(object.metadata.name)',
                  'object.metadata.name',
                ]),
              },
            ],
          }
        : {}),
    },
  };
}

function paramRef(chance: Chance): JsonFields {
  const parameterNotFoundAction = chance.pick(['Allow', 'Deny']);
  return chance.pick<JsonFields>([
    { name: 'params-a', namespace, parameterNotFoundAction },
    { name: 'params-b', parameterNotFoundAction },
    { name: 'gone', parameterNotFoundAction },
  ]);
}

function conditionOf(chance: Chance, variables: Readonly<Record<string, Schema>>): string {
  return chance.pick([
    "request.operation != 'UPDATE' || request.subResource == ''",
    "object != null && has(object.metadata.labels) && object.metadata.labels.exists(key, key == 'a')",
    `oldObject == null || ${expressionOf(chance, variables)}`,
    expressionOf(chance, variables),
  ]);
}

function rulesFor(of: readonly TestedResource[], chance: Chance): JsonFields {
  const names = of.map(({ resource }) => resource);
  const versions = [...new Set(of.flatMap((each) => Object.keys(each.versions)))];
  return {
    apiGroups: [...new Set(of.map(({ group }) => group))],
    apiVersions: chance.pick([['*'], versions, versions.slice(0, 1)]),
    operations: chance.pick([['*'], ['CREATE', 'UPDATE'], ['CREATE'], ['UPDATE', 'DELETE']]),
    resources: chance.pick([
      names,
      names.flatMap((name) => [name, `${name}/status`]),
      names.map((name) => `${name}/*`),
    ]),
    ...(chance.happens(0.2) ? { scope: 'Namespaced' } : {}),
  };
}

function webhookOf(
  type: 'mutating' | 'validating',
  id: string,
  chance: Chance,
  admitted: readonly TestedResource[],
): JsonFields & { readonly path: string } {
  const of = admitted.filter(() => chance.happens(0.5));
  const [first] = of;
  const variables = { object: first?.versions['v1'] ?? {} };
  return {
    name: `${type}-${id}.example.com`,
    path: `${type}/${id}`,
    admissionReviewVersions: chance.pick([['v1'], ['v1', 'v1beta1'], ['v2', 'v1beta1']]),
    sideEffects: chance.pick(['None', 'NoneOnDryRun']),
    failurePolicy: chance.pick(['Fail', 'Ignore']),
    matchPolicy: chance.pick(['Equivalent', 'Exact']),
    namespaceSelector: inNamespace,
    rules: [rulesFor(of.length === 0 ? admitted : of, chance)],
    ...(type === 'mutating' ? { reinvocationPolicy: chance.pick(['Never', 'IfNeeded']) } : {}),
    ...(chance.happens(0.3) ? { objectSelector: selector(chance) } : {}),
    ...(chance.happens(0.3)
      ? { matchConditions: [{ name: 'some', expression: conditionOf(chance, variables) }] }
      : {}),
  };
}

const configMapRules = {
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['configmaps'],
};

function sentinelPolicy(name: string): Policy {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [configMapRules] },
      validations: [{ expression: `object.metadata.name != '${sentinel}-policy'` }],
    },
  };
}

function sentinelWebhook(type: string): JsonFields & { readonly path: string } {
  const name = `${sentinel}-${type}`;
  return {
    name: `${name}.example.com`,
    path: 'deny',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    rules: [configMapRules],
    matchConditions: [{ name: 'sentinel', expression: `object.metadata.name == '${name}'` }],
  };
}

/** Waits until the last policy and the last webhooks refuse what they must, in a namespace that no other looks at. */
async function noticed(server: Server): Promise<void> {
  for (const by of ['policy', 'mutating', 'validating']) {
    const name = `${sentinel}-${by}`;
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
    const path = '/api/v1/namespaces/kube-system/configmaps?dryRun=All';
    await until(server, `${name} is refused`, async () => {
      const { status } = await server.send('POST', path, body, 'application/json');
      return status >= 400;
    });
  }
}
