/**
 * Prints expressions that call the functions of libraries/ with good, bad and random arguments, one JSON text a line.
 *
 * The answers of the API server to them are in libraries.jsonl.gz.
 */
import { fileURLToPath } from 'node:url';

/** mulberry32. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function* libraryExpressions(seed = 1) {
  const random = chance(seed);
  const below = (limit) => Math.floor(random() * limit);
  const pick = (values) => values[below(values.length)];
  const many = (count, make) => Array.from({ length: count }, make);
  const text = (value) => JSON.stringify(value).replace(/[\u007f-\u{10ffff}]/gu, (c) => c);
  /** A text with a few characters removed, doubled or replaced. */
  const mutated = (value, alphabet) => {
    const chars = Array.from(value);
    for (let i = below(3); i >= 0; i--) {
      const at = below(chars.length + 1);
      chars.splice(at, below(2), ...many(below(2), () => pick(alphabet)));
    }
    return chars.join('');
  };

  // Strings.
  const words = [
    '',
    'a',
    'abcabc',
    'hello wörld',
    '😀x😀',
    '  pad\t\u2003',
    'ÄäXx',
    'a,b,,c',
    '\u0085\u00a0z\ufeff',
    'x'.repeat(25),
  ];
  const parts = ['', 'a', 'b', 'bc', ',', '😀', 'x', 'ö', 'zz', ' '];
  const indexes = [
    '-1',
    '0',
    '1',
    '2',
    '3',
    '7',
    '11',
    '12',
    '100',
    '9223372036854775807',
    '-9223372036854775808',
  ];
  for (const word of words) {
    const w = text(word);
    for (const index of indexes) yield `${w}.charAt(${index})`;
    for (const part of parts) {
      for (const name of ['indexOf', 'lastIndexOf', 'split']) {
        yield `${w}.${name}(${text(part)})`;
        yield `${w}.${name}(${text(part)}, ${pick(indexes)})`;
        yield `${w}.${name}(${text(part)}, ${below(8) - 1})`;
      }
      yield `${w}.replace(${text(part)}, ${text(pick(parts))})`;
      yield `${w}.replace(${text(part)}, ${text(pick(parts))}, ${below(6) - 1})`;
    }
    for (const index of indexes.slice(0, 9)) {
      yield `${w}.substring(${index})`;
      yield `${w}.substring(${index}, ${pick(indexes)})`;
      yield `${w}.substring(${below(4)}, ${below(9)})`;
    }
    for (const name of ['lowerAscii', 'upperAscii', 'trim']) yield `${w}.${name}()`;
    yield `strings.quote(${w})`;
    yield `[${w}, 'b'].join()`;
    yield `[${w}, 'b', ${w}].join('--')`;
  }
  yield `strings.quote('\\a\\b\\f\\n\\r\\t\\v\\\\"\\u0001')`;
  yield* [
    "[].join('/')",
    '[].join()',
    'dyn([1]).join()',
    "('a' + 'b').split('')",
    "strings.quote('a' + 'b').lowerAscii()",
  ];

  // Formats.
  const values = [
    '1',
    '-255',
    '9223372036854775807',
    '255u',
    '0.5',
    '-1234567.891',
    '1e21',
    '1e-7',
    'true',
    'null',
    '"é\\n"',
    'b"ab"',
    'duration("1h1ms")',
    'timestamp("2020-01-01T00:00:00.120Z")',
    '[1, 2]',
    '["a", "b\\""]',
    '{"b": 1, "a": 2}',
    '{1: [true], 2: []}',
    'type(1)',
    'double("NaN")',
    'double("Infinity")',
    '"NaN"',
    '"-Infinity"',
    'optional.of(1)',
    'ip("::1")',
    '[duration("1s")]',
    '[[0.5, 1e6]]',
    '[timestamp("2020-01-01T00:00:00Z"), timestamp("0001-01-01T00:00:00Z")]',
    '[b"x"]',
    '[null]',
    '[type("a")]',
    '[quantity("1")]',
    '{1.5: 1}',
    '123456789.0',
    '-0.0',
    '0.000001',
    'b"\\xff"',
  ];
  for (const verb of [
    's',
    'd',
    'f',
    'e',
    'b',
    'x',
    'X',
    'o',
    '.0f',
    '.1f',
    '.2f',
    '.12f',
    '.300f',
    '.20e',
    '.3e',
    'z',
    '.',
    '.x',
    '%',
  ]) {
    for (const value of values) {
      yield `'%${verb}'.format([${value}])`;
      yield `('a%' + '${verb}').format([${value}])`;
    }
  }
  for (let i = 0; i < 150; i++) {
    const number = (random() - 0.5) * 10 ** (below(40) - 15);
    const shown = /[.e]/.test(String(number)) ? String(number) : `${number}.0`;
    yield `'%.${below(25)}f'.format([${shown}])`;
    yield `'%e|%s'.format([${shown}, ${shown}])`;
    yield `'%.1f %.2f %.3f'.format([${(below(2000) - 1000) / 16 || '0.0'}, ${below(9)}.5, ${below(999)}.0625])`.replace(
      /([[ ])(-?\d+)(?=[,\]])/g,
      '$1$2.0',
    );
  }
  yield* [
    "'%s %s'.format(['a'])",
    "'%s'.format(['a', 'b'])",
    "('%s' + ' %s').format(['a'])",
    "('%s' + '').format(['a', 'b'])",
    "'é%é'.format([1])",
    "'100%'.format([])",
    "'%%'.format([])",
    "''.format([])",
    "'%.99999999999999999999f'.format([1.0])",
    "('%' + '.99999999999999999999f').format([1.0])",
    "'%s'.format(dyn([1, 2]))",
    "'%s'.format([{'a': optional.of(1)}])",
    "'%d%d'.format([dyn('a'), 1])",
    "'%s'.format(dyn(1))",
  ];

  // Lists.
  const lists = [
    '[]',
    '[1]',
    '[3, 1, 2, 1]',
    '[1, 1, 2]',
    '[2u, 1u]',
    '[0.5, -1.5]',
    '[true, false]',
    "['b', 'a', 'ab']",
    "[b'b', b'a']",
    "[duration('2s'), duration('1s')]",
    "[timestamp('2021-01-01T00:00:00Z'), timestamp('2020-01-01T00:00:00Z')]",
    '[[1], [2, 3]]',
    "['a', 'a']",
    '[9223372036854775807, 1]',
    '[18446744073709551615u, 1u]',
    "[duration('9000000000s'), duration('9000000000s')]",
    "[double('NaN'), 1.0]",
    "[1.0, double('NaN')]",
    '[[[1], 2], [3]]',
    "[{'a': 1}, {'a': 1.0}]",
    "['x😀', 'x\uffff']",
  ];
  for (const list of lists) {
    for (const name of ['isSorted', 'sum', 'min', 'max', 'flatten', 'sort', 'reverse', 'distinct']) {
      yield `${list}.${name}()`;
      // The server sorts what it knows no type of at another cost.
      if (name !== 'sort') yield `dyn(${list}).${name}()`;
    }
    for (const item of ['1', '2u', "'a'", '0.5', '[1]', 'null', "{'a': 1}", 'dyn(1.0)']) {
      yield `${list}.indexOf(${item})`;
      yield `${list}.lastIndexOf(${item})`;
      yield `dyn(${list}).indexOf(dyn(${item}))`;
      yield `${list}.includes(${item})`;
    }
    for (const depth of ['-1', '0', '1', '2', '100']) yield `${list}.flatten(${depth})`;
    for (const [from, to] of [
      [0, 0],
      [0, 1],
      [1, 3],
      [-1, 1],
      [2, 1],
      [0, 100],
      [1, -1],
    ])
      yield `${list}.slice(${from}, ${to})`;
    yield `${list}.sortBy(x, x)`;
    yield `${list}.sortBy(x, string(x))`;
    for (const other of ['[]', '[1]', '[1, 2]', "['a']", '[1.0, 2u]', '[[1]]', "[{'a': 1u}]"]) {
      for (const name of ['contains', 'equivalent', 'intersects']) yield `sets.${name}(${list}, ${other})`;
    }
  }
  for (const size of ['-1', '0', '3', '100', '1000001', '1 + 2']) yield `lists.range(${size})`;
  yield* [
    "[{'n': 2}, {'n': 1}].sortBy(x, x.n)",
    "[{'n': 'b'}, {'n': 'a'}].sortBy(x, x.n).map(x, x.n)",
    '[1, 2, 3].sortBy(x, -x)',
    '[1, 2].sortBy(1, 2)',
    "'a'.sortBy(x, x)",
    '[1, 2].map(x, x).sortBy(y, -y)',
    '[3, 2].sort().sort()',
    "['a'].includes('a')",
    "'a'.includes('a')",
    "{'a': 1}.includes('a')",
    '[[1, 2].min(), 0].max()',
    'lists.range(20).sortBy(x, x % 3).size()',
    'lists.range(12).sortBy(x, x % 3)',
    'lists.range(40).sort() == lists.range(40)',
    "[1, 'a'].sort()",
    '[dyn(1), dyn(2u)].max()',
    '[dyn(1), dyn("a")].isSorted()',
  ];

  // Regular expressions.
  const patterns = [
    '',
    'a',
    '[0-9]+',
    '[0-9]*',
    'a*?',
    'a+?b',
    '(a|ab)(c|bcd)',
    '(?i)ABC',
    '(?U)a+',
    'x*',
    '^a|b$',
    '\\\\bfoo\\\\b',
    '(|a)*',
    '(|a)+',
    '(a|)*b',
    'a{2,3}',
    'a{2,3}?',
    '(?:ab)+',
    '.',
    '(?s).',
    '(?m)^b',
    '\\\\pL+',
    '[^a-z]',
    'é|😀',
    '(',
    'a**',
    '[b-a]',
    'a{1001}',
    '\\\\1',
    '(?<n>a)b',
    '$',
    '^',
    '(a*)*',
    '(a*)+',
    'a??',
    '(ab|a)(bc)?',
    '\\\\d{3}-\\\\d{4}',
  ];
  const subjects = [
    '',
    'abc',
    'aab',
    '123 abc 456',
    'aaaa',
    'foo foobar foo',
    'xAbCx',
    'a\\nb\\n',
    'é😀ñ',
    'abcd',
    '555-1234 x',
    'aaab aaa',
  ];
  for (const pattern of patterns) {
    for (const subject of subjects) {
      yield `'${subject}'.find('${pattern}')`;
      yield `'${subject}'.findAll('${pattern}')`;
      yield `'${subject}'.findAll('${pattern}' + '', ${below(4) - 1})`;
    }
  }

  // Addresses.
  const addresses = [
    '127.0.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '224.0.1.1',
    '169.254.1.2',
    '10.1.2.3',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.256',
    '1..2.3',
    '.1.2.3',
    '1.2.3.',
    'a.b.c.d',
    '1.2.3.4x',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fe80::1%',
    '%eth0',
    'ff02::1',
    'ff00::1',
    'fd00::1',
    '2001:db8::abcd',
    '2001:DB8::ABCD',
    '2001:db8:0:0:1:0:0:1',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1::2:3:4:5:6:7:8',
    '::1::',
    ':1',
    '1:',
    '12345::',
    'g::',
    '::ffff:1.2.3.4',
    '::ffff:0102:0304',
    '::1.2.3.4',
    '1:2:3:4:5:6:1.2.3.4',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1:1.2.3.4',
    '::1.2.3',
    '::1.2.3.400',
    '',
    'x',
    '1:2:3:4:5:6:7:8%z',
    '::1.2.3.4%z',
    '1:0:0:2:0:0:0:3',
    'a😀:',
    '0:0:0:0:0:0:0:0',
    '1::8:0:0:0',
  ];
  const checks = [
    'family',
    'isUnspecified',
    'isLoopback',
    'isLinkLocalMulticast',
    'isLinkLocalUnicast',
    'isGlobalUnicast',
  ];
  for (const address of [...addresses, ...many(250, () => mutated(pick(addresses), '0123456789abf:.%'))]) {
    const a = text(address);
    yield `ip(${a})`;
    yield `isIP(${a})`;
    yield `ip.isCanonical(${a})`;
    yield `string(ip(${a}))`;
    yield `ip(${a}).${pick(checks)}()`;
    yield `url(${text(`http://[${address}]:80/`)}).getHost()`;
  }
  for (const address of addresses) for (const check of checks) yield `ip(${text(address)}).${check}()`;
  const prefixes = [
    '192.168.0.0/16',
    '192.168.1.7/24',
    '10.0.0.0/8',
    '0.0.0.0/0',
    '1.2.3.4/32',
    '1.2.3.4/33',
    '::/0',
    '::1/128',
    '2001:db8::/32',
    '2001:db8::1/64',
    '2001:db8::/129',
    '1.2.3.4',
    '1.2.3.4/',
    '1.2.3.4/08',
    '1.2.3.4/-1',
    '1.2.3.4/+1',
    '::ffff:1.2.3.4/120',
    'fe80::1%z/64',
    '/8',
    '1.2.3.4/8/9',
    'x/8',
    '1.2.3.4/99999999999999999999',
    'ffff::/13',
    '172.16.0.0/12',
  ];
  for (const prefix of [...prefixes, ...many(120, () => mutated(pick(prefixes), '0123456789abf:./'))]) {
    const p = text(prefix);
    yield `cidr(${p})`;
    yield `isCIDR(${p})`;
    yield `string(cidr(${p}).masked())`;
    yield `cidr(${p}).ip()`;
    yield `cidr(${p}).prefixLength()`;
    const a = text(pick([...addresses.slice(0, 30), '192.168.1.9', '2001:db8::5', '10.9.9.9']));
    yield `cidr(${p}).containsIP(${a})`;
    yield `cidr(${p}).containsIP(ip(${a}))`;
    yield `cidr(${p}).containsCIDR(${text(pick(prefixes))})`;
    yield `cidr(${p}).containsCIDR(cidr(${text(pick(prefixes))}))`;
    yield `cidr(${p}) == cidr(${text(pick(prefixes))})`;
  }
  for (const outer of prefixes.slice(0, 5))
    for (const inner of prefixes.slice(0, 5)) yield `cidr('${outer}').containsCIDR('${inner}')`;
  yield* [
    "ip('::1') == ip('0:0::1')",
    "ip('::1') != ip('::2')",
    "dyn(ip('::1')) == dyn('::1')",
    'type(ip("::1")) == net.IP',
    'type(cidr("::1/1")) == net.CIDR',
    'net.IP',
    "[ip('1.1.1.1')] == [ip('1.1.1.1')]",
    "ip('::1') in [ip('::1')]",
  ];

  // URLs.
  const locations = [
    'http://example.com',
    'https://user:pa%20ss@Example.com:8080/a%2fb/c?x=1&y=2&x=3#frag',
    'http://[::1]:80/',
    'http://[fe80::1%25eth0]/',
    'mailto:a@example.com',
    '/path',
    '//host/path',
    '///x',
    '*',
    '',
    'a b',
    'http://a b/',
    '../x',
    ':x',
    '1a:/x',
    'http://host:port/',
    'http://a:1:2/',
    'ftp://a:1:2/',
    'http://%zz/',
    'http://a/%zz',
    'http://a?%zz=1&b;c=2&=3&d',
    'http://a/?',
    'http://a/??',
    'http://a#',
    'http://a?x#%zz',
    'HTTP://A/ü?ü#ü',
    'http://ü/',
    'http://%41/',
    'http://%ff/',
    'http://a%25b/',
    'http://a/b c',
    'http://a/b|c',
    'http://a<b>/',
    'http://a\\\\b/',
    'file:///etc/passwd',
    'file:/etc',
    'urn:isbn:1',
    'http:',
    'http:?q',
    'http://',
    'http://?q',
    'http://user@/',
    'http://u@v@w/',
    'http://u^v@w/',
    'http://[::1',
    'http://[1.2.3.4]/',
    'http://x[::1]/',
    'http://[::1]x/',
    'http://[::1]:x/',
    'a\u0001b',
    'http://a/;b,c?d=e+f&g=%20%2B',
    'http://a/[b]',
    "http://a/'b'",
    'http://a/%7Eb/~c',
    'x://a:/',
    'http://a:/',
    '/a:b',
    'http://a/*',
    'http://a/b#c#d',
    'http://a/#é%20',
    '/a?b=c#d',
  ];
  const accessors = ['getScheme', 'getHost', 'getHostname', 'getPort', 'getEscapedPath', 'getQuery'];
  for (const location of locations) {
    for (const accessor of accessors) yield `url(${text(location)}).${accessor}()`;
    yield `isURL(${text(location)})`;
    yield `url(${text(location)})`;
    yield `format.uri().validate(${text(location)})`;
    yield `url(${text(location)}) == url(${text(pick(locations))})`;
  }
  for (let i = 0; i < 400; i++) {
    const u = text(mutated(pick(locations), 'a/:?#@%[]&=;+ 1é'));
    yield `url(${u})`;
    yield `url(${u}).${pick(accessors)}()`;
  }

  // Quantities.
  const quantities = [
    '0',
    '1',
    '-1',
    '+5',
    '1.5',
    '100m',
    '1k',
    '2Ki',
    '1Mi',
    '1Gi',
    '1.5Gi',
    '500M',
    '1e3',
    '1E3',
    '1e-3',
    '1E',
    '5u',
    '7n',
    '0.1n',
    '-0.5',
    '.5',
    '5.',
    '.',
    '+',
    '-',
    '',
    'x',
    '1K',
    '1ki',
    '1 ',
    ' 1',
    '1e',
    '1ee3',
    '1.2.3',
    '1,3G',
    'Mi',
    '00012',
    '0.000',
    '12345678901234567890',
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '9999999999999999999999999999999999999G',
    '1Pi',
    '1Ei',
    '8Ei',
    '-8Ei',
    '10000Pi',
    '1P',
    '1E18',
    '123456789012345678',
    '1234567890123456789',
    '0.0000000001',
    '-0.0000000001',
    '1.00000000001',
    '1000000000000000000000',
    '1e20',
    '1e400',
    '1e-400',
    '99999999999999999999Ki',
    '0.5Ki',
    '0.0001Ki',
    '1e9',
    '3.00',
    '1.5e3',
    '1e+3',
    '5Gi5',
    '1m1',
    '1n',
    '3Ti',
  ];
  const operations = ['add', 'sub', 'isGreaterThan', 'isLessThan', 'compareTo'];
  for (const quantity of [
    ...quantities,
    ...many(150, () => mutated(pick(quantities), '0123456789.eEKMGikmnu+-')),
  ]) {
    // Go takes for ever.
    if (/[eE][+-]?\d{4}/.test(quantity)) continue;
    const q = text(quantity);
    yield `quantity(${q})`;
    yield `isQuantity(${q})`;
    yield `quantity(${q}).isInteger()`;
    yield `quantity(${q}).asInteger()`;
    yield `quantity(${q}).asApproximateFloat()`;
    yield `sign(quantity(${q}))`;
    for (let i = 0; i < 3; i++) {
      const operation = pick(operations);
      yield `quantity(${q}).${operation}(quantity(${text(pick(quantities))}))${/add|sub/.test(operation) ? pick(['', '.isInteger()', '.asApproximateFloat()', '.asInteger()']) : ''}`;
    }
    yield `quantity(${q}).${pick(['add', 'sub'])}(${pick(['0', '1', '-5', '9223372036854775807', '-9223372036854775808'])})${pick(['', '.isInteger()', '.asInteger()'])}`;
    yield `quantity(${q}) == quantity(${text(pick(quantities))})`;
  }
  yield* [
    "quantity('1') != quantity('2')",
    "dyn(quantity('1')) == dyn('1')",
    "type(quantity('1'))",
    "quantity('50k').add(20).sub(quantity('100k')).sub(-50000) == quantity('20')",
    "quantity('1').sign()",
    "[quantity('1')].indexOf(quantity('1000m'))",
  ];

  // Versions.
  const versions = [
    '1.2.3',
    '0.0.0',
    '1.2.3-alpha.1',
    '1.2.3-alpha',
    '1.2.3-alpha.beta',
    '1.2.3-1',
    '1.2.3-01',
    '1.2.3+build.5',
    '1.2.3-rc.1+x-y',
    '1.2',
    '1',
    '',
    'v1.2.3',
    'v1.2',
    'v',
    '01.2.3',
    '1.02.3',
    '1.2.03',
    '1.2.x',
    'a.2.3',
    '1..3',
    '.2.3',
    '1.2.',
    '1.2.3-',
    '1.2.3+',
    '1.2.3-a..b',
    '1.2.3-é',
    '1.2.3+é',
    '18446744073709551615.0.0',
    '18446744073709551616.0.0',
    '1.2-beta',
    '1.2+b',
    '1.2.3.4',
    '00.00.00',
    '1.2.3-99999999999999999999',
    'vv1.2.3',
    ' 1.2.3',
    '1.0.0-x.7.z.92',
    '1.0.0-0A.is.legal',
    '1.2.0-0',
    '000',
    '0-a.1.2',
  ];
  for (const version of [...versions, ...many(100, () => mutated(pick(versions), '0123456789.-+av'))]) {
    const v = text(version);
    yield `semver(${v})`;
    yield `semver(${v}, true)`;
    yield `isSemver(${v})`;
    yield `isSemver(${v}, ${pick(['true', 'false'])})`;
    yield `semver(${v}, true).${pick(['major', 'minor', 'patch'])}()`;
    yield `semver(${v}).${pick(['isGreaterThan', 'isLessThan', 'compareTo'])}(semver(${text(pick(versions.slice(0, 9)))}))`;
    yield `semver(${v}) == semver(${text(pick(versions.slice(0, 9)))})`;
  }

  // Named formats.
  const formats = {
    dns1123Label: ['my-name', 'a.b', 'A', '-a', 'a-', '', 'x'.repeat(64)],
    dns1123Subdomain: ['a.b', 'a..b', 'A', 'a-', 'x'.repeat(254)],
    dns1035Label: ['a1', '1a', 'a-', ''],
    qualifiedName: ['a/b', 'a', '/b', 'a/', 'a/b/c', 'A/b', 'a/_b', `a/${'x'.repeat(64)}`],
    dns1123LabelPrefix: ['a-', 'a--', '-', 'a.-', 'A-'],
    dns1123SubdomainPrefix: ['a.-', 'a.b-', '-a'],
    dns1035LabelPrefix: ['a-', '1-', '-'],
    labelValue: ['', 'a', '-a', 'x'.repeat(64), 'ä'],
    uri: ['http://a', 'x'],
    uuid: [
      '123e4567-e89b-12d3-a456-426614174000',
      '123e4567e89b12d3a456426614174000',
      'x',
      '123E4567-E89B-12D3-A456-426614174000',
    ],
    byte: ['aGVsbG8=', '', 'a', 'aGVsbG8', 'aGVs', '====', 'aG-_'],
    date: ['2021-01-01', '2021-02-29', '2020-02-29', '2021-1-1', '', '0000-01-01', '2021-01-01 '],
    datetime: [
      '2021-01-01T00:00:00Z',
      '2021-01-01t23:59:59.123+01:00',
      '2021-01-01T24:00:00Z',
      '2021-01-01',
      '',
      '2021-01-01T00:00:60Z',
      '2021-01-01 00:00:00Z',
      '2021-01-01T00:00:00',
    ],
  };
  for (const [name, samples] of Object.entries(formats)) {
    yield `format.named('${name}').hasValue()`;
    yield `format.${name}() == format.named('${pick(Object.keys(formats))}').value()`;
    for (const sample of samples) {
      yield `format.${name}().validate(${text(sample)})`;
      yield `format.named('${name}').value().validate(${text(sample)}).hasValue()`;
    }
  }
  yield* [
    "format.named('x')",
    "format.named('toString').hasValue()",
    'type(format.uuid())',
    "format.dns1123Label().validate('a').orValue(['ok'])[0]",
    'format.uuid() == format.uuid()',
  ];
  yield* [
    "jsonpatch.escapeKey('k8s.io/my~label')",
    "jsonpatch.escapeKey('')",
    "'/metadata/' + jsonpatch.escapeKey('~1/é')",
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const expression of libraryExpressions())
    process.stdout.write(`${JSON.stringify({ expr: expression })}\n`);
}
