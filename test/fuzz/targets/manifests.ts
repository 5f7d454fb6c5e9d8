import { isDeepStrictEqual } from 'node:util';
import { finish } from '../../../packages/cli/src/cli.test-support.js';
import { readManifests } from '../../../packages/kube-informers/src/client/manifests/manifests.js';
import { ConfigError } from '../../../packages/kube-informers/src/util/errors.js';
import { jsonText } from '../../../packages/kube-informers/src/util/json.js';
import { expectThat, shown } from '../target.js';
import type { FuzzTarget } from '../target.js';

const yaml = `apiVersion: v1
kind: ConfigMap
metadata: {name: a, labels: &labels {app: web}}
data:
  mode: 0o644
  on: yes
  text: |-
    hunter2
---
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: b, labels: {<<: *labels, tier: x}}
  spec: {replicas: 3, big: 9223372036854775807, ratio: 1.5e3}
`;
const json = JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'c' }, data: { a: 'x' } });

/** Manifests are read, or refused with a place. What was read is JSON, and reads as the same again. */
export function manifestsTarget(): FuzzTarget {
  return {
    seeds: [
      yaml,
      yaml.replace(/&labels|<<: \*labels, /g, ''),
      json,
      `${json}\n${json}`,
      `\ufeff${json}\n---\n${json}`,
    ].map((text) => Buffer.from(text)),
    words: [
      'apiVersion: v1\n', 'kind: List\n', 'items:\n- ', 'metadata: {name: a}\n', 'namespace: null', '{}', '[]', '": "', '\\"', '\n  ', '\n    ', '- ', ': ', '&a ', '*a', '<<: ', '!!binary ', '!!set ', '!!omap ', '!!int ', '!x ', '|\n',
      '>-\n', '---\n', '\n---\n\ufeff', '...\n', '%YAML 1.2\n---\n', '# ', '? ', '.inf', '1e999', '0o7', '0x_1', '._5', '2001-01-01', '\t', 'yes', '~: ', '__proto__: ', '"__proto__":', '18446744073709551616', '-9223372036854775808',
    ], // prettier-ignore
    async run(input) {
      const text = Buffer.from(input).toString();
      try {
        const objects = await readManifests(text);
        for (const object of objects) {
          const written = jsonText(object);
          // A list within a list is one object there, and several here.
          const [again] = await readManifests(written);
          if (!String(object.kind).endsWith('List'))
            expectThat(isDeepStrictEqual(again, object), `${shown(written)} reads as ${shown(again)}`);
        }
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        expectThat(error.code === 'ERR_MANIFEST', `code ${error.code}`);
        expectThat(!/[\n\r]/.test(error.message) && error.message.length < 1000, `message ${error.message}`);
      }
      expectThat(Object.keys(Object.prototype).length === 0, 'the prototype of all objects was changed');
    },
  };
}

const definition = JSON.stringify({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'as.b.c' },
  spec: {
    group: 'b.c',
    scope: 'Cluster',
    names: { plural: 'as', kind: 'A' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['a'],
                'x-kubernetes-validations': [{ rule: 'self.a != self.b' }],
                properties: { a: { type: 'string', maxLength: 9 }, b: { type: 'string', default: 'x' } },
              },
            },
          },
        },
      },
    ],
  },
});

/** The command `validate` says of any text what is wrong and where, in lines that the text has. */
export function validateTarget(): FuzzTarget {
  const { words } = manifestsTarget();
  return {
    seeds: [
      yaml,
      json,
      `${definition}\n---\napiVersion: b.c/v1\nkind: A\nmetadata: {name: a}\nspec: {a: x, c: 1}\n`,
      'apiVersion: v1\nkind: Pod\nmetadata: {name: A}\nspec:\n  containers:\n  - &c {name: c, image: 1, x: 1}\n  - <<: *c\n',
    ].map((text) => Buffer.from(text)),
    words: [
      ...(words ?? []),
      'apiVersion: b.c/v1\nkind: A\n',
      'spec: ',
      'kind: Pod\n',
      'generateName: a',
      '\u001b[2J',
    ],
    async run(input) {
      const stdin = Buffer.from(input).toString();
      const { out, err, exitCode } = await finish(['validate', '-f', '-', '-o', 'json'], { stdin });
      if (exitCode === 2 && err === 'error: there are no objects in -f -\n') return;
      expectThat(err === '' && exitCode <= 1, `exit code ${exitCode}: ${err}`);
      expectThat(!/[^\P{Cc}\n]/u.test(out), `a control character in ${shown(out)}`);
      const { problems, summary } = JSON.parse(out) as {
        readonly problems: readonly { readonly line: number; readonly message: string }[];
        readonly summary: Readonly<Record<'objects' | 'valid' | 'invalid' | 'skipped', number>>;
      };
      const lines = stdin.split('\n').length;
      for (const { line, message } of problems) {
        expectThat(line >= 1 && line <= lines, `line ${line} of ${lines}: ${message}`);
        expectThat(message !== '', `no message for line ${line}`);
      }
      const { objects, valid, invalid, skipped } = summary;
      expectThat(valid >= 0 && valid + invalid + skipped === objects, `the summary ${shown(summary)}`);
      expectThat((exitCode === 1) === problems.length > 0, `exit code ${exitCode}`);
      expectThat(Object.keys(Object.prototype).length === 0, 'the prototype of all objects was changed');
    },
  };
}
