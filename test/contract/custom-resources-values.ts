/** A schema with one field for each thing that a schema can say of a value. */
export const valuesSpec = {
  type: 'object',
  properties: {
    i: { type: 'integer' },
    i32: { type: 'integer', format: 'int32' },
    min: { type: 'integer', minimum: 2, maximum: 5 },
    emin: { type: 'integer', minimum: 2, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true },
    n: { type: 'number' },
    nm: { type: 'number', minimum: 0.5, maximum: 1e21, multipleOf: 0.25 },
    mult: { type: 'integer', multipleOf: 3 },
    fl: { type: 'number', format: 'float' },
    s: { type: 'string' },
    sl: { type: 'string', minLength: 2, maxLength: 4 },
    pat: { type: 'string', pattern: '^[a-z]+(-[0-9]{2,3})?$' },
    b: { type: 'boolean' },
    en: { type: 'string', enum: ['a', 'b'] },
    eni: { type: 'integer', enum: [1, 2] },
    enmix: { 'x-kubernetes-preserve-unknown-fields': true, enum: ['a', 1, true, { x: 1 }] },
    date: { type: 'string', format: 'date' },
    dt: { type: 'string', format: 'date-time' },
    email: { type: 'string', format: 'email' },
    host: { type: 'string', format: 'hostname' },
    ip4: { type: 'string', format: 'ipv4' },
    ip6: { type: 'string', format: 'ipv6' },
    cidr: { type: 'string', format: 'cidr' },
    mac: { type: 'string', format: 'mac' },
    uuid: { type: 'string', format: 'uuid' },
    uri: { type: 'string', format: 'uri' },
    byte: { type: 'string', format: 'byte' },
    dur: { type: 'string', format: 'duration' },
    pw: { type: 'string', format: 'password' },
    hex: { type: 'string', format: 'hexcolor' },
    rgb: { type: 'string', format: 'rgbcolor' },
    isbn: { type: 'string', format: 'isbn' },
    cc: { type: 'string', format: 'creditcard' },
    ssn: { type: 'string', format: 'ssn' },
    short: { type: 'string', format: 'k8s-short-name' },
    bson: { type: 'string', format: 'bsonobjectid' },
    a: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    ao: { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] } },
    set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    map: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          k: { type: 'string' },
          p: { type: 'string', default: 'TCP' },
          v: { type: 'integer', minimum: 0 },
        },
        required: ['k'],
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k', 'p'],
    },
    map1: {
      type: 'array',
      items: {
        type: 'object',
        properties: { k: { type: 'string' }, v: { type: 'integer', minimum: 0 } },
        required: ['k'],
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
    o: { type: 'object', properties: { x: { type: 'string' } }, minProperties: 1, maxProperties: 2 },
    ap: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
    apt: { type: 'object', additionalProperties: true },
    apf: { type: 'object', additionalProperties: false },
    nul: { type: 'string', nullable: true },
    nuldef: { type: 'string', nullable: true, default: 'd' },
    def: { type: 'string', default: 'dflt' },
    defo: {
      type: 'object',
      properties: { y: { type: 'integer', default: 7 }, z: { type: 'string' } },
      default: { z: 'zz' },
    },
    defa: { type: 'array', items: { type: 'object', properties: { q: { type: 'integer', default: 1 } } } },
    ios: { 'x-kubernetes-int-or-string': true },
    iosp: { 'x-kubernetes-int-or-string': true, pattern: '^[0-9]+%$', maximum: 10 },
    any: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: {
        known: { type: 'integer' },
        inner: { type: 'object', properties: { w: { type: 'string' } } },
      },
    },
    emb: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    embp: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object', properties: { x: { type: 'string' } } } },
    },
    anyOf: {
      type: 'object',
      properties: { x: { type: 'integer' }, y: { type: 'string' } },
      anyOf: [{ required: ['x'] }, { required: ['y'], properties: { y: { minLength: 3 } } }],
    },
    oneOf: {
      type: 'object',
      properties: { x: { type: 'integer' }, y: { type: 'string' } },
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
    },
    allOf: { type: 'integer', allOf: [{ minimum: 1 }, { maximum: 5 }, { multipleOf: 2 }] },
    not: { type: 'string', not: { enum: ['bad'] } },
    deep: {
      type: 'object',
      properties: {
        l1: {
          type: 'object',
          properties: {
            l2: {
              type: 'array',
              items: {
                type: 'object',
                properties: { l3: { type: 'string', maxLength: 2 } },
                required: ['l3'],
              },
            },
          },
        },
      },
    },
  },
};

/** What becomes of a value: what is stored, or the causes of the refusal, sorted; and the fields that are unknown. */
export interface ValueRow {
  readonly given: unknown;
  readonly becomes?: unknown;
  readonly refused?: readonly string[];
  readonly unknown?: readonly string[];
}

