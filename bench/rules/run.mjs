// What rules cost, beside two libraries of CEL: `node bench/rules/run.mjs` after `npm run build`; see docs/bench.md.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rounds = 7;
const objects = 20_000;
const file = fileURLToPath(import.meta.url);

/** Five comparisons, and an object that they accept. */
const comparisons =
  "self.min >= 0 && self.min <= self.max && self.max <= 100 && self.mode == 'fast' && self.name != ''";
const spec = { min: 1, max: 9, mode: 'fast', name: 'web' };
const specSchema = {
  type: 'object',
  properties: {
    min: { type: 'integer' },
    max: { type: 'integer' },
    mode: { type: 'string', maxLength: 20 },
    name: { type: 'string', maxLength: 63 },
  },
};

/** Ten of each for a definition with 200 rules, each of fields of its own. */
const shapes = [
  (n) => `self.min${n} <= self.max${n}`,
  (n) => `self.min${n} >= 0 && self.max${n} <= 100 && self.min${n} != self.max${n}`,
  (n) => `has(self.name${n}) || self.names${n}.size() > 0`,
  (n) => `!has(self.name${n}) || self.name${n}.startsWith('a')`,
  (n) => `size(self.names${n}) <= self.max${n}`,
  (n) => `self.names${n}.all(name, name != '' && name.size() < 20)`,
  (n) => `self.names${n}.exists(name, name == 'default')`,
  (n) => `self.names${n}.exists_one(name, name.endsWith('x'))`,
  (n) => `self.name${n}.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')`,
  (n) => `self.name${n} in ['a', 'b', 'c']`,
  (n) => `self.mode${n} == 'fast' ? self.max${n} < 10 : self.max${n} < 1000`,
  (n) => `self.labels${n}.all(key, key != self.labels${n}[key])`,
  (n) => `'app' in self.labels${n}`,
  (n) => `self.mode${n} == oldSelf.mode${n}`,
  (n) => `self.min${n} >= oldSelf.min${n} && self.max${n} >= oldSelf.max${n}`,
  (n) => `!(self.mode${n} == 'slow' && has(self.name${n}))`,
  (n) => `self.names${n}.filter(name, name.contains('a')).size() < 3`,
  (n) => `self.ports${n}.all(port, port > 0 && port < 65536)`,
  (n) => `isURL(self.name${n})`,
  (n) => `quantity(self.name${n}).isGreaterThan(quantity('1'))`,
];
const indexes = Array.from({ length: 10 }, (_, index) => index);
const rules = indexes.flatMap((n) => shapes.map((shape) => shape(n)));
const manySchema = {
  type: 'object',
  properties: Object.fromEntries(
    indexes.flatMap((n) => [
      [`min${n}`, { type: 'integer' }],
      [`max${n}`, { type: 'integer' }],
      [`name${n}`, { type: 'string', maxLength: 63 }],
      [`mode${n}`, { type: 'string', maxLength: 20 }],
      [`names${n}`, { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 63 } }],
      [`ports${n}`, { type: 'array', maxItems: 10, items: { type: 'integer' } }],
      [
        `labels${n}`,
        { type: 'object', maxProperties: 10, additionalProperties: { type: 'string', maxLength: 63 } },
      ],
    ]),
  ),
};

function definitionOf(schema, written) {
  const validations = written.map((rule) => ({ rule }));
  const properties = { spec: { ...schema, 'x-kubernetes-validations': validations } };
  return {
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'boxes', kind: 'Box' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties } },
        },
      ],
    },
  };
}

