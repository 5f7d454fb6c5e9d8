import { isDeepStrictEqual } from 'node:util';
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
