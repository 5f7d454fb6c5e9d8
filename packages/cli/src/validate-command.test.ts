import { mkdir, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finish, TemporaryFolder } from './cli.test-support.js';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: websites.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: websites, kind: Website }
  conversion:
    strategy: Webhook
    webhook: { conversionReviewVersions: [v1], clientConfig: { url: 'https://127.0.0.1:1/convert' } }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [html]
              x-kubernetes-validations:
                - { rule: self.replicas <= self.maxReplicas, fieldPath: .replicas, message: too many }
              properties:
                html: { type: string, maxLength: 10 }
                mode: { type: string, enum: [Full, Part] }
                since: { type: string, format: date-time }
                replicas: { type: integer, minimum: 0, default: 1 }
                maxReplicas: { type: integer, default: 3 }
    - { name: v2, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
    - { name: v3, served: false, storage: false, schema: { openAPIV3Schema: { type: object } } }
`;

const website = (spec: string): string =>
  `apiVersion: example.com/v1\nkind: Website\nmetadata: {name: home, namespace: shop}\nspec:\n${spec}`;

/** Runs the command in a folder with these files; its output shows their names alone. */
async function validate(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = ['-f', '.'],
  stdin?: string,
): Promise<{ readonly lines: readonly string[]; readonly err: string; readonly exitCode: number }> {
  await using folder = await TemporaryFolder.create();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(folder.file(name)), { recursive: true });
    await folder.write(name, text);
  }
  const paths = args.map((arg) => (arg.startsWith('-') || arg === 'json' ? arg : folder.file(arg)));
  const { out, err, exitCode } = await finish(['validate', ...paths], stdin === undefined ? {} : { stdin });
  const short = (text: string): string => text.replaceAll(`${folder.path}/`, '').replaceAll(folder.path, '.');
  return { lines: short(out).trimEnd().split('\n'), err: short(err), exitCode };
}

const one = (summary: string): string => `1 object in 1 file: ${summary}`;

describe('objects of built-in kinds', () => {
  test('valid ones: also in a namespace that does not exist, with names of others that do not, and with a status', async () => {
    const pod =
      'spec: {priorityClassName: gold, serviceAccountName: robot, containers: [{name: c, image: i}]}';
    const texts = [
      `apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-, namespace: nowhere}\n${pod}\nstatus: {phase: Nonsense}\n`,
      `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: NodePort, clusterIP: 172.20.0.5, ports: [{port: 80, nodePort: 30080}]}\n`,
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: a}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: none}\n`,
      `apiVersion: resource.k8s.io/v1beta1\nkind: ResourceClaim\nmetadata: {name: a}\nspec: {}\n`,
      `apiVersion: v1\nkind: Namespace\nmetadata: {name: default, namespace: ignored}\n`,
      `apiVersion: authentication.k8s.io/v1\nkind: TokenReview\nspec: {token: a}\n`,
      '# nothing\n',
    ];
    expect(await validate({ 'a.yaml': texts.join('---\n') })).toEqual({
      lines: ['6 objects in 1 file: 6 valid, 0 invalid'],
      err: '',
      exitCode: 0,
    });
  });

  test('every problem has its file, line, object, field and message', async () => {
    const text = `# A comment.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels: {a: b, a: c}
spec:
  replica: 4
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web, example.com/colour: "not allowed!"}
    spec:
      containers:
        - image: x
          imagePullPolicy: Sometimes
        - name: Main
          image: app:1
          colour: red
`;
    const { lines, exitCode } = await validate({ 'web.yaml': text });
    const of = 'Deployment shop/web';
    expect(lines.map((line) => line.replace(/: a (lowercase|valid).*/, ''))).toEqual([
      `web.yaml:7: ${of}: metadata.labels.a: duplicate field "metadata.labels.a"`,
      `web.yaml:9: ${of}: spec.replica: unknown field "spec.replica"`,
      // The server leaves out `metadata` there.
      `web.yaml:12: ${of}: spec.template.labels: Invalid value: "not allowed!"`,
      `web.yaml:17: ${of}: spec.template.spec.containers[0].name: Required value`,
      expect.stringContaining(
        `web.yaml:18: ${of}: spec.template.spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": `,
      ),
      `web.yaml:19: ${of}: spec.template.spec.containers[1].name: Invalid value: "Main"`,
      `web.yaml:21: ${of}: spec.template.spec.containers[1].colour: unknown field "spec.template.spec.containers[1].colour"`,
      one('0 valid, 1 invalid (7 problems)'),
    ]);
    expect(exitCode).toBe(1);
  });

  test('every value of a wrong type is reported, with the unknown fields', async () => {
    const text = `apiVersion: v1
kind: Pod
metadata: {name: a, labels: {version: 1.5}, creationTimestamp: yesterday}
spec:
  nodeName: true
  colour: red
  containers:
    - name: c
      image: i
      resources: {limits: {cpu: lots}}
      ports: [{containerPort: eighty}]
`;
    const { lines } = await validate({ 'pod.yaml': text });
    expect(lines.map((line) => line.replace('Pod a: ', '').slice(0, 110))).toEqual([
      'pod.yaml:3: metadata.labels.version: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.la',
      'pod.yaml:3: metadata.creationTimestamp: parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse ',
      'pod.yaml:5: spec.nodeName: json: cannot unmarshal bool into Go struct field PodSpec.spec.nodeName of type stri',
      'pod.yaml:6: spec.colour: unknown field "spec.colour"',
      "pod.yaml:10: spec.containers[0].resources.limits.cpu: quantities must match the regular expression '^([+-]?[0-".slice(
        0,
        110,
      ),
      'pod.yaml:11: spec.containers[0].ports[0].containerPort: json: cannot unmarshal string into Go struct field Con',
      one('0 valid, 1 invalid (6 problems)'),
    ]);
  });

  test('patterns with a class of characters are those of Go', async () => {
    const pod = (iqn: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: c, image: i}]\n  volumes: [{name: v, iscsi: {targetPortal: 10.0.2.15, lun: 0, iqn: "${iqn}"}}]\n`;
    const { lines } = await validate({
      'a.yaml': `${pod('iqn.2001-04.com.example:storage.kube.sys1.xyz')}---\n${pod('iqn.2001-04.com_example:a')}`,
    });
    expect(lines).toEqual([
      expect.stringMatching(
        /^a\.yaml:13: Pod a: spec\.volumes\[0\]\.iscsi\.iqn: Invalid value: .*must be valid format$/,
      ),
      '2 objects in 1 file: 1 valid, 1 invalid (1 problem)',
    ]);
  });

  test('a service of a cluster with IPv6 is valid', async () => {
    const service = (rest: string): string =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}], ${rest}}\n`;
    const texts = [
      service('ipFamilies: [IPv6]'),
      service('ipFamilies: [IPv6, IPv4], ipFamilyPolicy: RequireDualStack'),
      service('ipFamilyPolicy: PreferDualStack'),
      service('ipFamilies: [IPv6], clusterIP: fd00::1'),
      service('ipFamilies: [IPv6], clusterIP: 10.0.0.1'),
    ];
    const { lines } = await validate({ 'a.yaml': texts.join('---\n') });
    expect(lines).toEqual([
      expect.stringMatching(
        /^a\.yaml:24: Service a: spec\.clusterIPs\[0\]: Invalid value: "10\.0\.0\.1": expected an IPv6/,
      ),
      '5 objects in 1 file: 4 valid, 1 invalid (1 problem)',
    ]);
  });

  test('a webhook needs sideEffects', async () => {
    const text = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks:
- {name: a.example.com, clientConfig: {url: https://example.com}, admissionReviewVersions: [v1]}
`;
    const { lines } = await validate({ 'a.yaml': text });
    expect(lines[0]).toBe(
      'a.yaml:5: ValidatingWebhookConfiguration a: webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
    );
  });

  test('a resourceVersion is refused, as on a create', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  resourceVersion: "5"\n';
    const { lines } = await validate({ 'a.yaml': text });
    expect(lines[0]).toBe(
      'a.yaml:5: ConfigMap a: metadata.resourceVersion: resourceVersion should not be set on objects to be created',
    );
  });

  test('JSON, one object after another and in lists, has lines and repeated keys too', async () => {
    const map =
      '{"apiVersion":"v1","kind":"ConfigMap",\n "metadata":{"name":"a"},\n "data":{\n  "a.b":"x",\n  "a.b":7}}';
    const pretty = `{\n\t"apiVersion": "v1",\n\t"kind": "List",\n\t"items": [\n${map},\n{"apiVersion":"v1"}]}`;
    const { lines } = await validate({ 'a.json': `${map}\n${map}\n`, 'b.json': pretty });
    expect(lines.map((line) => line.replace(/json: cannot.*/, 'type'))).toEqual([
      'a.json:5: ConfigMap a: data.a.b: duplicate field "data.a.b"',
      'a.json:5: ConfigMap a: data.a.b: type',
      'a.json:10: ConfigMap a: data.a.b: duplicate field "data.a.b"',
      'a.json:10: ConfigMap a: data.a.b: type',
      'b.json:9: ConfigMap a: data.a.b: duplicate field "data.a.b"',
      'b.json:9: ConfigMap a: data.a.b: type',
      'b.json:10: kind: must be a non-empty string',
      '4 objects in 2 files: 0 valid, 4 invalid (7 problems)',
    ]);
  });
});

describe('objects of defined kinds', () => {
  test('schema and rules, with the messages of the definition; no webhook is called', async () => {
    const objects = [
      website('  html: <b>home</b>\n  mode: None\n  since: today\n  colour: red\n'),
      website('  html: home\n  replicas: 7\n'),
      website('  html: 5\n'),
      website('  mode: Full\n'),
      'apiVersion: example.com/v2\nkind: Website\nmetadata: {name: home}\n',
      website('  html: home\n'),
    ].join('---\n');
    const { lines, exitCode } = await validate({ 'crds/website.yaml': definition, 'site.yaml': objects }, [
      '-f',
      'site.yaml',
      '--crds',
      'crds',
    ]);
    const unchecked = expect.stringContaining(
      'some validation rules were not checked because the object was',
    );
    const of = 'Website shop/home';
    expect(lines).toEqual([
      unchecked,
      `site.yaml:5: ${of}: spec.html: Too long: may not be more than 10 bytes`,
      `site.yaml:6: ${of}: spec.mode: Unsupported value: "None": supported values: "Full", "Part"`,
      `site.yaml:7: ${of}: spec.since: Invalid value: "today": spec.since in body must be of type date-time: "today"`,
      `site.yaml:8: ${of}: spec.colour: unknown field "spec.colour"`,
      `site.yaml:15: ${of}: spec.replicas: Invalid value: too many`,
      unchecked,
      `site.yaml:21: ${of}: spec.html: Invalid value: "integer": spec.html in body must be of type string: "integer"`,
      unchecked,
      `site.yaml:26: ${of}: spec.html: Required value`,
      '7 objects in 2 files: 3 valid, 4 invalid (10 problems)',
    ]);
    expect(exitCode).toBe(1);
  });

  test('of two definitions of a name, an invalid one, such as a patch, does not count', async () => {
    const patch = definition.replace(/ {2}group: [^]*$/, '  preserveUnknownFields: false\n');
    const { lines } = await validate({
      'a-patch.yaml': patch,
      'b.yaml': definition,
      'c.yaml': definition.replace('apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'),
      'site.yaml': website('  html: home\n'),
    });
    expect(lines.filter((line) => !line.startsWith('a-patch.yaml:'))).toEqual([
      'c.yaml:1: CustomResourceDefinition websites.example.com: apiVersion: "apiextensions.k8s.io/v1beta1" has no CustomResourceDefinition; there is apiextensions.k8s.io/v1',
      expect.stringMatching(/^4 objects in 4 files: 2 valid, 2 invalid/),
    ]);
  });

  test('a definition of a built-in kind does not replace it, as on a server', async () => {
    const role = definition
      .replaceAll('example.com', 'rbac.authorization.k8s.io')
      .replaceAll('Website', 'ClusterRole')
      .replaceAll('websites', 'clusterroles')
      .replace('metadata: {', 'metadata: { annotations: { api-approved.kubernetes.io: unapproved },');
    const { lines } = await validate({
      'a.yaml': 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: "system:a"}\n',
      'crd.yaml': role,
    });
    expect(lines).toEqual(['2 objects in 2 files: 2 valid, 0 invalid']);
  });

  test('a rule may name a field that is a reserved word, since Kubernetes 1.31', async () => {
    const renamed = definition
      .replace(
        'self.replicas <= self.maxReplicas, fieldPath: .replicas',
        `"self.namespace == 'a' && self.__return__.in1 == 1"`,
      )
      .replace(
        'html: {',
        'namespace: { type: string }\n                return: { type: object, properties: { in1: { type: integer } } }\n                html: {',
      );
    const spec = (namespace: string): string =>
      website(`  html: home\n  namespace: ${namespace}\n  return: { in1: 1 }\n`);
    expect(
      await validate({
        'crd.yaml': renamed.replace('self.__return__', 'self.return'),
        'site.yaml': `${spec('a')}---\n${spec('b')}`,
      }),
    ).toMatchObject({
      lines: [
        'site.yaml:12: Website shop/home: spec: Invalid value: too many',
        '3 objects in 2 files: 2 valid, 1 invalid (1 problem)',
      ],
    });
    expect((await validate({ 'crd.yaml': renamed })).exitCode).toBe(0);
  });

  test('definitions among the objects count, wherever they stand', async () => {
    const { lines, exitCode } = await validate({
      'a.yaml': website('  html: home\n'),
      'z/website.yaml': definition,
      'z/notes.txt': 'kind: None',
    });
    expect([lines, exitCode]).toEqual([['2 objects in 2 files: 2 valid, 0 invalid'], 0]);
  });

  test('an invalid definition is a problem in its file, and its objects are skipped', async () => {
    const wrong = definition
      .replace('self.replicas <=', 'self.replica <=')
      .replace('maxLength: 10', 'maxLength: x');
    const { lines } = await validate({ 'a.yaml': website('  html: home\n'), 'crd.yaml': wrong });
    expect(lines).toEqual([
      expect.stringMatching(
        /^crd\.yaml:\d+: CustomResourceDefinition websites\.example\.com: spec\.versions\[0\]\.schema\.openAPIV3Schema\.properties\.spec\.properties\.html\.maxLength: json: cannot unmarshal/,
      ),
      '2 objects in 2 files: 0 valid, 1 invalid (1 problem), 1 skipped',
    ]);
    const rule = await validate({ 'crd.yaml': definition.replace('self.replicas <=', 'self.replica <=') });
    expect(rule.lines[0]).toMatch(
      /^crd\.yaml:23: .*x-kubernetes-validations\[0\]\.rule: .*undefined field 'replica'/,
    );
  });

  test('two definitions of a name must be the same', async () => {
    const files = { 'a.yaml': definition, 'b.yaml': `# The same.\n${definition}` };
    expect((await validate(files)).exitCode).toBe(0);
    const { lines } = await validate({
      ...files,
      'c.yaml': definition.replace('maxLength: 10', 'maxLength: 9'),
    });
    expect(lines[0]).toBe(
      'c.yaml:3: CustomResourceDefinition websites.example.com: metadata.name: another definition of this name is in a.yaml:1',
    );
  });

  test('of the files for definitions only those count', async () => {
    const patch = definition
      .replace(/ {2}group: [^]*?(?= {2}conversion)/, '')
      .replace(/ {2}versions: [^]*$/, '');
    const others = { 'crds/kustomization.yaml': 'resources: [a]\n', 'crds/patch.yaml': patch };
    const { lines } = await validate(
      { ...others, 'crds/a.yaml': definition, 'a.yaml': website('  html: x\n') },
      ['-f', 'a.yaml', '--crds', 'crds'],
    );
    expect(lines).toEqual(['2 objects in 4 files: 2 valid, 0 invalid']);
    const none = await validate({ ...others, 'a.yaml': '' }, ['-f', 'a.yaml', '--crds', 'crds']);
    expect(none).toMatchObject({ exitCode: 2, err: 'error: --crds crds has no CustomResourceDefinition\n' });
  });
});