/** As kube-apiserver 1.36 answers, by the field of the spec. */
export const valueRows: Readonly<Record<string, readonly ValueRow[]>> = {
  i: [
    { given: 1, becomes: 1 },
    {
      given: 1.5,
      refused: [
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.i',
        'spec.i: Invalid value: "number": spec.i in body must be of type integer: "number"',
      ],
    },
    {
      given: 'x',
      refused: ['spec.i: Invalid value: "string": spec.i in body must be of type integer: "string"'],
    },
    {
      given: true,
      refused: ['spec.i: Invalid value: "boolean": spec.i in body must be of type integer: "boolean"'],
    },
    { given: null },
    {
      given: [],
      refused: ['spec.i: Invalid value: "array": spec.i in body must be of type integer: "array"'],
    },
    {
      given: {},
      refused: ['spec.i: Invalid value: "object": spec.i in body must be of type integer: "object"'],
    },
    { given: 9007199254740991, becomes: 9007199254740991 },
  ],
  i32: [
    { given: 1, becomes: 1 },
    {
      given: 2147483648,
      refused: [
        '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.i32',
      ],
    },
    {
      given: -2147483649,
      refused: [
        '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.i32',
      ],
    },
    {
      given: 1.5,
      refused: [
        '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.i32',
        'spec.i32: Invalid value: "float64": spec.i32 in body must be of type int32: "float64"',
      ],
    },
    {
      given: 'x',
      refused: ['spec.i32: Invalid value: "string": spec.i32 in body must be of type integer: "string"'],
    },
    { given: true, refused: ['spec.i32: Invalid value: "": spec.i32 in body must be of type int32: ""'] },
  ],
  min: [
    {
      given: 1,
      refused: ['spec.min: Invalid value: 1: spec.min in body should be greater than or equal to 2'],
    },
    { given: 2, becomes: 2 },
    { given: 5, becomes: 5 },
    { given: 6, refused: ['spec.min: Invalid value: 6: spec.min in body should be less than or equal to 5'] },
    {
      given: 1.5,
      refused: [
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.min',
        'spec.min: Invalid value: "number": spec.min in body must be of type integer: "number"',
        'spec.min: Invalid value: 1.5: spec.min in body should be greater than or equal to 2',
      ],
    },
    {
      given: 'x',
      refused: ['spec.min: Invalid value: "string": spec.min in body must be of type integer: "string"'],
    },
  ],
  emin: [
    { given: 2, refused: ['spec.emin: Invalid value: 2: spec.emin in body should be greater than 2'] },
    { given: 3, becomes: 3 },
    { given: 5, refused: ['spec.emin: Invalid value: 5: spec.emin in body should be less than 5'] },
  ],
  n: [
    { given: 1, becomes: 1 },
    { given: 1.5, becomes: 1.5 },
    {
      given: 'x',
      refused: ['spec.n: Invalid value: "string": spec.n in body must be of type number: "string"'],
    },
    {
      given: true,
      refused: ['spec.n: Invalid value: "boolean": spec.n in body must be of type number: "boolean"'],
    },
  ],
  nm: [
    { given: 0.5, becomes: 0.5 },
    {
      given: 0.3,
      refused: [
        'spec.nm: Invalid value: 0.3: spec.nm in body should be a multiple of 0.25',
        'spec.nm: Invalid value: 0.3: spec.nm in body should be greater than or equal to 0.5',
      ],
    },
    { given: 0.75, becomes: 0.75 },
    {
      given: 0,
      refused: [
        'spec.nm: Invalid value: 0: factor MultipleOf declared for spec.nm must be positive: 0',
        'spec.nm: Invalid value: 0: spec.nm in body should be less than or equal to -9223372036854775808',
      ],
    },
  ],
  mult: [
    { given: 3, becomes: 3 },
    { given: 4, refused: ['spec.mult: Invalid value: 4: spec.mult in body should be a multiple of 3'] },
    { given: 0, becomes: 0 },
    { given: -3, becomes: -3 },
  ],
  fl: [
    { given: 1.5, becomes: 1.5 },
    { given: true, refused: ['spec.fl: Invalid value: "": spec.fl in body must be of type float: ""'] },
  ],
  s: [
    { given: '', becomes: '' },
    {
      given: 1,
      refused: ['spec.s: Invalid value: "integer": spec.s in body must be of type string: "integer"'],
    },
    {
      given: true,
      refused: ['spec.s: Invalid value: "boolean": spec.s in body must be of type string: "boolean"'],
    },
    {
      given: [],
      refused: ['spec.s: Invalid value: "array": spec.s in body must be of type string: "array"'],
    },
    {
      given: {},
      refused: ['spec.s: Invalid value: "object": spec.s in body must be of type string: "object"'],
    },
    { given: null },
  ],
  sl: [
    { given: '', refused: ['spec.sl: Invalid value: "": spec.sl in body should be at least 2 chars long'] },
    { given: 'a', refused: ['spec.sl: Invalid value: "a": spec.sl in body should be at least 2 chars long'] },
    { given: 'ab', becomes: 'ab' },
    { given: 'abcd', becomes: 'abcd' },
    { given: 'abcde', refused: ['spec.sl: Too long: may not be more than 4 bytes'] },
    { given: 'äöüé', becomes: 'äöüé' },
    { given: '😀😀😀😀', becomes: '😀😀😀😀' },
    {
      given: '😀',
      refused: ['spec.sl: Invalid value: "😀": spec.sl in body should be at least 2 chars long'],
    },
  ],
  pat: [
    { given: 'abc', becomes: 'abc' },
    { given: 'abc-12', becomes: 'abc-12' },
    {
      given: 'abc-1',
      refused: ['spec.pat: Invalid value: "abc-1": spec.pat in body should match \'^[a-z]+(-[0-9]{2,3})?$\''],
    },
    {
      given: 'ABC',
      refused: ['spec.pat: Invalid value: "ABC": spec.pat in body should match \'^[a-z]+(-[0-9]{2,3})?$\''],
    },
    {
      given: '',
      refused: ['spec.pat: Invalid value: "": spec.pat in body should match \'^[a-z]+(-[0-9]{2,3})?$\''],
    },
    {
      given: 1,
      refused: ['spec.pat: Invalid value: "integer": spec.pat in body must be of type string: "integer"'],
    },
  ],
  b: [
    { given: true, becomes: true },
    {
      given: 'true',
      refused: ['spec.b: Invalid value: "string": spec.b in body must be of type boolean: "string"'],
    },
    {
      given: 1,
      refused: ['spec.b: Invalid value: "integer": spec.b in body must be of type boolean: "integer"'],
    },
    { given: null },
  ],
  en: [
    { given: 'a', becomes: 'a' },
    { given: 'c', refused: ['spec.en: Unsupported value: "c": supported values: "a", "b"'] },
    {
      given: 1,
      refused: [
        'spec.en: Invalid value: "integer": spec.en in body must be of type string: "integer"',
        'spec.en: Unsupported value: 1: supported values: "a", "b"',
      ],
    },
    {
      given: 97,
      refused: ['spec.en: Invalid value: "integer": spec.en in body must be of type string: "integer"'],
    },
    { given: null },
  ],
  eni: [
    { given: 1, becomes: 1 },
    { given: 3, refused: ['spec.eni: Unsupported value: 3: supported values: "1", "2"'] },
    {
      given: 1.5,
      refused: [
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.eni',
        'spec.eni: Invalid value: "number": spec.eni in body must be of type integer: "number"',
      ],
    },
    {
      given: '1',
      refused: [
        'spec.eni: Invalid value: "string": spec.eni in body must be of type integer: "string"',
        'spec.eni: Unsupported value: "1": supported values: "1", "2"',
      ],
    },
  ],
  enmix: [
    { given: 'a', becomes: 'a' },
    { given: 1, becomes: 1 },
    { given: true, becomes: true },
    { given: { x: 1 }, becomes: { x: 1 } },
    {
      given: 'z',
      refused: ['spec.enmix: Unsupported value: "z": supported values: "a", "1", "true", "{\\"x\\":1}"'],
    },
    {
      given: { x: 2 },
      refused: ['spec.enmix: Unsupported value: {"x":2}: supported values: "a", "1", "true", "{\\"x\\":1}"'],
    },
    {
      given: 2,
      refused: ['spec.enmix: Unsupported value: 2: supported values: "a", "1", "true", "{\\"x\\":1}"'],
    },
    { given: null },
    {
      given: [1],
      refused: ['spec.enmix: Unsupported value: [1]: supported values: "a", "1", "true", "{\\"x\\":1}"'],
    },
  ],
  date: [
    { given: '2020-02-29', becomes: '2020-02-29' },
    {
      given: '2021-02-29',
      refused: [
        'spec.date: Invalid value: "2021-02-29": spec.date in body must be of type date: "2021-02-29"',
      ],
    },
    {
      given: '2020-1-1',
      refused: ['spec.date: Invalid value: "2020-1-1": spec.date in body must be of type date: "2020-1-1"'],
    },
    { given: 'x', refused: ['spec.date: Invalid value: "x": spec.date in body must be of type date: "x"'] },
    { given: '', refused: ['spec.date: Invalid value: "": spec.date in body must be of type date: ""'] },
    {
      given: 1,
      refused: ['spec.date: Invalid value: "int64": spec.date in body must be of type date: "int64"'],
    },
  ],
  dt: [
    { given: '2020-01-01T00:00:00Z', becomes: '2020-01-01T00:00:00Z' },
    { given: '2020-01-01t00:00:00.5z', becomes: '2020-01-01t00:00:00.5z' },
    { given: '2020-01-01T00:00:00+01:00', becomes: '2020-01-01T00:00:00+01:00' },
    {
      given: '2020-01-01T25:00:00Z',
      refused: [
        'spec.dt: Invalid value: "2020-01-01T25:00:00Z": spec.dt in body must be of type date-time: "2020-01-01T25:00:00Z"',
      ],
    },
    {
      given: '2020-01-01',
      refused: [
        'spec.dt: Invalid value: "2020-01-01": spec.dt in body must be of type date-time: "2020-01-01"',
      ],
    },
    {
      given: '2020-01-01T00:00:00',
      refused: [
        'spec.dt: Invalid value: "2020-01-01T00:00:00": spec.dt in body must be of type date-time: "2020-01-01T00:00:00"',
      ],
    },
    {
      given: '2020-01-01 00:00:00Z',
      refused: [
        'spec.dt: Invalid value: "2020-01-01 00:00:00Z": spec.dt in body must be of type date-time: "2020-01-01 00:00:00Z"',
      ],
    },
    {
      given: 5,
      refused: ['spec.dt: Invalid value: "int64": spec.dt in body must be of type date-time: "int64"'],
    },
    { given: [], becomes: [] },
    { given: {}, refused: ['spec.dt: Invalid value: "": spec.dt in body must be of type date-time: ""'] },
  ],
  email: [
    { given: 'a@b.c', becomes: 'a@b.c' },
    { given: 'a@b', becomes: 'a@b' },
    {
      given: 'a',
      refused: ['spec.email: Invalid value: "a": spec.email in body must be of type email: "a"'],
    },
    { given: '<a@b.c>', becomes: '<a@b.c>' },
    { given: 'A B <a@b.c>', becomes: 'A B <a@b.c>' },
    { given: '"a b"@c.d', becomes: '"a b"@c.d' },
    {
      given: 'a b@c.d',
      refused: ['spec.email: Invalid value: "a b@c.d": spec.email in body must be of type email: "a b@c.d"'],
    },
    {
      given: 'a@b@c',
      refused: ['spec.email: Invalid value: "a@b@c": spec.email in body must be of type email: "a@b@c"'],
    },
    { given: '', refused: ['spec.email: Invalid value: "": spec.email in body must be of type email: ""'] },
    { given: 'ä@b.c', becomes: 'ä@b.c' },
  ],
  host: [
    { given: 'a.example.com', becomes: 'a.example.com' },
    { given: 'a', becomes: 'a' },
    {
      given: '-a',
      refused: ['spec.host: Invalid value: "-a": spec.host in body must be of type hostname: "-a"'],
    },
    {
      given: 'a_b',
      refused: ['spec.host: Invalid value: "a_b": spec.host in body must be of type hostname: "a_b"'],
    },
    {
      given: '1.2.3.4',
      refused: ['spec.host: Invalid value: "1.2.3.4": spec.host in body must be of type hostname: "1.2.3.4"'],
    },
    {
      given: 'a..b',
      refused: ['spec.host: Invalid value: "a..b": spec.host in body must be of type hostname: "a..b"'],
    },
    {
      given: 'a.b1',
      refused: ['spec.host: Invalid value: "a.b1": spec.host in body must be of type hostname: "a.b1"'],
    },
    { given: 'ä.de', becomes: 'ä.de' },
    {
      given: 'a.c',
      refused: ['spec.host: Invalid value: "a.c": spec.host in body must be of type hostname: "a.c"'],
    },
    {
      given: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      refused: [
        'spec.host: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": spec.host in body must be of type hostname: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',
      ],
    },
    { given: 'a-b', becomes: 'a-b' },
    { given: 'A.com', becomes: 'A.com' },
  ],
  ip4: [
    { given: '1.2.3.4', becomes: '1.2.3.4' },
    { given: '01.2.3.4', becomes: '01.2.3.4' },
    {
      given: '1.2.3',
      refused: ['spec.ip4: Invalid value: "1.2.3": spec.ip4 in body must be of type ipv4: "1.2.3"'],
    },
    {
      given: '::1',
      refused: ['spec.ip4: Invalid value: "::1": spec.ip4 in body must be of type ipv4: "::1"'],
    },
    { given: '::ffff:1.2.3.4', becomes: '::ffff:1.2.3.4' },
    {
      given: '256.1.1.1',
      refused: ['spec.ip4: Invalid value: "256.1.1.1": spec.ip4 in body must be of type ipv4: "256.1.1.1"'],
    },
  ],
  ip6: [
    { given: '::1', becomes: '::1' },
    {
      given: '1.2.3.4',
      refused: ['spec.ip6: Invalid value: "1.2.3.4": spec.ip6 in body must be of type ipv6: "1.2.3.4"'],
    },
    {
      given: 'fe80::1%eth0',
      refused: [
        'spec.ip6: Invalid value: "fe80::1%eth0": spec.ip6 in body must be of type ipv6: "fe80::1%eth0"',
      ],
    },
    { given: '::ffff:1.2.3.4', becomes: '::ffff:1.2.3.4' },
    { given: 'x', refused: ['spec.ip6: Invalid value: "x": spec.ip6 in body must be of type ipv6: "x"'] },
  ],
  cidr: [
    { given: '10.0.0.0/8', becomes: '10.0.0.0/8' },
    {
      given: '10.0.0.0/33',
      refused: [
        'spec.cidr: Invalid value: "10.0.0.0/33": spec.cidr in body must be of type cidr: "10.0.0.0/33"',
      ],
    },
    { given: '::/0', becomes: '::/0' },
    {
      given: '10.0.0.0',
      refused: ['spec.cidr: Invalid value: "10.0.0.0": spec.cidr in body must be of type cidr: "10.0.0.0"'],
    },
    { given: '010.0.0.0/8', becomes: '010.0.0.0/8' },
    { given: '10.0.0.0/08', becomes: '10.0.0.0/08' },
  ],
  mac: [
    { given: '01:23:45:67:89:ab', becomes: '01:23:45:67:89:ab' },
    { given: '01-23-45-67-89-ab', becomes: '01-23-45-67-89-ab' },
    { given: '0123.4567.89ab', becomes: '0123.4567.89ab' },
    {
      given: '01:23',
      refused: ['spec.mac: Invalid value: "01:23": spec.mac in body must be of type mac: "01:23"'],
    },
    { given: '012345678901', becomes: '012345678901' },
  ],
  uuid: [
    { given: '123e4567-e89b-12d3-a456-426614174000', becomes: '123e4567-e89b-12d3-a456-426614174000' },
    { given: '123E4567E89B12D3A456426614174000', becomes: '123E4567E89B12D3A456426614174000' },
    { given: 'x', refused: ['spec.uuid: Invalid value: "x": spec.uuid in body must be of type uuid: "x"'] },
  ],
  uri: [
    { given: 'http://a.b/c?d=e', becomes: 'http://a.b/c?d=e' },
    { given: '/a', becomes: '/a' },
    { given: 'a', refused: ['spec.uri: Invalid value: "a": spec.uri in body must be of type uri: "a"'] },
    { given: 'a:b', becomes: 'a:b' },
    {
      given: 'http://a b',
      refused: ['spec.uri: Invalid value: "http://a b": spec.uri in body must be of type uri: "http://a b"'],
    },
    { given: '//x', becomes: '//x' },
    { given: 'http://[::1]:80/', becomes: 'http://[::1]:80/' },
    {
      given: 'http://a:x/',
      refused: [
        'spec.uri: Invalid value: "http://a:x/": spec.uri in body must be of type uri: "http://a:x/"',
      ],
    },
    { given: '', refused: ['spec.uri: Invalid value: "": spec.uri in body must be of type uri: ""'] },
    { given: '*', becomes: '*' },
    {
      given: 'http://a/%zz',
      refused: [
        'spec.uri: Invalid value: "http://a/%zz": spec.uri in body must be of type uri: "http://a/%zz"',
      ],
    },
    { given: 'urn:x:y', becomes: 'urn:x:y' },
    { given: 'http://a/ b', becomes: 'http://a/ b' },
    { given: 'HTTP://X', becomes: 'HTTP://X' },
  ],
  byte: [
    { given: 'aGk=', becomes: 'aGk=' },
    {
      given: 'aGk',
      refused: ['spec.byte: Invalid value: "aGk": spec.byte in body must be of type byte: "aGk"'],
    },
    { given: '', refused: ['spec.byte: Invalid value: "": spec.byte in body must be of type byte: ""'] },
    {
      given: 'a-_=',
      refused: ['spec.byte: Invalid value: "a-_=": spec.byte in body must be of type byte: "a-_="'],
    },
    {
      given: '====',
      refused: ['spec.byte: Invalid value: "====": spec.byte in body must be of type byte: "===="'],
    },
    { given: 'aGkx', becomes: 'aGkx' },
  ],
  dur: [
    { given: '1s', becomes: '1s' },
    { given: '1h30m', becomes: '1h30m' },
    { given: '1d', becomes: '1d' },
    { given: '3 weeks', becomes: '3 weeks' },
    { given: 'x', refused: ['spec.dur: Invalid value: "x": spec.dur in body must be of type duration: "x"'] },
    { given: '1', refused: ['spec.dur: Invalid value: "1": spec.dur in body must be of type duration: "1"'] },
    { given: '', refused: ['spec.dur: Invalid value: "": spec.dur in body must be of type duration: ""'] },
    { given: '-1.5h', becomes: '-1.5h' },
    { given: '22 ns', becomes: '22 ns' },
    {
      given: '1 foo',
      refused: ['spec.dur: Invalid value: "1 foo": spec.dur in body must be of type duration: "1 foo"'],
    },
    { given: '0', becomes: '0' },
  ],
  hex: [
    { given: '#fff', becomes: '#fff' },
    { given: 'fff', becomes: 'fff' },
    {
      given: '#ffff',
      refused: ['spec.hex: Invalid value: "#ffff": spec.hex in body must be of type hexcolor: "#ffff"'],
    },
    {
      given: 'ggg',
      refused: ['spec.hex: Invalid value: "ggg": spec.hex in body must be of type hexcolor: "ggg"'],
    },
  ],
  rgb: [
    { given: 'rgb(1,2,3)', becomes: 'rgb(1,2,3)' },
    {
      given: 'rgb(256,0,0)',
      refused: [
        'spec.rgb: Invalid value: "rgb(256,0,0)": spec.rgb in body must be of type rgbcolor: "rgb(256,0,0)"',
      ],
    },
    { given: 'rgb( 1 , 2 , 3 )', becomes: 'rgb( 1 , 2 , 3 )' },
    {
      given: 'rgb(01,2,3)',
      refused: [
        'spec.rgb: Invalid value: "rgb(01,2,3)": spec.rgb in body must be of type rgbcolor: "rgb(01,2,3)"',
      ],
    },
  ],
  isbn: [
    { given: '0321751043', becomes: '0321751043' },
    { given: '978-0321751041', becomes: '978-0321751041' },
    {
      given: '1234567890',
      refused: [
        'spec.isbn: Invalid value: "1234567890": spec.isbn in body must be of type isbn: "1234567890"',
      ],
    },
    { given: '080442957X', becomes: '080442957X' },
  ],
  cc: [
    { given: '4111111111111111', becomes: '4111111111111111' },
    { given: '4111-1111-1111-1111', becomes: '4111-1111-1111-1111' },
    {
      given: '4111111111111112',
      refused: [
        'spec.cc: Invalid value: "4111111111111112": spec.cc in body must be of type creditcard: "4111111111111112"',
      ],
    },
  ],
  ssn: [
    { given: '111-22-3333', becomes: '111-22-3333' },
    {
      given: '111223333',
      refused: ['spec.ssn: Invalid value: "111223333": spec.ssn in body must be of type ssn: "111223333"'],
    },
    { given: '111 22 3333', becomes: '111 22 3333' },
  ],
  short: [
    { given: 'a', becomes: 'a' },
    {
      given: 'A',
      refused: ['spec.short: Invalid value: "A": spec.short in body must be of type k8s-short-name: "A"'],
    },
    {
      given: '-a',
      refused: ['spec.short: Invalid value: "-a": spec.short in body must be of type k8s-short-name: "-a"'],
    },
    {
      given: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      refused: [
        'spec.short: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": spec.short in body must be of type k8s-short-name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"',
      ],
    },
  ],
  bson: [
    { given: '507f1f77bcf86cd799439011', becomes: '507f1f77bcf86cd799439011' },
    {
      given: 'x',
      refused: ['spec.bson: Invalid value: "x": spec.bson in body must be of type bsonobjectid: "x"'],
    },
  ],
  a: [
    { given: [], refused: ['spec.a: Invalid value: 0: spec.a in body should have at least 1 items'] },
    { given: ['a'], becomes: ['a'] },
    { given: ['a', 'b', 'c', 'd'], refused: ['spec.a: Too many: 4: must have at most 3 items'] },
    {
      given: [1],
      refused: ['spec.a[0]: Invalid value: "integer": spec.a[0] in body must be of type string: "integer"'],
    },
    {
      given: ['a', null],
      refused: ['spec.a[1]: Invalid value: "null": spec.a[1] in body must be of type string: "null"'],
    },
    {
      given: 'x',
      refused: ['spec.a: Invalid value: "string": spec.a in body must be of type array: "string"'],
    },
    {
      given: {},
      refused: ['spec.a: Invalid value: "object": spec.a in body must be of type array: "object"'],
    },
    { given: null },
  ],
  ao: [
    { given: [{}], refused: ['spec.ao[0].x: Required value'] },
    { given: [{ x: 1 }], becomes: [{ x: 1 }] },
    {
      given: [{ x: 'y' }, {}],
      refused: [
        'spec.ao[0].x: Invalid value: "string": spec.ao[0].x in body must be of type integer: "string"',
        'spec.ao[1].x: Required value',
      ],
    },
    {
      given: [1],
      refused: ['spec.ao[0]: Invalid value: "integer": spec.ao[0] in body must be of type object: "integer"'],
    },
    {
      given: [null],
      refused: ['spec.ao[0]: Invalid value: "null": spec.ao[0] in body must be of type object: "null"'],
    },
    { given: [{ x: 1, u: 1 }], becomes: [{ x: 1 }], unknown: ['spec.ao[0].u'] },
  ],
  set: [
    { given: ['a', 'b'], becomes: ['a', 'b'] },
    { given: ['a', 'a'], refused: ['spec.set[1]: Duplicate value: "a"'] },
    {
      given: ['a', 'a', 'a', 'b', 'b'],
      refused: ['spec.set[1]: Duplicate value: "a"', 'spec.set[4]: Duplicate value: "b"'],
    },
    { given: [], becomes: [] },
  ],
  map: [
    {
      given: [{ k: 'a' }, { k: 'b' }],
      becomes: [
        { k: 'a', p: 'TCP' },
        { k: 'b', p: 'TCP' },
      ],
    },
    { given: [{ k: 'a' }, { k: 'a' }], refused: ['spec.map[1]: Duplicate value: {"k":"a","p":"TCP"}'] },
    {
      given: [{ k: 'a', p: 'UDP' }, { k: 'a' }],
      becomes: [
        { k: 'a', p: 'UDP' },
        { k: 'a', p: 'TCP' },
      ],
    },
    {
      given: [{ k: 'a' }, { k: 'a' }, { k: 'a' }],
      refused: ['spec.map[1]: Duplicate value: {"k":"a","p":"TCP"}'],
    },
    { given: [{}], refused: ['spec.map[0].k: Required value'] },
    {
      given: [{ k: 1 }],
      refused: [
        'spec.map[0].k: Invalid value: "integer": spec.map[0].k in body must be of type string: "integer"',
      ],
    },
    {
      given: ['x'],
      refused: [
        'spec.map[0]: Invalid value: "string": spec.map[0] in body must be of type object: "string"',
        'spec.map[0]: Invalid value: "x": must be an object for an array of list-type map',
      ],
    },
    {
      given: [null, null],
      refused: [
        'spec.map[0]: Invalid value: "null": spec.map[0] in body must be of type object: "null"',
        'spec.map[1]: Duplicate value: {}',
        'spec.map[1]: Invalid value: "null": spec.map[1] in body must be of type object: "null"',
      ],
    },
  ],
  map1: [
    { given: [{ k: 'a' }, { k: 'a' }], refused: ['spec.map1[1]: Duplicate value: {"k":"a"}'] },
    {
      given: [
        { k: 'a', v: -1 },
        { k: 'b', v: -1 },
      ],
      refused: [
        'spec.map1[0].v: Invalid value: -1: spec.map1[0].v in body should be greater than or equal to 0',
        'spec.map1[1].v: Invalid value: -1: spec.map1[1].v in body should be greater than or equal to 0',
      ],
    },
    {
      given: [{ v: 1 }, { v: 2 }],
      refused: [
        'spec.map1[0].k: Required value',
        'spec.map1[1].k: Required value',
        'spec.map1[1]: Duplicate value: {}',
      ],
    },
  ],
  o: [
    { given: {}, refused: ['spec.o: Invalid value: 0: spec.o in body should have at least 1 properties'] },
    { given: { x: 'a' }, becomes: { x: 'a' } },
    {
      given: { x: 1 },
      refused: ['spec.o.x: Invalid value: "integer": spec.o.x in body must be of type string: "integer"'],
    },
    { given: { x: 'a', u: 1 }, becomes: { x: 'a' }, unknown: ['spec.o.u'] },
    {
      given: 'x',
      refused: ['spec.o: Invalid value: "string": spec.o in body must be of type object: "string"'],
    },
    { given: null },
    {
      given: [],
      refused: ['spec.o: Invalid value: "array": spec.o in body must be of type object: "array"'],
    },
  ],
  ap: [
    { given: { a: 1 }, becomes: { a: 1 } },
    {
      given: { a: 0 },
      refused: ['spec.ap.a: Invalid value: 0: spec.ap.a in body should be greater than or equal to 1'],
    },
    {
      given: { a: 'x', b: 0 },
      refused: [
        'spec.ap.a: Invalid value: "string": spec.ap.a in body must be of type integer: "string"',
        'spec.ap.b: Invalid value: 0: spec.ap.b in body should be greater than or equal to 1',
      ],
    },
    { given: { 'a.b': 1, __proto__x: 2 }, becomes: { __proto__x: 2, 'a.b': 1 } },
    { given: {}, becomes: {} },
  ],
  apt: [
    { given: { a: 1, b: 'x' }, becomes: { a: 1, b: 'x' } },
    { given: { a: { b: 1 } }, becomes: { a: {} }, unknown: ['spec.apt.a.b'] },
    { given: { a: [{ b: 1 }] }, becomes: { a: [{}] }, unknown: ['spec.apt.a[0].b'] },
  ],
  apf: [
    { given: {}, becomes: {} },
    {
      given: { a: 1 },
      refused: ['spec.apf: Invalid value: "a": spec.apf.a in body is a forbidden property'],
    },
  ],
  nul: [
    { given: null, becomes: null },
    { given: 'x', becomes: 'x' },
    {
      given: 1,
      refused: ['spec.nul: Invalid value: "integer": spec.nul in body must be of type string: "integer"'],
    },
  ],
  nuldef: [
    { given: null, becomes: null },
    { given: 'x', becomes: 'x' },
  ],
  def: [
    { given: null, becomes: 'dflt' },
    { given: 'x', becomes: 'x' },
  ],
  defo: [
    { given: {}, becomes: { y: 7 } },
    { given: { z: 'a' }, becomes: { y: 7, z: 'a' } },
    { given: null, becomes: { y: 7, z: 'zz' } },
    { given: { y: null }, becomes: { y: 7 } },
  ],
  defa: [
    { given: [{}], becomes: [{ q: 1 }] },
    { given: [{ q: 2 }, {}], becomes: [{ q: 2 }, { q: 1 }] },
    {
      given: [null],
      refused: ['spec.defa[0]: Invalid value: "null": spec.defa[0] in body must be of type object: "null"'],
    },
  ],
  ios: [
    { given: 1, becomes: 1 },
    { given: 'a', becomes: 'a' },
    {
      given: 1.5,
      refused: [
        'spec.ios: Invalid value: "number": spec.ios in body must be of type integer,string: "number"',
      ],
    },
    {
      given: true,
      refused: [
        'spec.ios: Invalid value: "boolean": spec.ios in body must be of type integer,string: "boolean"',
      ],
    },
    { given: null },
    {
      given: {},
      refused: [
        'spec.ios: Invalid value: "object": spec.ios in body must be of type integer,string: "object"',
      ],
    },
  ],
  iosp: [
    { given: 5, becomes: 5 },
    {
      given: 11,
      refused: ['spec.iosp: Invalid value: 11: spec.iosp in body should be less than or equal to 10'],
    },
    { given: '5%', becomes: '5%' },
    { given: '5', refused: ['spec.iosp: Invalid value: "5": spec.iosp in body should match \'^[0-9]+%$\''] },
    {
      given: 1.5,
      refused: [
        'spec.iosp: Invalid value: "number": spec.iosp in body must be of type integer,string: "number"',
      ],
    },
  ],
  any: [
    { given: { a: 1 }, becomes: { a: 1 } },
    {
      given: { known: 'x' },
      refused: [
        'spec.any.known: Invalid value: "string": spec.any.known in body must be of type integer: "string"',
      ],
    },
    { given: { known: 1, zz: { y: 1 } }, becomes: { known: 1, zz: { y: 1 } } },
    { given: { inner: { w: 'a', v: 1 } }, becomes: { inner: { w: 'a' } }, unknown: ['spec.any.inner.v'] },
    {
      given: 1,
      refused: ['spec.any: Invalid value: "integer": spec.any in body must be of type object: "integer"'],
    },
  ],
  emb: [
    { given: {}, refused: ['spec.emb.apiVersion: Required value', 'spec.emb.kind: Required value'] },
    { given: { apiVersion: 'v1', kind: 'Pod' }, becomes: { apiVersion: 'v1', kind: 'Pod' } },
    {
      given: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'A/b', labels: { 'a b': 'c' }, bogus: 1 },
        spec: { x: 1 },
      },
      refused: [
        "spec.emb.metadata.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        'spec.emb.metadata.name: Invalid value: "A/b": may not contain \'/\'',
      ],
      unknown: ['spec.emb.metadata.bogus'],
    },
    {
      given: { apiVersion: 1, kind: 'Pod' },
      refused: [
        'Kink in version "v1" cannot be handled as a Kink: spec.emb.apiVersion: Invalid value: 1: must be a string',
      ],
    },
    {
      given: { apiVersion: 'a/b/c', kind: 'po_d' },
      refused: [
        'spec.emb.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
        "spec.emb.kind: Invalid value: \"po_d\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    },
    {
      given: { apiVersion: '', kind: '' },
      refused: [
        'spec.emb.apiVersion: Invalid value: "": must not be empty',
        'spec.emb.kind: Invalid value: "": must not be empty',
      ],
    },
    {
      given: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 1 } } },
      refused: [
        'Kink in version "v1" cannot be handled as a Kink: spec.emb.metadata: Invalid value: {"labels":{"a":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
      ],
    },
    {
      given: { apiVersion: 'v1', kind: 'Pod', metadata: 3 },
      refused: [
        'Kink in version "v1" cannot be handled as a Kink: spec.emb.metadata: Invalid value: 3: json: cannot unmarshal number into Go value of type v1.ObjectMeta',
      ],
    },
  ],
  embp: [
    {
      given: {
        apiVersion: 'v1',
        kind: 'X',
        spec: { x: '1', y: 2 },
        other: 1,
        metadata: { name: 'x', creationTimestamp: null },
      },
      becomes: { apiVersion: 'v1', kind: 'X', metadata: { name: 'x' }, spec: { x: '1' } },
      unknown: ['spec.embp.other', 'spec.embp.spec.y'],
    },
  ],
  anyOf: [
    {
      given: {},
      refused: [
        '<nil>: Invalid value: "": "spec.anyOf" must validate at least one schema (anyOf)',
        'spec.anyOf.x: Required value',
      ],
    },
    { given: { x: 1 }, becomes: { x: 1 } },
    {
      given: { y: 'a' },
      refused: [
        '<nil>: Invalid value: "": "spec.anyOf" must validate at least one schema (anyOf)',
        'spec.anyOf.y: Invalid value: "a": spec.anyOf.y in body should be at least 3 chars long',
      ],
    },
    { given: { y: 'abc' }, becomes: { y: 'abc' } },
    {
      given: { x: 'q' },
      refused: [
        'spec.anyOf.x: Invalid value: "string": spec.anyOf.x in body must be of type integer: "string"',
      ],
    },
    { given: { x: 1, y: 'a' }, becomes: { x: 1, y: 'a' } },
  ],
  oneOf: [
    {
      given: {},
      refused: [
        '<nil>: Invalid value: "": "spec.oneOf" must validate one and only one schema (oneOf). Found none valid',
        'spec.oneOf.x: Required value',
      ],
    },
    { given: { x: 1 }, becomes: { x: 1 } },
    {
      given: { x: 1, y: 'a' },
      refused: [
        '<nil>: Invalid value: "": "spec.oneOf" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
    },
    {
      given: { x: 'q' },
      refused: [
        'spec.oneOf.x: Invalid value: "string": spec.oneOf.x in body must be of type integer: "string"',
      ],
    },
  ],
  allOf: [
    { given: 2, becomes: 2 },
    {
      given: 3,
      refused: [
        '<nil>: Invalid value: "": "spec.allOf" must validate all the schemas (allOf)',
        'spec.allOf: Invalid value: 3: spec.allOf in body should be a multiple of 2',
      ],
    },
    {
      given: 0,
      refused: [
        '<nil>: Invalid value: "": "spec.allOf" must validate all the schemas (allOf)',
        'spec.allOf: Invalid value: 0: spec.allOf in body should be greater than or equal to 1',
      ],
    },
    {
      given: 7,
      refused: [
        '<nil>: Invalid value: "": "spec.allOf" must validate all the schemas (allOf)',
        'spec.allOf: Invalid value: 7: spec.allOf in body should be a multiple of 2',
        'spec.allOf: Invalid value: 7: spec.allOf in body should be less than or equal to 5',
      ],
    },
    {
      given: 'x',
      refused: ['spec.allOf: Invalid value: "string": spec.allOf in body must be of type integer: "string"'],
    },
  ],
  not: [
    { given: 'ok', becomes: 'ok' },
    { given: 'bad', refused: ['<nil>: Invalid value: "": "spec.not" must not validate the schema (not)'] },
    {
      given: 1,
      refused: ['spec.not: Invalid value: "integer": spec.not in body must be of type string: "integer"'],
    },
  ],
  deep: [
    {
      given: { l1: { l2: [{ l3: 'abc' }, {}, { l3: 1, u: 2 }] } },
      refused: [
        'spec.deep.l1.l2[0].l3: Too long: may not be more than 2 bytes',
        'spec.deep.l1.l2[1].l3: Required value',
        'spec.deep.l1.l2[2].l3: Invalid value: "integer": spec.deep.l1.l2[2].l3 in body must be of type string: "integer"',
      ],
      unknown: ['spec.deep.l1.l2[2].u'],
    },
    {
      given: { l1: { l2: {} } },
      refused: [
        'spec.deep.l1.l2: Invalid value: "object": spec.deep.l1.l2 in body must be of type array: "object"',
      ],
    },
    {
      given: { l1: [] },
      refused: ['spec.deep.l1: Invalid value: "array": spec.deep.l1 in body must be of type object: "array"'],
    },
  ],
};
