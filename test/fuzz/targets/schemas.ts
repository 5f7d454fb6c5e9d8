import { schemaOf, SchemaError } from '@kube-informers/schema';
import { isJsonObject } from '../../../packages/schema/src/values/json-fields.js';
import { objectText } from '../object-texts.js';
import { expectThat, outcomeOf } from '../target.js';
import type { FuzzTarget } from '../target.js';

const fields = [
  '{"type":"object","properties":{"spec":{"type":"object","required":["a"],"properties":{"a":{"type":"string","maxLength":9}}}}}',
  '{"type":"object","properties":{"n":{"type":"integer","default":1,"x-kubernetes-validations":[{"rule":"self > 0","reason":"FieldValueForbidden"}]}}}',
  '{"type":"object","properties":{"l":{"type":"array","maxItems":9,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},"v":{"x-kubernetes-int-or-string":true}}}}}}',
];
const rules = [
  'self.all(x, x.v == oldSelf[0].v)',
  'has(self.a) && self.a.matches("a+")',
  "self == oldSelf || self.orValue('')",
];

function definitionOf(schema: unknown): object {
  return {
    metadata: { name: 'as.b.c' },
    spec: {
      group: 'b.c',
      scope: 'Cluster',
      names: { plural: 'as', kind: 'A' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

/** Any schema with any rules is refused by a SchemaError or validates any object, new and changed; a definition in YAML too. */
export function schemasTarget(): FuzzTarget {
  return {
    seeds: fields.map((text) =>
      Buffer.from(`${text}\n{"spec":{"a":"x"},"n":0,"l":[{"k":"a","v":1}]}\n{"n":2}`),
    ),
    words: [
      ...rules.map((rule) => JSON.stringify(rule)),
      '"x-kubernetes-validations":[{"rule":"self.a"}]',
      '"x-kubernetes-embedded-resource":true',
      '"x-kubernetes-preserve-unknown-fields":true',
      '"additionalProperties":{',
      '"nullable":true',
      '"pattern":"(a+)+$"',
      '"format":"date-time"',
      '"oneOf":[{',
      '"__proto__":',
      '18446744073709551616',
      '\n',
    ],
    generate: (chance) =>
      Buffer.from(
        `${fields[chance.between(0, fields.length)] ?? ''}\n${objectText(chance, ['A'])}\n${objectText(chance, ['A'])}`,
      ),
    run(input) {
      const refused = (error: unknown): boolean => error instanceof SchemaError;
      const [first = '', ...lines] = input.toString().split('\n');
      outcomeOf(() => schemaOf(first), refused);
      const [schema, object, old] = [first, ...lines].map((line) =>
        outcomeOf(
          () => JSON.parse(line) as unknown,
          (error) => error instanceof SyntaxError,
        ),
      );
      const means = outcomeOf(() => schemaOf(definitionOf(schema)), refused);
      if (means === undefined || !isJsonObject(object)) return;
      for (const before of [undefined, isJsonObject(old) ? old : object]) {
        const violations = outcomeOf(() => means.validate(object, before), refused) ?? [];
        for (const { field, message } of violations)
          expectThat(field !== '' && message !== '', 'a violation without a text');
      }
      const filled = outcomeOf(() => means.defaults(object), refused);
      const unknown = outcomeOf(() => means.unknownFields(means.prune(object)), refused);
      expectThat(filled === undefined || isJsonObject(filled), 'an object without its defaults');
      expectThat(unknown === undefined || Array.isArray(unknown), 'unknown fields that are no list');
    },
  };
}