test('an unknown kind is a problem, unless those are skipped', async () => {
  const texts = [
    website('  html: home\n'),
    'apiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: a}\n',
    'apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: a}\n',
  ];
  const files = { 'a.yaml': texts.join('---\n') };
  expect(await validate(files)).toMatchObject({
    lines: [
      'a.yaml:2: Website shop/home: kind: no definition of "Website" in "example.com/v1" is known; give the file of its CustomResourceDefinition with --crds, or skip such objects with --ignore-missing-schemas',
      'a.yaml:7: Deployment a: apiVersion: "apps/v1beta1" has no Deployment; there is apps/v1',
      'a.yaml:11: CustomResourceDefinition a: apiVersion: "apiextensions.k8s.io/v1beta1" has no CustomResourceDefinition; there is apiextensions.k8s.io/v1',
      '3 objects in 1 file: 0 valid, 3 invalid (3 problems)',
    ],
    exitCode: 1,
  });
  expect(await validate(files, ['-f', '.', '--ignore-missing-schemas'])).toMatchObject({
    // A version that a known kind does not have is a problem still.
    lines: [
      expect.stringContaining('"apps/v1beta1" has no Deployment'),
      expect.stringContaining('"apiextensions.k8s.io/v1beta1" has no CustomResourceDefinition'),
      '3 objects in 1 file: 0 valid, 2 invalid (2 problems), 1 skipped',
    ],
    exitCode: 1,
  });
  const unserved = await validate({
    'a.yaml': 'apiVersion: example.com/v3\nkind: Website\nmetadata: {name: a}\n',
    'crd.yaml': definition,
  });
  expect(unserved.lines[0]).toContain(
    '"example.com/v3" has no Website; there is example.com/v1, example.com/v2',
  );
});

