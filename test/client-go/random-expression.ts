/** Expressions made by chance: of a wished type mostly, so that most of them compile. */

type Kind =
  | 'bool'
  | 'int'
  | 'string'
  | 'double'
  | 'strings'
  | 'ints'
  | 'ports'
  | 'dyn'
  | 'duration'
  | 'timestamp'
  | 'optional';

const leaves: Record<Kind, readonly string[]> = {
  bool: ['true', 'false', 'b', 'self.spec.enabled', 'has(self.spec.name)', 'has(self.status)', 'has(any.b)'],
  int: [
    '0',
    '1',
    '-1',
    '7',
    'x',
    'y',
    'self.spec.replicas',
    'self.spec.minReplicas',
    '9223372036854775807',
    'list[0]',
  ],
  string: [
    "''",
    "'a'",
    "'web'",
    's',
    'self.spec.name',
    "self.spec.labels['app']",
    'self.spec.labels.tier',
    'self.spec.ports[0].name',
  ],
  double: ['0.0', '1.5', 'd', 'self.spec.ratio', '-2.5e3'],
  strings: [
    '[]',
    "['a', 'b']",
    'self.spec.names',
    'self.spec.ports[0].hosts',
    "self.spec.groups['one']",
    '[s]',
  ],
  ints: ['[]', '[1, 2, 3]', 'self.spec.numbers', 'self.spec.matrix[0]', '[x, y]'],
  ports: ['self.spec.ports', 'self.spec.ports.filter(q, q.port > 60)'],
  dyn: [
    'any',
    'any.a',
    'any.missing',
    'any.list',
    'list[1]',
    'dyn(1)',
    "dyn('a')",
    'dyn([1])',
    'dyn(null)',
    'self.spec.anything',
  ],
  duration: ["duration('1h')", 'self.spec.timeout', "duration('-5ns')"],
  timestamp: ["timestamp('2024-02-29T12:00:00Z')", 'self.spec.created', 'timestamp(0)'],
  optional: [
    'optional.none()',
    'optional.of(1)',
    'self.?spec.?replicas',
    'any.?a',
    'list[?0]',
    'self.spec.numbers[?5]',
  ],
};

