/** Expressions for the comparison with the server, by what they try. */
import type { Question, Schema } from './questions.test-support.js';

const spec: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 63 },
    replicas: { type: 'integer' },
    minReplicas: { type: 'integer' },
    ratio: { type: 'number' },
    enabled: { type: 'boolean' },
    created: { type: 'string', format: 'date-time' },
    timeout: { type: 'string', format: 'duration' },
    data: { type: 'string', format: 'byte', maxLength: 100 },
    labels: { type: 'object', values: { type: 'string', maxLength: 20 }, maxProperties: 10 },
    anything: {},
    ports: {
      type: 'array',
      maxItems: 8,
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 15 },
          port: { type: 'integer' },
          protocol: { type: 'string', maxLength: 4 },
          hosts: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 30 } },
        },
      },
    },
    names: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 20 },
    numbers: { type: 'array', items: { type: 'integer' } },
    matrix: { type: 'array', maxItems: 5, items: { type: 'array', maxItems: 5, items: { type: 'integer' } } },
    groups: {
      type: 'object',
      maxProperties: 4,
      values: { type: 'array', maxItems: 6, items: { type: 'string', maxLength: 12 } },
    },
  },
};

export const variables: Readonly<Record<string, Schema>> = {
  self: {
    type: 'object',
    properties: { spec, status: { type: 'object', properties: { phase: { type: 'string' } } } },
  },
  x: { type: 'integer' },
  y: { type: 'integer' },
  u: { type: 'uint' },
  d: { type: 'number' },
  s: { type: 'string' },
  b: { type: 'boolean' },
  any: {},
  list: { type: 'array', items: {} },
  authorizer: { type: 'authorizer' },
  'authorizer.requestResource': { type: 'resourceCheck' },
};

export const bindings: Readonly<Record<string, unknown>> = {
  self: {
    spec: {
      name: 'web',
      replicas: 3,
      minReplicas: 5,
      ratio: 0.5,
      enabled: true,
      created: '2024-02-29T23:59:58.123456789Z',
      timeout: '1h30m5.25s',
      data: 'aGVsbG8=',
      labels: { app: 'web', tier: 'front' },
      anything: { nested: [1, 'two', { three: 3.5 }] },
      ports: [
        { name: 'http', port: 80, protocol: 'TCP', hosts: ['a.example', 'b.example'] },
        { name: 'dns', port: 53, protocol: 'UDP', hosts: [] },
      ],
      names: ['a', 'b', 'c'],
      numbers: [3, 1, 2],
      matrix: [[1, 2], [3]],
      groups: { one: ['x', 'y'], two: [] },
    },
  },
  x: 7,
  y: -3,
  u: 9,
  d: 2.5,
  s: 'häß\u{1f600}lo',
  b: true,
  any: { a: 1, list: [1, 2, 3], text: 'text', null: null },
  list: [1, 'a', 2.5, null, [1], { k: 'v' }],
};