test('input without an object is refused: the command before it may have failed', async () => {
  for (const stdin of ['', '# nothing\n', '---\n---\n'])
    expect(await validate({}, ['-f', '-'], stdin)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('there are no objects in -f -') as string,
    });
  expect(
    await validate({ 'a.yaml': '', 'crd.yaml': definition }, ['-f', 'a.yaml', '--crds', 'crd.yaml']),
  ).toMatchObject({
    exitCode: 2,
  });
});

test('a definition of -f goes before that of --crds, from which it was built', async () => {
  const built = definition.replace('metadata: {', 'metadata: { labels: { app: web },');
  expect(
    await validate({ 'built/all.yaml': built, 'crd/crd.yaml': definition }, ['-f', 'built', '--crds', 'crd']),
  ).toMatchObject({ lines: ['2 objects in 2 files: 2 valid, 0 invalid'], exitCode: 0 });
});

test('a repeated key beside the items of a List is a problem', async () => {
  const list =
    'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: BAD}}\n';
  const { lines, exitCode } = await validate({
    'a.yaml': `${list}items:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n`,
  });
  expect(lines[0]).toMatch(/^a\.yaml:\d: duplicate field "items"$/);
  expect(exitCode).toBe(1);
});

test('hidden folders and node_modules are left out, and a link that leads nowhere is named', async () => {
  const bad = 'apiVersion: v1\nkind: Nonsense\n';
  const good = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
  const files = { 'a.yaml': good, '.git/b.yaml': bad, 'node_modules/c/package.json': '{}' };
  expect(await validate(files)).toMatchObject({ lines: [one('1 valid, 0 invalid')], exitCode: 0 });
  await using folder = await TemporaryFolder.create();
  await symlink('nowhere', folder.file('.#a.yaml'));
  const { err, exitCode } = await finish(['validate', '-f', folder.path]);
  expect(err).toContain(`-f ${folder.file('.#a.yaml')} cannot be read`);
  expect(exitCode).toBe(2);
});

