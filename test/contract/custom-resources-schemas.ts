/** A schema, or versions, of a definition, and what is wrong with them: the causes of the refusal, sorted, and warnings. */
export interface SchemaRow {
  readonly schema: unknown;
  readonly refused?: readonly string[];
  readonly warnings?: readonly string[];
}

/** As kube-apiserver 1.36 answers to a definition with this schema in its one version. */
export const schemaRows: readonly SchemaRow[] = [
  {
    schema: {},
    refused: ['spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root'],
  },
  { schema: { type: 'object' } },
  {
    schema: { type: 'array', items: { type: 'string' } },
    refused: ['spec.validation.openAPIV3Schema.type: Invalid value: "array": must be object at the root'],
  },
  {
    schema: { type: 'object', properties: { a: {} } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'array' } } },
    refused: ['spec.validation.openAPIV3Schema.properties[a].items: Required value: must be specified'],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'foo' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'null' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].type: Forbidden: type cannot be set to null, use nullable as an alternative',
      'spec.validation.openAPIV3Schema.properties[a].type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '[' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: 'a**' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "a**": must be a valid regular expression, but isn\'t: error parsing regexp: invalid nested repetition operator: `**`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "(?=a)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: 'a{1001}' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "a{1001}": must be a valid regular expression, but isn\'t: error parsing regexp: invalid repeat count: `{1001}`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '(a' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "(a": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(a`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: 'a)' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "a)": must be a valid regular expression, but isn\'t: error parsing regexp: unexpected ): `a)`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '*' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "*": must be a valid regular expression, but isn\'t: error parsing regexp: missing argument to repetition operator: `*`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '\\' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "\\\\": must be a valid regular expression, but isn\'t: error parsing regexp: trailing backslash at end of expression: ``',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '[b-a]' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "[b-a]": must be a valid regular expression, but isn\'t: error parsing regexp: invalid character class range: `b-a`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '\\8' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "\\\\8": must be a valid regular expression, but isn\'t: error parsing regexp: invalid escape sequence: `\\8`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '(?P<n>a' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "(?P<n>a": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(?P<n>a`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '\\pX' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "\\\\pX": must be a valid regular expression, but isn\'t: error parsing regexp: invalid character class range: `\\pX`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '[[:foo:]]' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "[[:foo:]]": must be a valid regular expression, but isn\'t: error parsing regexp: invalid character class range: `[:foo:]`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '(?z)' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "(?z)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?z`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '(a{500}){500}' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "(a{500}){500}": must be a valid regular expression, but isn\'t: error parsing regexp: invalid repeat count: `{500}`',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: 'x{2}{3}' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "x{2}{3}": must be a valid regular expression, but isn\'t: error parsing regexp: invalid nested repetition operator: `{2}{3}`',
    ],
  },
  { schema: { type: 'object', properties: { a: { type: 'string', pattern: '(?<a>x)(?<a>y)' } } } },
  { schema: { type: 'object', properties: { a: { type: 'string', pattern: '\\Qa' } } } },
  {
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '[a-\\d]' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: "[a-\\\\d]": must be a valid regular expression, but isn\'t: error parsing regexp: invalid escape sequence: `\\d`',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { x: { type: 'string' } } } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { type: 'string', pattern: '^a' } } } },
    },
  },
  {
    schema: { type: 'object', properties: { metadata: { type: 'string' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[metadata].type: Invalid value: "string": must be object',
    ],
  },
  {
    schema: { type: 'object', properties: { metadata: { type: 'object', description: 'x' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  },
  {
    schema: { type: 'object', properties: { kind: { type: 'integer' }, apiVersion: { type: 'boolean' } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[apiVersion].type: Invalid value: "boolean": must be string',
      'spec.validation.openAPIV3Schema.properties[kind].type: Invalid value: "integer": must be string',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: { b: { type: 'string' } },
          additionalProperties: { type: 'string' },
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: true },
      },
    },
  },
  {
    schema: { type: 'object', properties: {}, additionalProperties: true },
    refused: [
      'spec.validation.openAPIV3Schema.additionalProperties: Forbidden: must not be used at the root',
    ],
  },
  {
    schema: { type: 'object', properties: {}, nullable: true },
    refused: ['spec.validation.openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the root'],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string' }, uniqueItems: true } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', default: 1 } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].default: Invalid value: "integer":  in body must be of type string: "integer"',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', default: 'x', enum: ['y'] } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].default: Unsupported value: "x": supported values: "y"',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'object', default: { x: 1 } } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].default: Invalid value: {"x":1}: must not have unknown fields',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: { x: { type: 'integer', minimum: 3, default: 1 } },
          default: { x: 2, y: 1 },
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].default.x: Invalid value: 2: x in body should be greater than or equal to 3',
      'spec.validation.openAPIV3Schema.properties[a].default: Invalid value: {"x":2,"y":1}: must not have unknown fields',
      'spec.validation.openAPIV3Schema.properties[a].properties[x].default: Invalid value: 1:  in body should be greater than or equal to 3',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'string' } }, default: {} } },
    },
  },
  {
    schema: {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-embedded-resource': true } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', 'x-kubernetes-embedded-resource': true } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      'spec.validation.openAPIV3Schema.properties[a].type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          default: { kind: 'X' },
        },
      },
    },
    refused: ['spec.validation.openAPIV3Schema.properties[a].default.apiVersion: Required value'],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          properties: {
            metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } },
            spec: { type: 'object' },
          },
        },
      },
    },
  },
  {
    schema: {
      type: 'object',
      properties: { a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-embedded-resource': true } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      'spec.validation.openAPIV3Schema.properties[a].type: Required value: must be object if x-kubernetes-embedded-resource is true',
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
    ],
  },
  { schema: { type: 'object', properties: { a: { type: 'integer', 'x-kubernetes-int-or-string': true } } } },
  {
    schema: {
      type: 'object',
      properties: {
        a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      },
    },
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          'x-kubernetes-int-or-string': true,
          allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'x' }],
        },
      },
    },
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
      'spec.validation.openAPIV3Schema.properties[a].anyOf[1].type: Forbidden: must be empty to be structural',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'object', properties: { k: { type: 'string' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: {
            type: 'object',
            properties: { k: { type: 'string', nullable: true } },
            required: ['k'],
            nullable: true,
          },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k', 'k', 'z'],
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map',
      'spec.validation.openAPIV3Schema.properties[a].items.properties[k].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
      'spec.validation.openAPIV3Schema.properties[a].items.properties[k].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-map-keys: Invalid value: ["k","k","z"]: entries must all be names of item properties',
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-map-keys: Invalid value: ["k","k","z"]: must not contain duplicate entries',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: {
            type: 'object',
            properties: { k: { type: 'array', items: { type: 'string' } } },
            required: ['k'],
          },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'string' },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'set' } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'object', 'x-kubernetes-map-type': 'atomic' },
          'x-kubernetes-list-type': 'set',
        },
      },
    },
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
          'x-kubernetes-list-type': 'set',
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'foo' } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-type: Unsupported value: "foo": supported values: "atomic", "set", "map"',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'string', 'x-kubernetes-list-type': 'set', 'x-kubernetes-map-type': 'foo' } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].type: Invalid value: "string": must be array if x-kubernetes-list-type is specified',
      'spec.validation.openAPIV3Schema.properties[a].type: Invalid value: "string": must be object if x-kubernetes-map-type is specified',
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-map-type: Unsupported value: "foo": supported values: "atomic", "granular"',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-map-type': 'atomic' } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].type: Required value: must be object if x-kubernetes-map-type is specified',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-map-keys': ['a'] } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'string' },
          'x-kubernetes-list-type': 'set',
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'string',
          $ref: 'x',
          id: 'y',
          definitions: { x: {} },
          dependencies: { a: ['b'] },
          patternProperties: { a: {} },
          additionalItems: true,
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].$ref: Forbidden: $ref is not supported',
      'spec.validation.openAPIV3Schema.properties[a].additionalItems: Forbidden: additionalItems is not supported',
      'spec.validation.openAPIV3Schema.properties[a].definitions: Forbidden: definitions is not supported',
      'spec.validation.openAPIV3Schema.properties[a].dependencies: Forbidden: dependencies is not supported',
      'spec.validation.openAPIV3Schema.properties[a].id: Forbidden: id is not supported',
      'spec.validation.openAPIV3Schema.properties[a].patternProperties: Forbidden: patternProperties is not supported',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', $schema: 'x' } } },
    refused: [
      'spec.validation.openAPIV3Schema: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].items: Forbidden: items must be a schema object and not an array',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          anyOf: [
            { properties: { q: { type: 'string' } } },
            { required: ['q'], description: 'x', title: 't', default: 1, nullable: true },
          ],
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].anyOf[0].properties[q].type: Forbidden: must be empty to be structural',
      'spec.validation.openAPIV3Schema.properties[a].anyOf[1].default: Forbidden: must be undefined to be structural',
      'spec.validation.openAPIV3Schema.properties[a].anyOf[1].description: Forbidden: must be empty to be structural',
      'spec.validation.openAPIV3Schema.properties[a].anyOf[1].nullable: Forbidden: must be false to be structural',
      'spec.validation.openAPIV3Schema.properties[a].anyOf[1].title: Forbidden: must be empty to be structural',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'string' } },
      anyOf: [{ properties: { q: { minLength: 1 } } }],
      not: { properties: { a: { pattern: '(' } } },
    },
    refused: [
      'spec.validation.openAPIV3Schema.not.properties[a].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`',
      'spec.validation.openAPIV3Schema.properties[q]: Required value: because it is defined in spec.validation.openAPIV3Schema.anyOf[0].properties[q]',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'string' } },
      allOf: [{ properties: { metadata: { type: 'object' } } }],
    },
    refused: [
      'spec.validation.openAPIV3Schema.allOf[0].properties[metadata].type: Forbidden: must be empty to be structural',
      'spec.validation.openAPIV3Schema.allOf[0].properties[metadata]: Forbidden: must not be specified in a nested context',
      'spec.validation.openAPIV3Schema.properties[metadata]: Required value: because it is defined in spec.validation.openAPIV3Schema.allOf[0].properties[metadata]',
    ],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          oneOf: [
            { additionalProperties: { type: 'string' } },
            { 'x-kubernetes-preserve-unknown-fields': true },
          ],
        },
      },
    },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].oneOf[0].additionalProperties: Forbidden: must be undefined to be structural',
      'spec.validation.openAPIV3Schema.properties[a].oneOf[1].x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'string', format: 'foo' } } },
    warnings: ['unrecognized format "foo"'],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'integer', format: 'date' } } },
    warnings: ['unrecognized format "date"'],
  },
  {
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          externalDocs: { description: 'd', url: 'u' },
          example: { b: 1, a: [null] },
          title: 'T',
          description: 'D',
        },
      },
    },
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'string', maxLength: 0, minLength: 0, nullable: false, enum: [null, 'x'] } },
    },
  },
  { schema: { type: 'object', properties: { a: { type: 'string', enum: [] } } } },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'string' } },
      'x-kubernetes-validations': [
        { rule: '' },
        { rule: 'true', message: ' ' },
        { rule: 'a\nb' },
        { rule: 'true', message: 'a\nb' },
        { rule: 'true', reason: 'Foo' },
        { rule: 'true', messageExpression: ' ' },
      ],
    },
    refused: [
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule: Required value: rule is not specified',
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[1].message: Invalid value: " ": must be non-empty if specified',
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[2].message: Required value: message must be specified if rule contains line breaks',
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[3].message: Invalid value: "a\\nb": must not contain line breaks',
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[4].reason: Unsupported value: "Foo": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[5].messageExpression: Required value: messageExpression must be non-empty if specified',
    ],
  },
  {
    schema: { type: 1 },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.type of type string',
    ],
  },
  {
    schema: { type: 'object', properties: [] },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal array into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties of type map[string]v1.JSONSchemaProps',
    ],
  },
  {
    schema: { type: 'object', properties: { a: 3 } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties of type v1.JSONSchemaProps',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { maxLength: 'x' } } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.maxLength of type int64',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { maxLength: 1.5 } } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number 1.5 into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.maxLength of type int64',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { additionalProperties: 'x' } } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: boolean or JSON schema expected',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { items: 3 } } },
    refused: [
      'spec.validation.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'array', items: { type: 1 } } } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.items.type of type string',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { enum: 'x' } } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.enum of type []v1.JSON',
    ],
  },
  {
    schema: { type: 'object', required: [1] },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.required of type string',
    ],
  },
  {
    schema: { type: 'object', required: 'x' },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.required of type []string',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { 'x-kubernetes-validations': {} } } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal object into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.x-kubernetes-validations of type v1.ValidationRules',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { nullable: 'x' } } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.nullable of type bool',
    ],
  },
  {
    schema: { type: 'object', properties: { a: { maximum: 'x' } } },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.maximum of type float64',
    ],
  },
  {
    schema: { type: 'object', allOf: {} },
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal object into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.allOf of type []v1.JSONSchemaProps',
    ],
  },
  {
    schema: 'x',
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal string into Go struct field CustomResourceValidation.spec.versions.schema.openAPIV3Schema of type v1.JSONSchemaProps',
    ],
  },
  {
    schema: 3,
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number into Go struct field CustomResourceValidation.spec.versions.schema.openAPIV3Schema of type v1.JSONSchemaProps',
    ],
  },
  { schema: null, refused: ['spec.versions[0].schema.openAPIV3Schema: Required value'] },
  {
    schema: [],
    refused: [
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal array into Go struct field CustomResourceValidation.spec.versions.schema.openAPIV3Schema of type v1.JSONSchemaProps',
    ],
  },
  {
    schema: {
      type: 'object',
      bogus: 1,
      properties: {
        a: { type: 'string', bogus: 1, not: { bogus: 2 } },
        b: { type: 'array', items: { type: 'string', bogus: 1 } },
        c: { type: 'object', additionalProperties: { type: 'string', bogus: 1 } },
      },
    },
    warnings: [
      'unknown field "spec.versions[0].schema.openAPIV3Schema.bogus"',
      'unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.bogus"',
      'unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.not.bogus"',
    ],
  },
];
