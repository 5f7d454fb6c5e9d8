/**
 * Reads which rules kube-apiserver's tags declare for the fields of its stable kinds (`+k8s:required`, `+k8s:maxItems`, …), from the
 * functions that it generates from them, and writes them as data for the embedded server.
 *
 *     node scripts/kubernetes-api/declared-rules.mjs VERSION
 *
 * Needs Go, with which it downloads the module of k8s.io/kubernetes at VERSION (`1.37.2`). It prints what it leaves out.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatted } from '../formatted.mjs';
import { byText, facts } from './model.mjs';

const output = fileURLToPath(
  new URL('../../packages/testing/src/apiserver/kinds/translated/declared-rules.ts', import.meta.url),
);
const [version] = process.argv.slice(2);
if (!/^1\.\d+\.\d+$/.test(version ?? ''))
  throw new Error('usage: declared-rules.mjs VERSION, such as 1.37.2');

const download = ['mod', 'download', '-json', `k8s.io/kubernetes@v${version}`];
const { stdout } = await promisify(execFile)('go', download, { cwd: tmpdir() });
const { Dir: sources } = JSON.parse(stdout);
const gates = await readGates(join(sources, 'pkg/features/kube_features.go'));

/** Rules of types: `core/v1.PodSpec` → steps. */
const types = new Map();
/** Kinds: `Pod./v1` → the type and the subresources whose writes are validated. */
const kinds = {};
const leftOut = new Set();

/** The gates' values in this version, by name. */
async function readGates(file) {
  const minor = Number(version.split('.')[1]);
  const found = new Map();
  for (const [, gate, versions] of (await readFile(file, 'utf8')).matchAll(
    /^\t(\w+): \{\n([\s\S]*?)\n\t\},/gm,
  )) {
    for (const [, since, value] of versions.matchAll(/MustParse\("1\.(\d+)"\), Default: (true|false)/g))
      if (Number(since) <= minor) found.set(gate, value === 'true');
  }
  return found;
}