test('a document that cannot be read is a problem, and the others are checked', async () => {
  const text = `a: {b\n---\n- 1\n---\nkind: ConfigMap\napiVersion: 1\n---\n${website('  html: home\n')}---\n*a\n`;
  const { lines } = await validate({ 'a.yaml': text, 'crd.yaml': definition });
  expect(lines).toEqual([
    expect.stringMatching(/^a\.yaml:[12]: column \d+: /),
    'a.yaml:3: must be an object with apiVersion, kind and metadata, got a list',
    'a.yaml:6: ConfigMap: apiVersion: must be a non-empty string, got 1',
    expect.stringMatching(/^a\.yaml:14: column 1: an alias without an anchor/),
    '6 objects in 2 files: 2 valid, 4 invalid (4 problems)',
  ]);
});

test('standard input is read, and problems are printed as JSON', async () => {
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: A\n  namespace: shop\n';
  const { lines, exitCode } = await validate({}, ['-f', '-', '-o', 'json'], text);
  expect(JSON.parse(lines.join('\n'))).toEqual({
    problems: [
      {
        file: 'standard input',
        line: 4,
        apiVersion: 'v1',
        kind: 'ConfigMap',
        namespace: 'shop',
        name: 'A',
        field: 'metadata.name',
        message: expect.stringContaining('Invalid value: "A": a lowercase RFC 1123 subdomain'),
      },
    ],
    summary: { files: 1, objects: 1, valid: 0, invalid: 1, skipped: 0 },
  });
  expect(exitCode).toBe(1);
});