const expressions =
  String.raw`
true
false
null
1
-1
0x1F
-0x1F
9223372036854775807
-9223372036854775808
9223372036854775808
-9223372036854775809
0xFFFFFFFFFFFFFFFF
18446744073709551615u
18446744073709551616u
0xFFu
1.5
-1.5e3
.5
1e400
1e-400
'a'
"a\n\t\"\'\\\x41\u00e4\U0001F600\101"
'\ud800'
'\U00110000'
r'a\n'
'''a
b'''
"""quote " inside"""
b'abc\xff\377'
b'ä'
br'\n'
b'\u0041'
'\q'
[1, 2, 3]
[1, 2, 3,]
[]
{}
{'a': 1, 'b': 2,}
{1: 'a', 2: 'b'}
{1: 'a', 1: 'b'}
{true: 1, false: 2}
{'a': 1, 1: 2}
[1, 'a']
[1, dyn('a')]
[1, 1.0]
[1, null]
['a', null]
[duration('1s'), null]
[[1], []]
[[], [1]]
[{}, {'a': 1}]
{'a': [], 'b': [1]}
{null: 1}
{1.5: 'a'}
{[1]: 2}
1 + 2
1 + 2.0
1 + 2u
'a' + 'b'
'a' + 1
b'a' + b'b'
[1] + [2]
[1] + ['a']
[] + [1]
1 - 2
1u - 2u
2 * 3
7 / 2
-7 / 2
7 % -2
-7 % 2
7 / 0
7 % 0
7u / 0u
7u % 0u
7.0 / 0.0
-7.0 / 0.0
0.0 / 0.0
1.5 % 2.0
9223372036854775807 + 1
-9223372036854775808 - 1
9223372036854775807 * 2
-9223372036854775808 / -1
-9223372036854775808 % -1
-(-9223372036854775808)
-x
--x
!b
!!b
!x
-b
-'a'
-u
1 == 1
1 == 1.0
1 == 1u
1u == 1.0
1 == 'a'
dyn(1) == 'a'
dyn(1) == 1.0
dyn(9007199254740993) == 9007199254740992.0
dyn(1) != 'a'
null == null
null == 1
dyn(null) == 1
self.spec.labels == null
self.spec.name == null
[1, 2] == [1, 2]
[1, 2] == [2, 1]
[dyn(1)] == [1.0]
{'a': 1} == {'a': 1}
{'a': dyn(1)} == {'a': 1u}
{1: 'a'} == {1: 'a'}
dyn(0.0/0.0) == 0.0/0.0
1 < 2
1 < 2.5
1u < 2
x < d
u >= x
'a' < 'b'
'a' < 'B'
'\uffff' < '\U0001F600'
'a' < 1
true > false
b'a' < b'b'
null < 1
dyn(null) < 1
dyn([1]) < 1
dyn('a') < 1
dyn(1) < 'a'
dyn(0.0/0.0) < 1
[1] < [2]
1 < 2 < 3
duration('1s') < duration('2s')
timestamp('2024-01-01T00:00:00Z') > timestamp('2023-01-01T00:00:00Z')
true && false
true || false
true && x
x || true
b ? 1 : 2
b ? 1 : 'a'
b ? dyn(1) : 'a'
b ? x : y
b ? self.spec.name : s
(b ? self : self).spec.name
b ? [1] : []
x ? 1 : 2
b ? b ? 1 : 2 : 3
false ? 1 / 0 : 2
true || 1 / 0 == 1
1 / 0 == 1 || true
1 / 0 == 1 && false
1 / 0 == 1 && true
false && 1 / 0 == 1
dyn(1) && true
true && dyn(1)
dyn('a') || false
dyn(1) ? 2 : 3
1 in [1, 2]
x in [1, 2, 7]
x in []
x in [1.0, 7.0]
d in [1, 2.5]
x in self.spec.numbers
'a' in {'a': 1}
'app' in self.spec.labels
'app' in any
1 in any
'a' in 'abc'
x in ['a']
dyn(x) in ['a']
any in [1]
[1] in [[1], [2]]
null in [null]
b'a' in [b'a']
s in self.spec.names
size('abc')
size(s)
s.size()
size(b'abc')
size([1, 2])
size({'a': 1})
[1, 2].size()
size(1)
size(dyn(1))
dyn('abc').size()
self.spec.names.size() > 2
type(1)
type(1u) == uint
type('a') == string
type([]) == list
type({}) == map
type(null) == null_type
type(type(1)) == type
type(duration('1s')) == google.protobuf.Duration
type(timestamp('2024-01-01T00:00:00Z')) == google.protobuf.Timestamp
type(optional.none()) == optional_type
type(any)
int
list
bool('true')
bool('1')
bool('yes')
bool(s)
bool(true)
bytes('ä')
bytes(s)
string(b'abc')
string(b'\xff')
string(1)
string(1.0)
string(100000.0)
string(1000000.0)
string(123456789.5)
string(0.0001)
string(0.00001)
string(1e21)
string(1e-7)
string(-0.0)
string(1.0/0.0)
string(true)
string(5u)
string(duration('1h'))
string(duration('1.5s'))
string(duration('1ns'))
string(duration('-90m'))
string(timestamp('2024-02-29T23:59:58.120Z'))
string(timestamp('2024-02-29T23:59:58+01:30'))
string(timestamp('0001-01-01T00:00:00Z'))
string(timestamp('9999-12-31T23:59:59.999999999Z'))
string(null)
string([1])
int('42')
int('+42')
int('-42')
int('4_2')
int('0x1f')
int('')
int(s)
int('9223372036854775808')
int(1.9)
int(-1.9)
int(1e19)
int(9223372036854775807.0)
int(18446744073709551615u)
int(timestamp('2024-02-29T23:59:58.9Z'))
int(timestamp('1960-02-29T23:59:58.9Z'))
int(duration('1s'))
int(true)
int(dyn(true))
uint(1)
uint(-1)
uint(x)
uint(y)
uint('5')
uint('-5')
uint(1.9)
uint(-0.5)
uint(1e20)
double(1)
double('1.5')
double('1e400')
double('inf')
double('-Infinity')
double('nan')
double('0x1p4')
double('1_0')
double('abc')
double(5u)
double(9223372036854775807)
duration('1h2m3.5s')
duration('-1.5h')
duration('100')
duration('1d')
duration('')
duration('0')
duration('+1s')
duration('1µs')
duration('.5s')
duration('1.s')
duration('2562047h47m16.854775807s')
duration('2562047h47m16.854775808s')
duration('300000h')
duration(s)
duration(duration('1s'))
duration('1s') + duration('2s')
duration('1s') - duration('2s')
duration('2562047h') + duration('2562047h')
-duration('1s')
-dyn(duration('1s'))
timestamp('2024-02-29T00:00:00Z')
timestamp('2023-02-29T00:00:00Z')
timestamp('2024-02-29')
timestamp('2024-02-29T00:00:00')
timestamp('2024-02-29t00:00:00z')
timestamp('2024-02-29T24:00:00Z')
timestamp('2024-02-29T5:00:00Z')
timestamp('2024-02-29T05:00:60Z')
timestamp('2024-02-29T05:00:00,5Z')
timestamp('2024-02-29T05:00:00.1234567891Z')
timestamp('2024-02-29T05:00:00+24:00')
timestamp('2024-02-29T05:00:00+25:00')
timestamp('0000-01-01T00:00:00Z')
timestamp('9999-12-31T23:59:59-01:00')
timestamp(0)
timestamp(253402300799)
timestamp(253402300800)
timestamp(-62135596800)
timestamp(-62135596801)
timestamp(x)
timestamp(s)
timestamp('2024-01-01T00:00:00Z') + duration('24h')
duration('24h') + timestamp('2024-01-01T00:00:00Z')
timestamp('2024-01-01T00:00:00Z') - duration('1ns')
timestamp('2024-01-01T00:00:00Z') - timestamp('2023-01-01T00:00:00Z')
timestamp('9999-12-31T23:59:59Z') + duration('1s')
timestamp('0001-01-01T00:00:00Z') - duration('1ns')
timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z')
timestamp('2024-01-01T00:00:00Z') + timestamp('2024-01-01T00:00:00Z')
self.spec.created.getFullYear()
self.spec.created.getMonth()
self.spec.created.getDayOfMonth()
self.spec.created.getDate()
self.spec.created.getDayOfYear()
self.spec.created.getDayOfWeek()
self.spec.created.getHours()
self.spec.created.getMinutes()
self.spec.created.getSeconds()
self.spec.created.getMilliseconds()
self.spec.created.getHours('America/New_York')
self.spec.created.getHours('Asia/Kolkata')
self.spec.created.getDate('Pacific/Auckland')
self.spec.created.getHours('+05:30')
self.spec.created.getHours('-05:30')
self.spec.created.getHours('05:30')
self.spec.created.getHours('Nowhere/City')
self.spec.created.getHours('')
self.spec.created.getHours('Local')
self.spec.created.getHours('utc')
self.spec.created.getHours('UTC')
self.spec.created.getHours('a:b')
self.spec.created.getHours('1:')
self.spec.created.getHours(1)
timestamp('1850-01-01T00:00:00Z').getMinutes('Europe/Berlin')
timestamp('2024-03-31T00:59:59Z').getHours('Europe/Berlin')
timestamp('2024-03-31T01:00:00Z').getHours('Europe/Berlin')
timestamp('0001-01-01T00:00:00Z').getFullYear('America/New_York')
self.spec.timeout.getHours()
self.spec.timeout.getMinutes()
self.spec.timeout.getSeconds()
self.spec.timeout.getMilliseconds()
self.spec.timeout.getFullYear()
duration('-90s').getMinutes()
'abc'.contains('b')
'abc'.contains('')
'abc'.startsWith('ab')
'abc'.endsWith('bc')
s.contains('ß')
s.startsWith(s)
'abc'.contains(1)
contains('abc', 'b')
dyn(1).contains('a')
'a'.contains(dyn(1))
'abc'.matches('a.c')
matches('abc', '^b')
'abc'.matches('(')
matches('(', 'a')
matches(s, '(')
s.matches('[a-z')
s.matches(self.spec.name)
s.matches(any.text)
s.matches('(' + s)
dyn(1).matches('a')
''.matches('')
s.matches('^h.*o$')
self.spec.name
self.spec.missing
self.spec.name.size
self.status.phase
has(self.status)
has(self.status.phase)
has(self.spec.name)
has(self.spec.name) && self.spec.name == 'web'
has(self)
has(x)
has(self.spec['name'])
has('a')
has(any.a)
has(any.b)
has(any.a.b)
has(dyn(1).b)
has({'a': 1}.a)
has({'a': 1}.b)
any.a
any.b
any.a.b
any.list[1]
any.list[3]
any.list[-1]
any.list['a']
any.list[1.0]
any.list[1.5]
any.list[1u]
any['a']
any[1]
any.null
any.null.a
list[0]
list[5].k
list[6]
list[x]
list[dyn('a')]
list[null]
list[dyn(null)]
list[dyn([1])]
list['a']
[1, 2, 3][1]
[1, 2, 3][3]
[1, 2, 3][x - 7]
{'a': 1}['a']
{'a': 1}['b']
{1: 'a'}[1]
{1: 'a'}[1.0]
{1: 'a'}[dyn(1.0)]
{1: 'a'}[dyn(1u)]
{1: 'a'}[dyn(1.5)]
{1: 'a'}[2]
{true: 1}[true]
{true: 1}[false]
{'a': 1}.a
{'a': 1}.b
self.spec.ports[0].name
self.spec.ports[0].hosts[1]
self.spec.ports[self.spec.replicas - 2].port
self.spec.ports[self.spec.numbers[1]].port
self.spec.labels['app']
self.spec.labels.app
self.spec.labels.missing
self.spec.labels[self.spec.name]
self.spec.labels['a' + 'pp']
self.spec.matrix[0][1]
self.spec.groups['one'][0]
self.spec.data == b'hello'
size(self.spec.data)
self.spec.anything
self.spec.anything.nested[2].three
self.spec.anything.nested.size()
self['spec']
x.y
x[0]
s[0]
nothing
nothing.at.all
nothing()
nothing.f()
x.nothing()
self.spec.name.nothing(1)
size()
size(1, 2)
'abc'.size(1)
self.spec.replicas <= self.spec.minReplicas
self.spec.replicas + self.spec.ratio
double(self.spec.replicas) + self.spec.ratio
self.spec.ports.all(p, p.port > 0)
self.spec.ports.all(p, p.port > 60)
self.spec.ports.exists(p, p.name == 'dns')
self.spec.ports.exists_one(p, p.protocol == 'TCP')
self.spec.ports.existsOne(p, p.protocol == 'TCP')
self.spec.ports.map(p, p.name)
self.spec.ports.map(p, p.port > 60, p.name)
self.spec.ports.filter(p, p.port > 60)
self.spec.ports.filter(p, p.port > 60).size() == 1
self.spec.ports.all(p, p.hosts.all(h, h.endsWith('.example')))
self.spec.ports.all(p, self.spec.ports.exists_one(q, q.name == p.name))
self.spec.ports.map(p, p.hosts.map(h, h + p.name))
self.spec.ports.all(p, p.protocol in ['TCP', 'UDP'])
self.spec.ports.exists_one(p, p.protocol in ['TCP'])
self.spec.names.map(n, n in ['a', 'b'])
self.spec.names.filter(n, n in ['a', 'b'])
self.spec.labels.all(k, k.size() > 2)
self.spec.labels.exists(k, self.spec.labels[k] == 'web')
self.spec.labels.map(k, k).size()
self.spec.groups.all(g, self.spec.groups[g].all(n, n != ''))
self.spec.ports.all(p, 1 / (p.port - 53) > -100)
self.spec.ports.exists(p, 1 / (p.port - 53) == 0)
[1, 2, 0].all(n, 4 / n > 1)
[1, 2, 0].exists(n, 4 / n == 2)
[1, 2, 0].exists(n, 4 / n == 20)
[1, 2, 0].exists_one(n, 4 / n == 2)
[1, 2, 0].map(n, 4 / n)
[1, 2, 0].filter(n, 4 / n > 1)
[1, 2].all(n, n)
[1, 2].filter(n, n)
[1, 2].map(n, n, n)
[1, 2].exists_one(n, n)
[].all(n, n)
[].all(n, n > 0)
[].exists(n, true)
[].map(n, n)
{}.all(k, k == 'a')
[1, 2].all(1, true)
[1, 2].map(1, true)
[1, 2].filter(a.b, true)
[1, 2].all(__result__, true)
[1, 2].map(__result__, true)
[1, 2].all(n)
[1, 2].all(n, true, true)
x.all(n, true)
any.all(n, true)
any.list.all(n, n > 0)
any.a.all(n, true)
s.all(c, true)
list.all(e, e != null)
list.filter(e, type(e) == int)
list.map(e, e)
dyn([1, 2]).map(n, n + 1)
[[1, 2], [3]].map(l, l.map(n, n * 2))
[1, 2].map(n, [n]).map(l, l[0])
[1, 2, 3].map(x, x + 1)
[1, 2, 3].map(self, self + 1)
[1].all(x, [2].all(x, x == 2) && x == 1)
[1].map(n, x + n)
['a'].map(string, string)
self.spec.names.all(n, i, n == 'a')
[1, 2].all(i, v, i < v)
[1, 2].exists(i, v, i == v)
[1, 2].existsOne(i, v, i == 0)
[1, 2].exists_one(i, v, i == 0)
{'a': 1}.all(k, v, k == 'a' && v == 1)
[1, 2].transformList(i, v, i + v)
[1, 2].transformList(i, v, i > 0, v)
{'a': 1, 'b': 2}.transformList(k, v, v)
{'a': 1}.transformMap(k, v, v + 1)
{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v)
[1, 2].transformMap(i, v, v)
['a', 'b'].transformMapEntry(i, v, {v: i})
['a', 'a'].transformMapEntry(i, v, {v: i})
['a', 'b'].transformMapEntry(i, v, i > 0, {v: i})
[1].all(i, i, true)
[1].all(i, 1, true)
[1].all(__result__, v, true)
x.all(i, v, true)
dyn(1).all(i, v, true)
dyn(1).all(i, true)
dyn('a').map(i, i)
any.transformList(k, v, k)
self.spec.ports.transformList(i, p, p.port + i)
self.spec.labels.transformMap(k, v, v.size())
optional.of(1)
optional.none()
optional.ofNonZeroValue(0)
optional.ofNonZeroValue('')
optional.ofNonZeroValue([])
optional.ofNonZeroValue(1)
optional.ofNonZeroValue(null)
optional.of(1).value()
optional.none().value()
optional.of(1).hasValue()
optional.of(1).orValue(2)
optional.none().orValue(2)
optional.of(1).or(optional.of(2))
optional.none().or(optional.of(2))
optional.none().or(optional.none())
optional.of(1).orValue('a')
optional.of(1) == optional.of(1)
optional.of(1) == optional.none()
optional.of(1).optMap(v, v + 1)
optional.none().optMap(v, v + 1)
optional.of(1).optFlatMap(v, optional.of(v + 1))
optional.of(1).optMap(1, 2)
self.?spec.name
self.?spec.?name
self.?spec.?name.orValue('none')
self.?status.phase
self.?status.?phase.orValue('none')
self.status.?phase.hasValue()
self.?missing
any.?a
any.?b
any.?a.b
any.?a.?b
any[?'a']
any[?'b'].orValue(1)
list[?0]
list[?9]
list[?x]
[1, 2][?5].hasValue()
self.spec.labels[?'app'].orValue('')
self.spec.labels[?'zzz'].orValue('')
self.spec.labels.?app.optMap(a, a + '!').orValue('')
[?self.?spec.name, 'b']
[?optional.none(), 1]
[?1]
[?dyn(1)]
{?'a': optional.of(1)}
{?'a': optional.none(), 'b': 2}
{?'a': 1}
has(self.?spec.name)
has(self.?status.phase)
has(any.?a)
optional.of([1, 2])[0]
optional.of([1, 2])[5]
optional.of({'a': 1}).a
optional.of({'a': 1})['a']
optional.of({'a': 1}).?b
optional.of(optional.of(1))
optional.of(1).or(1)
x.orValue(1)
optional.of([]).optMap(l, l + [1])
[optional.of(1)][0].value()
x.?y
s.?y
optional.none() == optional.none()
self.spec.ports.map(p, p.?name)
[].first()
[1, 2].first()
[1, 2].last()
[optional.of(1)].unwrapOpt()
optional.unwrap([optional.of(1)])
dyn(1) + 1
dyn(1) + 'a'
dyn('a') + 1
dyn('a') - 1
dyn(true) + 1
dyn(null) + 1
dyn([1]) + [2]
dyn([1]) - 1
dyn(1.5) + 1
dyn(1.5) * 2.0
dyn({}) + 1
-dyn('a')
-dyn([])
-dyn(true)
!dyn(1)
dyn(1) % 2
dyn(1.0) % 2
dyn('a') * 2
dyn(1u) - 2u
dyn(duration('1s')) + duration('1s')
dyn(duration('1s')) + 1
dyn(timestamp(0)) - 1
dyn(1) in 'a'
1 in dyn(1)
dyn(1) in dyn([1])
dyn('ab').startsWith('a')
dyn(1).size()
dyn('2024-01-01T00:00:00Z').getHours()
dyn(1).getHours()
dyn(timestamp(0)).getHours()
dyn(timestamp(0)).getHours('Europe/Berlin')
string(dyn(1))
string(dyn([1]))
int(dyn('1'))
int(any.text)
string(any.a)
string(any.list)
bytes(dyn('a'))
double(any.a)
duration(any.text)
timestamp(any.a)
type(any.a)
type(dyn(1u))
any.a + 1
any.a + 1.5
any.text + 'a'
any.text == 'text'
any.a == 1.0
any == {}
any > 1
any.a > 0.5
any.text > 'a'
as
break
self.as
self.in
self.true
package.x
if(true)
f'a'
{'if': 1}.if
self.spec. name
self . spec . name
// comment
1 // comment
1 /* c */
x +
+ x
x y
(x
x)
[x
[x, 
{x
{x:
{x: 1
{x: 1,
x ? 1
x ? 1 :
x ? : 1
self.
self..spec
self.spec[
self.spec[]
f(
f(1
f(1,
f(,)
1.f()
1..f
'abc
"abc
'''abc
a && 
&& a
a & b
a | b
a = b
a === b
a !== b
a <> b
#
$x
@x
x#y
ä
x ä
'ä' + ä
;
x;
\
` +
  '`a`\n`a.b`\nany.`a`\nany.`a-b`\nany.`a`()\n`' +
  String.raw`
.x
.self.spec
.x + .y
[1].map(x, .x)
[1].map(x, .x + x)
.size(s)
self.size()
true.x
1.5.x
null.x
'a'.b
b'a'.b
[1].a
self{}
Foo{}
Foo{a: 1}
a.b.Foo{a: 1, b: 2}
int{}
.Foo{}
google.protobuf.Timestamp{}
google.protobuf.Int64Value{value: 1}
size
optional
optional.none
optional.nothing()
cel.bind(a, 1, a)
a.b.c.d
self.spec.ports.map(p, p.portt)
self.spec.ports.all(p, p.port == 'a')
self.spec.ports.map(p, p.port).all(n, n == 'a')
self.spec.names == self.spec.numbers
self.spec.labels == {'app': 1}
self.spec.labels == {'app': 'web', 'tier': 'front'}
self.spec == self.spec
self.spec.ports == self.spec.ports
self.spec.ports[0] == self.spec.ports[1]
self.spec.name + self.spec.replicas
self.spec.name + string(self.spec.replicas)
self.spec.created > timestamp('2024-01-01T00:00:00Z')
self.spec.timeout > duration('1h')
self.spec.created - self.spec.created == duration('0')
self.spec.name.matches('^[a-z]+$') && self.spec.name.size() <= 63
self.spec.names.all(n, self.spec.names.exists_one(m, m == n))
self.spec.names.map(n, n.size()).all(n, n > 0)
self.spec.matrix.all(r, r.all(c, c > 0))
self.spec.matrix.map(r, r.map(c, c + 1))
self.spec.names + self.spec.names
(self.spec.names + self.spec.names).all(n, n != '')
(self.spec.names + ['d']).map(n, n + n)
self.spec.groups.map(g, g).filter(g, self.spec.groups[g].size() > 1)
self.spec.names.all(n, n == self.spec.names[0] || n.startsWith(self.spec.name))
self.spec.ports.all(p, p.hosts.all(h, p.name.startsWith(p.protocol)))
self.spec.ports.all(p, p.hosts.all(h, h == p.name))
self.spec.ports.all(p, p.hosts.exists(h, p.hosts == self.spec.names))
[self.spec.name, s].all(n, n.contains(self.spec.name))
{'k': self.spec.name}.all(k, k.contains(self.spec.name))
{self.spec.name: s}.map(k, k + s)
[self.spec.names, []].all(l, l.all(n, n.contains('a')))
{'k': self.spec.names}.k.all(n, n.contains('a'))
{'k': self.spec.names}['k'].all(n, n.contains('a'))
[self.spec.names][0].all(n, n.contains('a'))
dyn(self.spec.names).all(n, n.contains('a'))
(b ? self.spec.names : []).all(n, n.contains('a'))
(b ? ['a'] : ['bcd']).all(n, n.contains('a'))
self.?spec.names.orValue([]).all(n, n.contains('a'))
self.spec.labels[?'a'].orValue('b').contains('b')
self.spec.ports.map(p, p.name).exists(n, n.contains('a'))
self.spec.ports.filter(p, p.port > 1).map(p, p.name).exists(n, n.contains('a'))
self.spec.labels.map(k, self.spec.labels[k]).exists(v, v.contains('a'))
self.spec.labels.transformMap(k, v, v + k).exists(k, k.contains('a'))
self.spec.labels.transformList(k, v, v).exists(v, v.contains('a'))
self.spec.ports.transformList(i, p, p.hosts).exists(h, h.exists(n, n.contains('a')))
self.spec.name.contains(self.spec.name) ? self.spec.name == s : s.contains(s)
string(self.spec.data).contains('a')
bytes(self.spec.name) == self.spec.data
self.spec.name < s
self.spec.data + self.spec.data < self.spec.data

authorizer
authorizer.requestResource
authorizer.path('/healthz')
authorizer.path('')
authorizer.path(s)
authorizer.path(1)
authorizer.path('/healthz').check('get')
authorizer.path('/healthz').check('get').allowed()
authorizer.path('/healthz').check('get').reason()
authorizer.path('/healthz').check('post').allowed()
authorizer.path('/healthz').check('fail').errored()
authorizer.path('/healthz').check('fail').error()
authorizer.path('/healthz').check('get').error()
authorizer.path('/healthz').check(self.spec.name).allowed()
authorizer.path('/healthz').namespace('default')
authorizer.group('')
authorizer.group('apps').resource('deployments')
authorizer.group('apps').resource('')
authorizer.group('apps').resource(self.spec.name)
authorizer.group('apps').check('get')
authorizer.group('apps').resource('deployments').check('get').allowed()
authorizer.group('apps').resource('deployments').subresource('scale').namespace('shop').name('web').check('get').reason()
authorizer.group('').resource('pods').name('a').name('b').namespace('').check('list').reason()
authorizer.group('').resource('pods').check('delete').errored()
authorizer.group('').resource('pods').fieldSelector('spec.nodeName=a').check('get').allowed()
authorizer.group('').resource('pods').labelSelector('a in (b,c),d').check('get').allowed()
authorizer.group('').resource('pods').labelSelector('==').check('get').allowed()
authorizer.group('').resource('pods').labelSelector(s).fieldSelector(self.spec.name)
authorizer.group('').resource('pods').fieldSelector('').labelSelector('').check('get').reason()
authorizer.group('').fieldSelector('a=b')
authorizer.serviceAccount('default', 'web').path('/a').check('get').reason()
authorizer.serviceAccount('default', 'web').group('').resource('pods').check('get').reason()
authorizer.serviceAccount('default', 'Web')
authorizer.serviceAccount('a.b', 'web')
authorizer.serviceAccount('', '')
authorizer.serviceAccount(s, self.spec.name)
authorizer.requestResource.check('get').reason()
authorizer.requestResource.subresource('').name('b').check('get').reason()
authorizer.requestResource.check('get').allowed() && authorizer.requestResource.check('list').allowed()
authorizer.requestResource.check('get').allowed() || authorizer.path('/a').check('get').allowed()
authorizer == authorizer
authorizer.requestResource == authorizer.requestResource
authorizer.group('a') == authorizer.group('a')
authorizer.path('/a') != authorizer.path('/a')
authorizer.requestResource.check('get') == authorizer.requestResource.check('get')
authorizer.requestResource == authorizer.path('/a')
[authorizer.path('/a'), authorizer.path('/b')].all(p, p.check('get').allowed())
self.spec.names.all(n, authorizer.group('').resource('pods').name(n).check('get').allowed())
self.spec.names.exists(n, authorizer.path('/a').check(n).allowed())
type(authorizer)
type(authorizer.path('/a').check('get'))
dyn(authorizer).path('/a').check('get').allowed()
dyn(1).check('get')
any.check('get')
x.check('get')
authorizer.requestResource.allowed()
authorizer.check('get')
authorizer.requestResource.check('get').allowed
has(authorizer.requestResource)
string(authorizer)
{'a': authorizer.path('/a')}['a'].check('get').allowed()
authorizer in [authorizer]
quantity('1').add(1) == quantity('2')
quantity('2') == quantity('1').add(1)
quantity('0') == quantity('1').sub(quantity('1'))
[quantity('3')] == [quantity('1').add(1)]
{'a': quantity('3')} == {'a': quantity('1').add(1)}
([quantity('3')] + [quantity('3')]) == [quantity('1').add(1), quantity('3')]
sets.contains([quantity('2')], [quantity('1').add(1)])
[quantity('1').add(1), quantity('2')].distinct()
[quantity('2')].indexOf(quantity('1').add(1))
(['1s'] + dyn([1])).map(v, duration(v))
any.text.find(any.a)
any.text.findAll(any.a)
timestamp(0).getHours('../UTC')
timestamp(0).getHours('/UTC')
semver('ß', true)
optional.ofNonZeroValue(timestamp('0001-01-01T00:00:00Z'))
url('http://a%{\u0080')
`;