function readPackage(name, text) {
  const lines = text.replaceAll(/^\s*\/\/(?! (?:type|field)).*\n/gm, '');
  const imports = new Map(
    [...lines.matchAll(/^\t(\w+) "k8s\.io\/[\w./]*?apis?\/(\w+\/v\w+)(?:\/validation)?"$/gm)].map(
      ([, alias, path]) => [alias, path],
    ),
  );
  const memberships = new Map(
    [...lines.matchAll(/^var (\w+Membership\w+) = (.*)$/gm)].map(([, variable, value]) => [
      variable,
      [...value.matchAll(/NewUnionMember\("((?:[^"\\]|\\.)*)"\)/g)].map(([, member]) => member),
    ]),
  );
  const reader = new Reader(name, imports, memberships);
  const registered = /\/\/ type (\w+)[\s\S]*?case ((?:"[\w/]*",? ?)+):\n\t+return (\w+)\(/g;
  for (const [, kind, paths, validate] of lines.matchAll(registered)) {
    if (validate !== `Validate_${kind}`) throw new Error(`${name}.${kind} is validated by ${validate}`);
    const subresources = [...paths.matchAll(/"\/(\w*)"/g)].map(([, path]) => path);
    kinds[`${kind}.${facts.packages[name].group}/${name.split('/')[1]}`] = [
      `${name}.${kind}`,
      ...subresources,
    ];
  }
  for (const found of lines.matchAll(/^func Validate_(\w+)\(/gm)) {
    const parameters = found.index + found[0].length - 1;
    const start = lines.indexOf('{', closing(lines, lines.indexOf('(errs', parameters)));
    const type = `${name}.${found[1]}`;
    types.set(type, reader.steps(type, lines.slice(start + 1, closing(lines, start))));
  }
}

/** Where the bracket at `open` is closed. */
function closing(text, open) {
  let depth = 0;
  for (const match of text.slice(open).matchAll(/"(?:[^"\\]|\\.)*"|\/\/.*|[()[\]{}]/g)) {
    if ('([{'.includes(match[0])) depth++;
    else if (')]}'.includes(match[0]) && --depth === 0) return open + match.index;
  }
  throw new Error(`a bracket is not closed: ${text.slice(open, open + 80)}`);
}

/** The arguments of a call, from the text between its parentheses. */
function argumentsOf(text) {
  const found = [''];
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[()[\]{}]|,|[^"()[\]{},]+/g)) {
    if ('([{'.includes(part)) depth++;
    if (')]}'.includes(part)) depth--;
    if (part === ',' && depth === 0) found.push('');
    else found[found.length - 1] += part;
  }
  return found.map((argument) => argument.trim());
}

const jsonName = (goName) => goName.charAt(0).toLowerCase() + goName.slice(1);

/** Reads the functions of a package. */
class Reader {
  #name;
  #imports;
  #memberships;

  constructor(name, imports, memberships) {
    this.#name = name;
    this.#imports = imports;
    this.#memberships = memberships;
  }

  /** The steps of a function's body. */
  steps(where, body) {
    const steps = [];
    let rest = body.trim();
    const take = (end) => {
      const taken = rest.slice(0, end);
      rest = rest.slice(end).trimStart();
      return taken;
    };
    while (rest !== '') {
      const plain =
        /^(?:\/\/.*|return(?: errs)?(?=\s|$)|earlyReturn := false|errs := field\.ErrorList\{\}|\(\))/.exec(
          rest,
        );
      if (plain !== null) take(plain[0].length);
      else if (/^if (?:oldValueCorrelated|earlyReturn) /.test(rest))
        take(closing(rest, rest.indexOf('{')) + 1);
      else if (rest.startsWith('func() {')) {
        const inside = take(closing(rest, rest.indexOf('{')) + 1);
        steps.push(['group', this.steps(where, inside.slice(inside.indexOf('{') + 1, -1))]);
      } else if (rest.startsWith('{ // field')) {
        steps.push(this.#field(take(closing(rest, 0) + 1)));
      } else if (rest.startsWith('if e := ')) {
        const end = closing(rest, rest.indexOf('(')) + 1;
        const call = rest.slice('if e := '.length, end);
        const marks = /^(?:\.Mark\w+\(\))*/.exec(rest.slice(end))[0];
        take(closing(rest, rest.indexOf('{', end)) + 1);
        for (const step of this.#check(where, call, marks)) {
          const last = steps.at(-1);
          // What ends the checks of a field comes in a call of its own.
          if (step[0] === 'field' && last?.[0] === 'field' && last[1] === step[1]) last[3].push(...step[3]);
          else steps.push(step);
        }
      } else if (rest.startsWith('errs = append(errs, ')) {
        const call = take(closing(rest, rest.indexOf('(')) + 1);
        const [, type] = /append\(errs, ((?:\w+\.)?Validate_\w+)\(ctx, op, fldPath, obj, oldObj\)/.exec(call);
        steps.push(['type', this.#type(type)]);
      } else throw new Error(`${where}: unknown: ${rest.slice(0, 100)}`);
    }
    return steps;
  }

  #type(validate) {
    const [alias, type] = validate.includes('.') ? validate.split('.') : [undefined, validate];
    const name = alias === undefined ? this.#name : this.#imports.get(alias);
    if (name === undefined) throw new Error(`${this.#name} does not import ${alias}`);
    return `${name}.${type.slice('Validate_'.length)}`;
  }

  #field(block) {
    const where = /field (\S+)/.exec(block)[1];
    const start = block.indexOf('{', block.indexOf('(errs field.ErrorList)'));
    const steps = this.steps(where, block.slice(start + 1, closing(block, start)));
    const [, value] = /fn\((?:fldPath\.Child|safe\.Value).*?, (&?obj\.\w+), oldVal, oldObj != nil\)/.exec(
      block,
    );
    const path = /fn\(fldPath\.Child\("(\S+)"\)/.exec(block)?.[1];
    return path === undefined
      ? ['group', steps]
      : ['field', path, value.startsWith('&') ? 'value' : 'nil', steps];
  }

  /** A call of a validating function, as steps; none for what is not enforced, or left out. */
  #check(where, call, marks) {
    const open = call.indexOf('(');
    const name = call.slice(0, open).replace('validate.', '');
    const [, , , , , ...args] = argumentsOf(call.slice(open + 1, -1));
    return this.#named(where, name, args, marks);
  }

  #named(where, name, args, marks) {
    const stops = marks.includes('ShortCircuit');
    const flags = (marks.includes('Alpha') ? 'a' : marks.includes('Beta') ? 'b' : '') + (stops ? 's' : '');
    // What is not enforced matters only if it ends the checks of the field.
    if (marks.includes('Alpha') && !stops) return [];
    const leave = () => {
      leftOut.add(`${where}: ${name}`);
      return [];
    };
    if (/Validate_/.test(name)) return [['type', this.#type(name)]];
    switch (name) {
      case 'OptionalValue':
      case 'OptionalPointer':
      case 'OptionalSlice':
      case 'OptionalMap':
        // It ends the checks of a field that is not set, and refuses nothing.
        return [[name.replace('Optional', 'Required'), 'as']];
      case 'RequiredValue':
      case 'RequiredPointer':
      case 'RequiredSlice':
      case 'RequiredMap':
      case 'ForbiddenPointer':
      case 'ForbiddenSlice':
      case 'Immutable':
      case 'LabelKey':
      case 'LongName':
      case 'LongNameCaseless':
      case 'ShortName':
      case 'UUID':
        return [[name, flags]];
      case 'MaxBytes':
      case 'MaxItems':
      case 'MaxLength':
      case 'Maximum':
      case 'Minimum':
        return [[name, flags, Number(args[0])]];
      case 'UpdatePointer':
      case 'UpdateValueByCompare':
        return [[name, flags, 0, args.map((each) => each.replace('validate.', ''))]];
      case 'Enum':
        return [[name, flags, 0, this.#values(where, args)]];
      case 'IfOption': {
        const [gate, wanted, validator] = args;
        const value = gates.get(JSON.parse(gate));
        if (value === undefined) throw new Error(`${where}: no feature gate ${gate}`);
        return String(value) === wanted ? this.#validator(where, validator, marks) : [];
      }
      case 'DependentRequired':
      case 'DependentForbidden':
        return [[name, flags, 0, [JSON.parse(args[0]), JSON.parse(args[2])]]];
      case 'Union': {
        const members = this.#memberships.get(args[0]);
        return members.some((member) => /\W/.test(member)) ? leave() : [[name, flags, 0, members]];
      }
      case 'ValSliceUnique':
        return [[name, flags, 0, keysOf(args[0])]];
      case 'EachValSliceVal': {
        const [match, , validator] = args;
        const inner = this.#validator(where, validator, marks);
        return [['each', match === 'nil' ? null : keysOf(match), inner]];
      }
      case 'EachMapVal':
        return [['eachValue', this.#validator(where, args[1], marks)]];
      case 'EachMapKey':
        return [['eachKey', this.#validator(where, args[0], marks)]];
      case 'Subfield': {
        const [path, getter, , validator] = args;
        const kind = getter.includes('return &') ? 'value' : 'nil';
        return [['field', JSON.parse(path), kind, this.#validator(where, validator, marks)]];
      }
      default:
        return leave();
    }
  }

  /** A function that is given to another, as steps. */
  #validator(where, text, marks) {
    if (!text.startsWith('func(')) return this.#named(where, text.replace('validate.', ''), [], marks);
    const start = text.indexOf('{', text.indexOf('field.ErrorList'));
    const body = text.slice(start + 1, closing(text, start)).trim();
    if (!body.startsWith('return validate.')) return this.steps(where, body);
    return this.#check(where, body.slice('return '.length), marks);
  }

  /** The values of an enum, which the facts have by its type. */
  #values(where, [symbols, exclusions]) {
    const type = symbols.replace('symbolsFor', '');
    const values = facts.packages[this.#name].types[type]?.values;
    if (exclusions !== 'nil' || values === undefined) throw new Error(`${where}: no values of ${type}`);
    return values.toSorted(byText);
  }
}

/** The fields that decide whether two items are the same one; none if all do. */
function keysOf(match) {
  if (!match.startsWith('func(')) return [];
  return [...new Set([...match.matchAll(/a\.(\w+) == \*?b\.\1/g)].map(([, name]) => jsonName(name)))];
}

for (const name of Object.keys(facts.packages)) {
  const file = join(sources, 'pkg/apis', name, 'zz_generated.validations.go');
  if (/\/v\d+$/.test(name) && existsSync(file)) readPackage(name, await readFile(file, 'utf8'));
}

/** Steps with steps of their own, which are their last part. */
const branches = new Set(['group', 'field', 'each', 'eachValue', 'eachKey']);

/** Whether a type's steps can refuse anything. */
const enforcing = new Map();
function typeEnforces(type) {
  const known = enforcing.get(type);
  if (known !== undefined) return known;
  enforcing.set(type, false);
  const found = (types.get(type) ?? []).some(enforces);
  enforcing.set(type, found);
  return found;
}

function enforces(step) {
  if (step[0] === 'type') return typeEnforces(step[1]);
  if (branches.has(step[0])) return step.at(-1).some(enforces);
  return !step[1].includes('a');
}

/** The steps without those that lead to nothing. */
function pruned(steps) {
  if (!steps.some(enforces)) return [];
  return steps.flatMap((step) => {
    if (step[0] === 'type') return typeEnforces(step[1]) ? [step] : [];
    if (!branches.has(step[0])) return [step];
    const inner = pruned(step.at(-1));
    return inner.length === 0 ? [] : [[...step.slice(0, -1), inner]];
  });
}

const keptKinds = Object.entries(kinds).filter(([, [type]]) => typeEnforces(type));
const reached = new Map();
function reach(type) {
  if (reached.has(type)) return;
  const steps = pruned(types.get(type) ?? []);
  reached.set(type, steps);
  const visit = (step) => {
    if (step[0] === 'type') reach(step[1]);
    else if (branches.has(step[0])) step.at(-1).forEach(visit);
  };
  steps.forEach(visit);
}
for (const [, [type]] of keptKinds) reach(type);

const sorted = (entries) => Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
const text = `// Generated from k8s.io/kubernetes ${version} by scripts/kubernetes-api/declared-rules.mjs; do not edit.
import type { Step } from './declared-steps.js';

/** The rules that tags declare, by type. */
export const declaredRules: Readonly<Record<string, readonly Step[]>> = ${JSON.stringify(sorted(reached))};

/** The type of a kind, and the writes that are validated: of the object (\`\`) and of subresources. */
export const declaredKinds: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(sorted(keptKinds))};
`;
await writeFile(output, await formatted('declared-rules.ts', text));
for (const each of [...leftOut].toSorted(byText)) process.stdout.write(`left out: ${each}\n`);
process.stdout.write(`${keptKinds.length} kinds, ${reached.size} types\n`);