/** `random` returns numbers from 0 to below 1. */
export function randomExpression(random: () => number, depth = 4): string {
  let names = 0;
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const any = (): Kind => pick(Object.keys(leaves) as Kind[]);

  const make = (wished: Kind, left: number, scope: readonly string[]): string => {
    // Now and then something of another type: the messages must be the same too.
    const kind = random() < 0.03 ? any() : wished;
    if (left <= 0 || random() < 0.15) {
      if ((kind === 'string' || kind === 'int') && scope.length > 0 && random() < 0.5) return pick(scope);
      return pick(leaves[kind]);
    }
    const of = (type: Kind, more: readonly string[] = []) => make(type, left - 1, [...scope, ...more]);
    const loop = (write: (name: string) => string) => write(pick(['v', 'w', `v${names++}`, 'x']));
    switch (kind) {
      case 'bool':
        return pick<() => string>([
          () => `(${of('bool')} && ${of('bool')})`,
          () => `(${of('bool')} || ${of('bool')})`,
          () => `!${of('bool')}`,
          () => `(${of('bool')} ? ${of('bool')} : ${of('bool')})`,
          () => `${of('int')} ${pick(['<', '<=', '>', '>=', '==', '!='])} ${of('int')}`,
          () => `${of('string')} ${pick(['<', '<=', '>', '>=', '==', '!='])} ${of('string')}`,
          () => `${of('double')} ${pick(['<', '>=', '=='])} ${of(pick<Kind>(['double', 'int']))}`,
          () => `${of('dyn')} ${pick(['<', '>=', '==', '!='])} ${of(pick<Kind>(['dyn', 'int', 'string']))}`,
          () => `${of('strings')} == ${of('strings')}`,
          () => `${of('duration')} < ${of('duration')}`,
          () => `${of('timestamp')} > ${of('timestamp')}`,
          () => `${of('string')} in ${of('strings')}`,
          () => `${of('int')} in ${of('ints')}`,
          () => `${of('string')} in self.spec.labels`,
          () => `${of('string')}.${pick(['startsWith', 'endsWith', 'contains'])}(${of('string')})`,
          () => `${of('string')}.matches(${pick(["'^[a-z]+$'", "'a|b'", "'.*'", of('string')])})`,
          () =>
            loop(
              (v) => `${of('strings')}.${pick(['all', 'exists', 'exists_one'])}(${v}, ${of('bool', [v])})`,
            ),
          () =>
            loop((v) => `${of('ints')}.${pick(['all', 'exists', 'exists_one'])}(${v}, ${of('bool', [v])})`),
          () =>
            loop(
              (v) => `${of('ports')}.all(${v}, ${of('bool', [`${v}.name`, `${v}.port`, `${v}.protocol`])})`,
            ),
          () =>
            loop((v) => `${of('ports')}.exists(${v}, ${v}.hosts.all(h, ${of('bool', ['h', `${v}.name`])}))`),
          () =>
            loop(
              (v) =>
                `${of('ints')}.${pick(['all', 'exists', 'existsOne'])}(i, ${v}, ${of('bool', ['i', v])})`,
            ),
          () => `${of('optional')}.hasValue()`,
          () => `type(${of(any())}) == ${pick(['int', 'string', 'list', 'map', 'bool'])}`,
        ])();
      case 'int':
        return pick<() => string>([
          () => `(${of('int')} ${pick(['+', '-', '*', '/', '%'])} ${of('int')})`,
          () => `size(${of(pick<Kind>(['string', 'strings', 'ints', 'dyn']))})`,
          () => `${of(pick<Kind>(['string', 'strings', 'ports']))}.size()`,
          () => `-${of('int')}`,
          () => `int(${of(pick<Kind>(['string', 'double', 'dyn', 'timestamp', 'duration']))})`,
          () => `(${of('bool')} ? ${of('int')} : ${of('int')})`,
          () => `${of('ints')}[${of('int')}]`,
          () => `${of('ports')}[${of('int')}].port`,
          () =>
            `${of('timestamp')}.${pick(['getHours', 'getDayOfYear', 'getFullYear', 'getMilliseconds'])}(${pick(['', "'Europe/Berlin'", "'-03:30'"])})`,
          () => `${of('duration')}.${pick(['getHours', 'getSeconds', 'getMilliseconds'])}()`,
          () => `${of('optional')}.orValue(${of('int')})`,
        ])();
      case 'string':
        return pick<() => string>([
          () => `(${of('string')} + ${of('string')})`,
          () => `string(${of(pick<Kind>(['int', 'double', 'bool', 'dyn', 'timestamp', 'duration']))})`,
          () => `(${of('bool')} ? ${of('string')} : ${of('string')})`,
          () => `${of('strings')}[${of('int')}]`,
          () => `${of('ports')}[${of('int')}].name`,
          () => `self.spec.labels[${of('string')}]`,
          () => `self.spec.labels[?${of('string')}].orValue(${of('string')})`,
        ])();
      case 'double':
        return pick<() => string>([
          () => `(${of('double')} ${pick(['+', '-', '*', '/'])} ${of('double')})`,
          () => `double(${of(pick<Kind>(['int', 'string', 'dyn']))})`,
        ])();
      case 'strings':
        return pick<() => string>([
          () => `(${of('strings')} + ${of('strings')})`,
          () => `[${of('string')}, ${of('string')}]`,
          () => loop((v) => `${of('strings')}.filter(${v}, ${of('bool', [v])})`),
          () => loop((v) => `${of('strings')}.map(${v}, ${of('string', [v])})`),
          () => loop((v) => `${of('ports')}.map(${v}, ${of('bool', [`${v}.port`])}, ${v}.name)`),
          () => loop((v) => `${of('ports')}.map(${v}, ${v}.name)`),
          () => `(${of('bool')} ? ${of('strings')} : ${of('strings')})`,
          () => loop((v) => `${of('strings')}.transformList(i, ${v}, ${of('string', [v])})`),
        ])();
      case 'ints':
        return pick<() => string>([
          () => `(${of('ints')} + ${of('ints')})`,
          () => `[${of('int')}, ${of('int')}]`,
          () => loop((v) => `${of('ints')}.map(${v}, ${of('int', [v])})`),
          () => loop((v) => `${of('strings')}.map(${v}, ${of('int', [`${v}.size()`])})`),
          () => loop((v) => `${of('ints')}.filter(${v}, ${of('bool', [v])})`),
          () => 'self.spec.matrix.map(r, r.size())',
        ])();
      case 'ports':
        return loop((v) => `${of('ports')}.filter(${v}, ${of('bool', [`${v}.name`, `${v}.port`])})`);
      case 'dyn':
        return pick<() => string>([
          () => `dyn(${of(any())})`,
          () => `any[${of('string')}]`,
          () => `list[${of('int')}]`,
          () => `(${of('dyn')} + ${of(pick<Kind>(['dyn', 'int', 'string']))})`,
          () => `(${of('bool')} ? ${of('dyn')} : ${of('dyn')})`,
        ])();
      case 'duration':
        return pick<() => string>([
          () => `(${of('duration')} ${pick(['+', '-'])} ${of('duration')})`,
          () => `(${of('timestamp')} - ${of('timestamp')})`,
          () => `duration(${of('string')})`,
        ])();
      case 'timestamp':
        return pick<() => string>([
          () => `(${of('timestamp')} ${pick(['+', '-'])} ${of('duration')})`,
          () => `timestamp(${of('int')})`,
        ])();
      case 'optional':
        return pick<() => string>([
          () => `${of('optional')}.or(${of('optional')})`,
          () => `optional.of(${of('int')})`,
          () => loop((v) => `${of('optional')}.optMap(${v}, ${of('int', [v])})`),
          () => loop((v) => `${of('optional')}.optFlatMap(${v}, optional.of(${of('int', [v])}))`),
          () => `optional.ofNonZeroValue(${of('int')})`,
          () => `${of('ints')}[?${of('int')}]`,
        ])();
    }
  };
  return make(random() < 0.7 ? 'bool' : any(), depth, []);
}
