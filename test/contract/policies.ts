import { expect, onTestFinished, test } from 'vitest';
import { configMap } from './contract.js';
import type { Context } from './contract.js';
import { at } from './http.js';
import type { Answer, Json } from './http.js';

const group = '/apis/admissionregistration.k8s.io/v1';

/** ValidatingAdmissionPolicies, which both servers evaluate. */
export function policyContract(use: () => Context): void {
  let count = 0;

  const maps = (): string => `/api/v1/namespaces/${use().namespace}/configmaps`;
  const create = async (
    of: string,
    name: string,
    data: Record<string, string> = {},
    query = '',
  ): Promise<Answer> => use().api.post(`${maps()}${query}`, configMap(name, data, { policy: of }));
  const refusal = ({ status, json }: Answer): unknown[] => [status, json['reason'], json['message']];

  /** Creates a policy for the config maps with a label, binds it, and waits until it is evaluated. */
  async function policy(spec: Json, binding: Json = {}): Promise<string> {
    const { api } = use();
    const name = `contract-policy-${count++}`;
    const rule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
    const matchConstraints = { resourceRules: [rule], objectSelector: { matchLabels: { policy: name } } };
    const probe = { expression: "!has(object.data) || !('probe' in object.data)", message: 'probed' };
    const validations = [probe, ...((spec['validations'] ?? []) as Json[])];
    const path = `${group}/validatingadmissionpolicies`;
    const created = await api.post(path, {
      metadata: { name },
      spec: { matchConstraints, ...spec, validations },
    });
    expect([created.status, created.text]).toEqual([201, expect.anything()]);
    const bound = await api.post(`${path.replace(/ies$/, 'ybindings')}`, {
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'], ...binding },
    });
    expect([bound.status, bound.text]).toEqual([201, expect.anything()]);
    onTestFinished(async () => {
      await api.delete(`${path.replace(/ies$/, 'ybindings')}/${name}`);
      await api.delete(`${path}/${name}`);
    });
    for (;;) {
      const probed = await create(name, 'probe', { probe: '1' }, '?dryRun=All');
      const isAsked = probed.text.includes('probed') || String(probed.headers['warning']).includes('probed');
      if (isAsked) return name;
    }
  }

  const head = (name: string, of: string): string =>
    `configmaps "${of}" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: `;

  test('a validation that does not hold refuses the request with its message and reason', async () => {
    const name = await policy({
      variables: [{ name: 'size', expression: 'has(object.data) ? size(object.data) : 0' }],
      validations: [
        {
          expression: 'variables.size < 2',
          messageExpression: "'has ' + string(variables.size) + ' keys'",
          message: 'many',
        },
        { expression: "object.metadata.name != 'bad'", reason: 'Forbidden' },
        { expression: "request.operation != 'UPDATE' || oldObject.data == object.data", message: ' fixed ' },
      ],
    });
    expect(refusal(await create(name, 'one', { a: '1', b: '2' }))).toEqual([
      422,
      'Invalid',
      `${head(name, 'one')}has 2 keys`,
    ]);
    expect(refusal(await create(name, 'bad'))).toEqual([
      403,
      'Forbidden',
      `${head(name, 'bad')}failed expression: object.metadata.name != 'bad'`,
    ]);
    const created = await create(name, 'good', { a: '1' });
    expect(created.status).toBe(201);
    const changed = await use().api.patch(`${maps()}/good`, 'merge', { data: { a: '2' } });
    expect(refusal(changed)).toEqual([422, 'Invalid', `${head(name, 'good')}fixed`]);
    expect(at(changed.json, 'details.causes.0.message')).toContain('denied request: fixed');
    expect(
      (await use().api.patch(`${maps()}/good`, 'merge', { metadata: { annotations: { a: 'b' } } })).status,
    ).toBe(200);
  });

  test('an expression may use the variables that are declared before it, and no others', async () => {
    const rule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
    const refused = await use().api.post(`${group}/validatingadmissionpolicies?dryRun=All`, {
      metadata: { name: 'contract-policy-variables' },
      spec: {
        matchConstraints: { resourceRules: [rule] },
        variables: [
          { name: 'own', expression: 'variables.own' },
          { name: 'early', expression: 'variables.late' },
          { name: 'late', expression: 'size(variables.early)' },
        ],
        validations: [{ expression: 'variables.late == 1' }, { expression: 'variables.none' }],
      },
    });
    expect(refused.status).toBe(422);
    const causes = at(refused.json, 'details.causes') as readonly Json[];
    expect(
      causes.map(({ field, message }) => [field, /undefined field '\w+'/.exec(String(message))?.[0]]),
    ).toEqual([
      ['spec.variables[0].expression', "undefined field 'own'"],
      ['spec.variables[1].expression', "undefined field 'late'"],
      ['spec.validations[1].expression', "undefined field 'none'"],
    ]);
  });

  test('a binding may warn instead', async () => {
    const name = await policy(
      { validations: [{ expression: "object.metadata.name != 'warned'", message: 'rather not' }] },
      { validationActions: ['Warn'] },
    );
    const created = await create(name, 'warned', {}, '?dryRun=All');
    expect([created.status, created.headers['warning']]).toEqual([
      201,
      `299 - "Validation failed for ValidatingAdmissionPolicy '${name}' with binding '${name}': rather not"`,
    ]);
  });

  test.each([
    ['Fail', 422],
    ['Ignore', 201],
  ])('an expression that fails counts as the failure policy %s says', async (failurePolicy, code) => {
    const name = await policy({ failurePolicy, validations: [{ expression: 'object.data.none == "1"' }] });
    const answer = await create(name, 'fails', { a: '1' }, '?dryRun=All');
    expect(answer.status).toBe(code);
    if (code === 422)
      expect(answer.json['message']).toBe(
        `${head(name, 'fails')}expression 'object.data.none == "1"' resulted in error: no such key: none`,
      );
  });

  test.each([
    ['object.data.none', 'composited variable "value" fails to evaluate: no such key: none'],
    ['object', 'no such overload'],
    ['[object.data]', 'no such overload'],
    ['object.metadata.managedFields', 'no such overload'],
  ])(
    'a variable %s that fails, or is of another type than the text it is compared with',
    async (value, why) => {
      const expression = `dyn(variables.value)${value.startsWith('[') ? '[0]' : ''} == 'b'`;
      const name = await policy({
        variables: [{ name: 'value', expression: value }],
        validations: [{ expression }],
      });
      const refused = await create(name, 'compared', { a: '1' }, '?dryRun=All');
      expect(refused.json['message']).toBe(
        `${head(name, 'compared')}expression '${expression}' resulted in error: ${why}`,
      );
    },
  );

  test('anything may be compared with null', async () => {
    const validations = ['object == null', 'object.data == null', 'oldObject == null'].map((expression) => ({
      expression: `!(${expression}) || oldObject == null && ${expression.startsWith('old')}`,
    }));
    const name = await policy({ validations });
    expect((await create(name, 'nulls', { a: '1' }, '?dryRun=All')).status).toBe(201);
  });

  test('match conditions decide whether a policy applies', async () => {
    const name = await policy({
      matchConditions: [{ name: 'named', expression: "object.metadata.name.startsWith('p')" }],
      validations: [{ expression: 'false' }],
    });
    expect((await create(name, 'other', {}, '?dryRun=All')).status).toBe(201);
    expect((await create(name, 'picked', {}, '?dryRun=All')).status).toBe(422);
  });

  test('parameters are the objects that a binding refers to', async () => {
    const { api, namespace } = use();
    await api.post(maps(), configMap('limits', { max: '1' }));
    const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
    const validations = [{ expression: '!has(object.data) || size(object.data) <= int(params.data.max)' }];
    const name = await policy(
      { paramKind, validations },
      { paramRef: { name: 'limits', namespace, parameterNotFoundAction: 'Deny' } },
    );
    expect((await create(name, 'two', { a: '1', b: '2' }, '?dryRun=All')).status).toBe(422);
    expect((await create(name, 'one', { a: '1' }, '?dryRun=All')).status).toBe(201);
    await api.delete(`${maps()}/limits`);
    let missing = await create(name, 'one', { a: '1' }, '?dryRun=All');
    while (missing.status === 201) missing = await create(name, 'one', { a: '1' }, '?dryRun=All');
    expect(refusal(missing)).toEqual([
      422,
      'Invalid',
      `${head(name, 'one')}failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`,
    ]);
  });

  test('a binding is validated', async () => {
    const { api } = use();
    const said: unknown[] = [];
    for (const [spec] of wrongBindings) {
      const path = `${group}/validatingadmissionpolicybindings?dryRun=All`;
      const { json } = await api.post(path, { metadata: { name: 'wrong' }, spec });
      const causes = (at(json, 'details.causes') ?? []) as readonly Json[];
      said.push(causes.map(({ field, message }) => `${String(field)}: ${String(message)}`));
    }
    const expected = wrongBindings.map(([, problems]) =>
      problems.map((problem): unknown => expect.stringContaining(problem)),
    );
    expect(said).toEqual(expected);
  });

  test('a policy whose expressions do not compile, or whose reason has no status, is refused', async () => {
    const refused = await use().api.post(`${group}/validatingadmissionpolicies`, {
      metadata: { name: 'contract-invalid' },
      spec: {
        matchConstraints: {
          resourceRules: [
            { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
          ],
        },
        matchConditions: [
          { name: 'a', expression: 'object.spec' },
          { name: 'a', expression: 'authorizer.requestResource.check("get").allowed()' },
          { name: '?', expression: 'variables.x == 1' },
        ],
        validations: [
          { expression: 'unknown == 1' },
          { expression: '1 + 1' },
          { expression: 'request.user == "a"' },
          { expression: 'request.dryRun == "a"' },
          { expression: 'namespaceObject.metadata.uid == ""' },
          {
            expression:
              'namespaceObject.status.conditions.all(c, c.lastTransitionTime < timestamp("2026-01-01T00:00:00Z"))',
          },
          { expression: 'true', messageExpression: 'authorizer.path("/").check("get").reason()' },
          { expression: 'true', reason: 'Unauthorized' },
          { expression: 'object.data.a' },
        ],
      },
    });
    expect(refused.status).toBe(422);
    const causes = (at(refused.json, 'details.causes') ?? []) as Json[];
    const line = (message: unknown): string =>
      String(message)
        .split('\n')[0]
        ?.replace(/.*ERROR: <input>:\d+:\d+: /, '') ?? '';
    expect(causes.map(({ field, message }) => [field, line(message)])).toEqual([
      [
        'spec.matchConditions[0].expression',
        'Invalid value: "object.spec": must evaluate to bool but got dyn',
      ],
      ['spec.matchConditions[1].name', 'Duplicate value: "a"'],
      ['spec.matchConditions[2].expression', "undeclared reference to 'variables' (in container '')"],
      [
        'spec.matchConditions[2].name',
        expect.stringContaining('Invalid value: "?": name part must consist of'),
      ],
      ['spec.validations[0].expression', "undeclared reference to 'unknown' (in container '')"],
      ['spec.validations[1].expression', 'Invalid value: "1 + 1": must evaluate to bool but got int'],
      ['spec.validations[2].expression', "undefined field 'user'"],
      ['spec.validations[3].expression', "found no matching overload for '_==_' applied to '(bool, string)'"],
      ['spec.validations[4].expression', "undefined field 'uid'"],
      ['spec.validations[6].messageExpression', "undeclared reference to 'authorizer' (in container '')"],
      [
        'spec.validations[7].reason',
        'Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
      ],
      ['spec.validations[8].expression', 'Invalid value: "object.data.a": must evaluate to bool but got dyn'],
    ]);
  });

  test('expressions see the request, the namespace and what the user may do', async () => {
    const name = await policy({
      matchConditions: [
        { name: 'may', expression: 'authorizer.requestResource.check("create").allowed()' },
        { name: 'nowhere', expression: 'namespaceObject == null' },
      ],
      validations: [
        {
          expression: "object.metadata.name != 'seen'",
          messageExpression: `request.operation + ' ' + request.resource.resource + ' in ' + namespaceObject.metadata.name + ' ' + namespaceObject.status.phase + (has(request.subResource) ? ' sub' : '')`,
        },
        {
          expression:
            "authorizer.serviceAccount('default', 'nobody').group('').resource('pods').namespace('default').check('get').errored() || object.metadata.name != 'errored'",
        },
        {
          expression:
            "object.metadata.name != 'timed' || namespaceObject.metadata.creationTimestamp < timestamp('2100-01-01T00:00:00Z')",
        },
        {
          expression:
            "authorizer.group('').resource('nodes').check('delete').allowed() && authorizer.path('/healthz').check('get').allowed()",
        },
      ],
    });
    const { namespace } = use();
    expect(refusal(await create(name, 'seen'))).toEqual([
      422,
      'Invalid',
      `${head(name, 'seen')}CREATE configmaps in ${namespace} Active`,
    ]);
    expect(refusal(await create(name, 'errored'))[0]).toBe(422);
    // The server declares times as timestamps and gives them as texts.
    expect(refusal(await create(name, 'timed'))[2]).toContain('resulted in error: no such overload');
    expect((await create(name, 'allowed', {}, '?dryRun=All')).status).toBe(201);
  });
}

const valid = { policyName: 'a', validationActions: ['Deny'] };

/** Specs of bindings, and what is wrong with them. */
const wrongBindings: readonly (readonly [spec: object, problems: readonly string[]])[] = [
  [{}, ['spec.policyName: Required value', 'spec.validationActions: Required value']],
  [
    { policyName: 'A', validationActions: ['No', 'Deny', 'Deny'] },
    [
      'spec.policyName: Invalid value: "A": a lowercase RFC 1123 subdomain',
      'spec.validationActions[0]: Unsupported value: "No": supported values: "Audit", "Deny", "Warn"',
      'spec.validationActions[2]: Duplicate value: "Deny"',
    ],
  ],
  [
    { ...valid, validationActions: ['Deny', 'Warn'] },
    ['spec.validationActions: Invalid value: ["Deny","Warn"]: must not contain both'],
  ],
  [
    { ...valid, paramRef: {} },
    [
      'spec.paramRef: Required value: one of name or selector must be specified',
      'spec.paramRef.parameterNotFoundAction: Required value',
    ],
  ],
  [
    { ...valid, paramRef: { name: 'a/b', selector: {}, parameterNotFoundAction: 'No' } },
    [
      `spec.paramRef.name: Invalid value: "a/b": may not contain '/'`,
      'spec.paramRef.name: Forbidden: name and selector are mutually exclusive',
      'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive',
      'spec.paramRef.parameterNotFoundAction: Unsupported value: "No": supported values: "Deny", "Allow"',
    ],
  ],
  [
    { ...valid, paramRef: { selector: { matchLabels: { 'a b': 'c d' } }, parameterNotFoundAction: 'Deny' } },
    [
      'spec.paramRef.selector.matchLabels: Invalid value: "a b": name part must consist of',
      'spec.paramRef.selector.matchLabels: Invalid value: "c d": a valid label must be',
    ],
  ],
  [
    {
      ...valid,
      matchResources: {
        matchPolicy: 'No',
        namespaceSelector: {
          matchExpressions: [
            { key: 'a', operator: 'No' },
            { key: 'a', operator: 'In' },
            { key: 'a b', operator: 'Exists', values: ['a'] },
          ],
        },
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['NO'], resources: ['pods'] }],
        excludeResourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: [] }],
      },
    },
    [
      'spec.matchResources.matchPolicy: Unsupported value: "No": supported values: "Equivalent", "Exact"',
      'spec.matchResources.namespaceSelector.matchExpressions[0].operator: Invalid value: "No": not a valid selector operator',
      "spec.matchResources.namespaceSelector.matchExpressions[1].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      "spec.matchResources.namespaceSelector.matchExpressions[2].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      'spec.matchResources.namespaceSelector.matchExpressions[2].key: Invalid value: "a b": name part must consist of',
      'spec.matchResources.resourceRules[0].operations[0]: Unsupported value: "NO"',
      'spec.matchResources.excludeResourceRules[0].resources: Required value',
    ],
  ],
];