/** Each side: `check` compiles rules as far as it can and returns those that it refuses; `evaluator` makes a function that runs the five comparisons. */
const sides = {
  async 'kube-informers'() {
    const { schemaOf } = await import('@kube-informers/schema');
    const box = {
      apiVersion: 'example.com/v1',
      kind: 'Box',
      metadata: { name: 'a', namespace: 'default' },
      spec,
    };
    const validator = (written) => {
      const means = schemaOf(definitionOf(specSchema, written));
      return () => means.validate(box).length === 0;
    };
    return {
      check() {
        schemaOf(definitionOf(manySchema, rules));
        return [];
      },
      // The same object is validated without a rule, too: the difference is the rule's.
      evaluator: () => validator([comparisons]),
      baseline: () => validator([]),
    };
  },
  async '@marcbachmann/cel-js'() {
    const { Environment } = await import('@marcbachmann/cel-js');
    const typed = (schema) => {
      const fields = Object.entries(schema.properties).map(([name, { type, items }]) => {
        const ofList = items === undefined ? 'dyn' : items.type === 'integer' ? 'int' : 'string';
        const types = {
          integer: 'int',
          string: 'string',
          array: `list<${ofList}>`,
          object: 'map<string, string>',
        };
        return [name, types[type]];
      });
      const environment = new Environment({ enableOptionalTypes: true });
      environment.registerType('Self', { fields: Object.fromEntries(fields) });
      return environment.registerVariable('self', 'Self').registerVariable('oldSelf', 'Self');
    };
    return {
      check() {
        const environment = typed(manySchema);
        return rules.filter((rule) => {
          try {
            return !environment.check(rule).valid;
          } catch {
            return true; // It throws for what it cannot parse.
          }
        });
      },
      evaluator() {
        const evaluate = typed(specSchema).parse(comparisons);
        const self = withInts(spec);
        return () => evaluate({ self }) === true;
      },
    };
  },
  async '@bufbuild/cel'() {
    const { celEnv, parse, plan } = await import('@bufbuild/cel');
    const { strings } = await import('@bufbuild/cel/ext');
    return {
      check() {
        const environment = celEnv({ funcs: strings });
        return rules.filter((rule) => {
          try {
            plan(environment, parse(rule));
            return false;
          } catch {
            return true; // It throws for what it cannot parse.
          }
        });
      },
      evaluator() {
        const evaluate = plan(celEnv({ funcs: strings }), parse(comparisons));
        const self = withInts(spec);
        return () => evaluate({ self }) === true;
      },
    };
  },
};

/** Both libraries take whole numbers as bigint. */
function withInts(value) {
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, typeof each === 'number' ? BigInt(each) : each]),
  );
}

/** CPU time of a call, ms, of all threads. */
function cpuMs(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What one side takes in this process, which has done nothing before. */
async function measure(name) {
  const start = process.cpuUsage();
  const side = await sides[name]();
  const { user, system } = process.cpuUsage(start);
  let refused = [];
  const firstMs = cpuMs(() => {
    refused = side.check();
  });
  for (let round = 0; round < 20; round++) side.check();
  const warmMs = middle(Array.from({ length: 9 }, () => cpuMs(side.check)));
  const perObjectUs = (evaluate) => {
    const run = () => {
      for (let each = 0; each < objects; each++)
        if (!evaluate()) throw new Error(`${name}: the rule refuses the object`);
    };
    run();
    return (middle(Array.from({ length: 5 }, () => cpuMs(run))) * 1000) / objects;
  };
  const wholeUs = perObjectUs(side.evaluator());
  const ruleUs = side.baseline === undefined ? wholeUs : wholeUs - perObjectUs(side.baseline());
  return { importMs: (user + system) / 1000, firstMs, warmMs, wholeUs, ruleUs, refused };
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const [asked] = process.argv.slice(2);
if (asked === undefined) {
  const names = Object.keys(sides);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names)
      results[name].push(JSON.parse(execFileSync(process.execPath, [file, name], { encoding: 'utf8' })));
  const [ours] = names;
  const figures = { ruleUs: 'µs a rule', warmMs: 'warm ms', firstMs: 'first ms', importMs: 'import ms' };
  for (const name of names) {
    const shown = Object.entries(figures).map(([figure, label]) => {
      const value = middle(results[name].map((each) => each[figure]));
      const ratio = middle(results[name].map((each, round) => results[ours][round][figure] / each[figure]));
      return `${label} ${value.toFixed(1)} (ours ÷ this ${ratio.toFixed(2)})`;
    });
    const [{ refused }] = results[name];
    const cannot =
      refused.length === 0
        ? ''
        : `; refuses ${refused.length} of ${rules.length}: ${refused.slice(0, 3).join('; ')} …`;
    console.log(`${name}: ${shown.join(', ')}${cannot}`);
  }
  console.log(
    `whole validation of an object with the rule: ${middle(results[ours].map((each) => each.wholeUs)).toFixed(1)} µs`,
  );
} else {
  console.log(JSON.stringify(await measure(asked)));
}