test('aliases and merged mappings: the line is where the field is written', async () => {
  const text = `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: a, labels: &labels {colour: "no!"}}
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: b
      labels:
        <<: *labels
        more: "no?"
      finalizers: [x]
    data: &data
      a: b
    binaryData: *data
`;
  const { lines } = await validate({ 'a.yaml': text });
  expect(lines.map((line) => line.split(': Invalid')[0]?.replace(/: (illegal|json|prefer).*/, ''))).toContain(
    'a.yaml:16: ConfigMap b: binaryData.a',
  );
});

test('a key that is merged later counts, and its line is where that is written', async () => {
  const text = `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: &data
    a: 1
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: b}
  data:
    a: fine
    <<: [*data, {a: fine}]
`;
  const { lines } = await validate({ 'a.yaml': text });
  expect(lines.map((line) => line.replace(/: json: .*/, ''))).toEqual([
    'a.yaml:8: ConfigMap a: data.a',
    'a.yaml:8: ConfigMap b: data.a',
    '2 objects in 1 file: 0 valid, 2 invalid (2 problems)',
  ]);
});

test('lines behind thousands of aliases and merges are found', { timeout: 30_000 }, async () => {
  const items = Array.from({ length: 2000 }, (_, index) => `    - &a${index + 1} {<<: *a${index}}\n`).join(
    '',
  );
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  a:\n    - &a0 {}\n${items}${'    - *a0\n'.repeat(20_000)}  b: *a1\n`;
  const { lines } = await validate({ 'a.yaml': text });
  expect(lines).toEqual([
    'a.yaml:5: ConfigMap a: metadata.a: unknown field "metadata.a"',
    'a.yaml:22007: ConfigMap a: metadata.b: unknown field "metadata.b"',
    one('0 valid, 1 invalid (2 problems)'),
  ]);
});

test('items of a typed list have its kind, and problems their lines', async () => {
  const text = `apiVersion: v1
kind: ConfigMapList
items:
- metadata: {name: a}
  data:
    a: 1
- metadata: {name: b}
- metadata: {name: c}
  kind: ConfigMap
`;
  const { lines } = await validate({ 'a.yaml': text });
  expect(lines.map((line) => line.replace(/: json: .*/, ''))).toEqual([
    'a.yaml:6: ConfigMap a: data.a',
    'a.yaml:8: ConfigMap c: apiVersion: must be a non-empty string',
    '3 objects in 1 file: 1 valid, 2 invalid (2 problems)',
  ]);
});

test('brackets in texts, and documents that each leave some open, do not nest', async () => {
  const script = Array.from({ length: 300 }, () => '    if [ "$a" -gt 1 ]; then x[[: { y\n').join('');
  const map = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  run.sh: |\n${script}`;
  expect(await validate({ 'a.yaml': `${map}---\n${map}` })).toMatchObject({
    lines: ['2 objects in 1 file: 2 valid, 0 invalid'],
  });
});