const chains = [3, 100, 249, 250, 251, 252, 300].flatMap((count) => [
  Array.from({ length: count }, () => '1').join(' + '),
  Array.from({ length: count }, () => 'true').join(' && '),
  Array.from({ length: count }, (_, index) => `x == ${index}`).join(' || '),
  `${'('.repeat(count)}1${')'.repeat(count)}`,
  `${'['.repeat(count)}1${']'.repeat(count)}`,
  `${'!'.repeat(count)}true`,
  `${'-'.repeat(count)}x`,
  `any${'.a'.repeat(count)}`,
  `list${'[0]'.repeat(count)}`,
  `any${'.size()'.repeat(count)}`,
  `${'{"a": '.repeat(Math.min(count, 10))}1${'}'.repeat(Math.min(count, 10))}`,
  `${'true ? 1 : '.repeat(count)}2`,
  `${'b ? ('.repeat(count)}1${') : 2'.repeat(count)}`,
  `1${' < 2'.repeat(count)}`,
  `${'size('.repeat(count)}[]${')'.repeat(count)}`,
  `${'[1].all(n, '.repeat(Math.min(count, 20))}true${')'.repeat(Math.min(count, 20))}`,
]);

export const questions: readonly Question[] = [
  ...expressions.split('\n').filter((line) => line !== ''),
  ...chains,
].map((expression) => ({ expression, variables, bindings }));