test('a document that nests too deeply is a problem with its line, and the documents before it are checked', async () => {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: A}\n---\nkind: ${'['.repeat(300)}`;
  const { lines } = await validate({ 'a.yaml': text });
  expect(lines).toEqual([
    expect.stringContaining('a.yaml:3: ConfigMap A: metadata.name: '),
    'a.yaml:5: column 207: nested more than 200 levels deep',
    '2 objects in 1 file: 0 valid, 2 invalid (2 problems)',
  ]);
});

test('the right group or spelling of a kind is named', async () => {
  const kinds = [
    'v1 Deployment',
    'apps/v1 deployment',
    'extensions/v1beta1 Ingress',
    'batch/v1 Nonsense',
    'app.example.com/v1 Deployment',
    'example.com/v1 website',
  ];
  const objects = kinds.map((each) => {
    const [apiVersion, kind] = each.split(' ');
    return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`;
  });
  const files = { 'a.yaml': objects.join('---\n'), 'crd.yaml': definition };
  const definite = [
    'a.yaml:1: Deployment a: apiVersion: "v1" has no Deployment; there is apps/v1',
    'a.yaml:6: deployment a: kind: "apps/v1" has no deployment; there is Deployment in apps/v1',
    'a.yaml:9: Ingress a: apiVersion: "extensions/v1beta1" has no Ingress; there is networking.k8s.io/v1',
    'a.yaml:13: Nonsense a: apiVersion: "batch/v1" has no Nonsense',
  ];
  const website =
    'a.yaml:22: website a: kind: "example.com/v1" has no website; there is Website in example.com/v1, Website in example.com/v2';
  const { lines } = await validate(files);
  expect(lines.slice(0, -1)).toEqual([
    ...definite,
    expect.stringContaining(
      'no definition of "Deployment" in "app.example.com/v1" is known (there is apps/v1); give',
    ),
    website,
  ]);
  const skipping = await validate(files, ['-f', '.', '--ignore-missing-schemas']);
  expect(skipping.lines.slice(0, -1)).toEqual([...definite, website]);
});

test('no value of a Secret is printed, and no password of a URL', async () => {
  const secrets = [
    'data: {a: hunter2 not base64, b: [hunter2], c: 5}',
    'data: hunter2',
    'type: kubernetes.io/dockerconfigjson\nstringData: {.dockerconfigjson: "{hunter2"}',
    'stringData: {a: {hunter2: x}, b: 5, c: hunter2, c: hunter2}\nimmutable: hunter2',
    'stringDatas: {a: hunter2}',
    'data: {a: !!binary hunter2}',
    'stringData:\n  a: hunter2: x',
    'stringData:\n  a: "hunter2\n',
    'stringData:\n  a: *hunter2\n',
  ].map((rest) => `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n${rest}\n`);
  const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks:
- name: a.example.com
  sideEffects: None
  admissionReviewVersions: [v1]
  clientConfig: {url: "https://user:hunter2@example.com"}
- name: b.example.com
  sideEffects: None
  admissionReviewVersions: [v1]
  clientConfig: {url: "https://user:hunter2@%"}
`;
  const objects = [...secrets, webhook];
  const results = await Promise.all(objects.map(async (text) => validate({ 'a.yaml': text })));
  expect(results.map(({ exitCode }) => exitCode)).toEqual(objects.map(() => 1));
  expect(JSON.stringify(results)).not.toContain('hunter2');
  expect(results.at(-1)?.lines[0]).toBe(
    'a.yaml:8: ValidatingWebhookConfiguration a: webhooks[0].clientConfig.url: Invalid value: "…": user information is not permitted in the URL',
  );
});

test('a wrong command line ends with 2 and says why', async () => {
  const err = async (...args: string[]): Promise<string> => {
    const result = await finish(['validate', ...args], { stdin: '' });
    expect(result.exitCode).toBe(2);
    return result.err;
  };
  expect(await err()).toContain("required option '-f, --filename <path...>' not specified");
  expect(await err('-f', '/no/such')).toBe('error: -f /no/such cannot be read: no such file or directory\n');
  expect(await err('-f', 'https://example.com/a.yaml')).toContain(
    '-f must be a file, a folder or -, got a URL',
  );
  expect(await err('-f', '-', '--crds', '-')).toContain('can be given once');
  expect(await err('-f', '-', '-o', 'xml')).toContain('Allowed choices are text, json');
});
