// Bundles the sources into dist, or the folder that is named: a file for each public entry, and one for each folder of src
// that they share.
//
// Node takes about 0.4 ms for every module it loads, whatever is in it; the sources are hundreds. One file a folder keeps
// what a bundler of a program leaves out whole (`sideEffects: false`), and class identity across the entries. A stack trace
// names the functions, classes and members of the source, lines stay, and each module's path stands above its code. Only
// variables, parameters and imports get short names: with their own the package is 55 kB larger.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { inspectorPage } from './inspector-page.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
const entries = {
  index: 'src/index.ts',
  'cache/index': 'src/cache/index.ts',
  'rest/index': 'src/rest/index.ts',
  'controller/index': 'src/controller/index.ts',
  'metrics/index': 'src/metrics/index.ts',
  'inspector/index': 'src/inspector/index.ts',
  'apiserver/index': 'src/apiserver/index.ts',
  'testing/index': 'src/testing/index.ts',
  'cli/main': 'src/cli/main.ts',
};
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packages = Object.keys(dependencies);

/**
 * The folder of src whose file a module goes to. Null where rolldown decides: what is loaded later, by `import()`, is a
 * file of its own; the entries are, and so is the command, which no module imports.
 */
function fileOf(id, graph) {
  const [folder, ...path] = relative(src, id).split(sep);
  // The other entries share these folders, and must not take their names out of what the entry exports.
  if (/^(cache|rest|controller|metrics|inspector|apiserver).index\.ts$/.test(relative(src, id))) return null;
  const shared = path.length > 0 && folder !== '..' && folder !== 'cli';
  return shared && loadedAtOnce(graph).has(id) ? folder : null;
}

let atOnce;
function loadedAtOnce(graph) {
  if (atOnce !== undefined) return atOnce;
  atOnce = new Set();
  const waiting = Object.values(entries).map((entry) => join(root, entry));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (atOnce.has(id)) continue;
    atOnce.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return atOnce;
}

/**
 * One \u2026 makes V8 keep the text of its whole file as two bytes a character. They stand in strings and patterns alone,
 * where an escape is the same; nothing here tags a template by String.raw.
 */
function ascii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// A letter that stands for the # of a private member: nothing else in the code has it.
const privateMark = '\u{104B0}';

/** Has private members keep their names: the minifier gives them short ones unless they look like others. */
const markedPrivateMembers = {
  name: 'marked-private-members',
  renderChunk(code, { fileName }) {
    if (code.includes(privateMark)) throw new Error(`${fileName}: ${privateMark} is taken`);
    const parts = [];
    let end = 0;
    for (const { start } of privateNames(parseAst(code, { lang: 'js' }, fileName))) {
      parts.push(code.slice(end, start), privateMark);
      end = start + 1;
    }
    return [...parts, code.slice(end)].join('');
  },
};

/** The private names of a syntax tree, in the order of the text. */
function privateNames(tree) {
  const found = [];
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'PrivateIdentifier') found.push(node);
    for (const value of Object.values(node))
      if (typeof value === 'object' && value !== null) waiting.push(value);
  }
  return found.toSorted((a, b) => a.start - b.start);
}

const bundle = await rolldown({
  cwd: root,
  input: entries,
  platform: 'node',
  plugins: [inspectorPage(), markedPrivateMembers],
  external: (id) =>
    id.startsWith('node:') || packages.some((name) => id === name || id.startsWith(`${name}/`)),
  transform: { target: 'es2023' },
  tsconfig: 'tsconfig.build.json',
  // What includeDependenciesRecursively below asks for.
  preserveEntrySignatures: 'allow-extension',
  // They are warnings as well, on a busy machine.
  checks: { pluginTimings: false },
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message);
  },
});
const { output } = await bundle.generate({
  format: 'esm',
  comments: { legal: false, annotation: true, jsdoc: false },
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  minify: {
    compress: false,
    mangle: { toplevel: true, keepNames: true },
    codegen: { removeWhitespace: false },
  },
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ debugName: 'a file for each folder', name: fileOf }],
  },
});
await bundle.close();

// Rolldown's own helpers, for `using`, begin with a zero.
const strays = output
  .flatMap((file) => file.moduleIds ?? [])
  .filter((id) => !id.startsWith('\0') && relative(src, id).startsWith('..'));
if (strays.length > 0) throw new Error(`bundled, but not of src: ${strays.join(', ')}`);

const dist = resolve(root, process.argv[2] ?? 'dist');
for (const { fileName, code } of output) {
  const file = join(dist, fileName);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, ascii(code.replaceAll(privateMark, '#')));
}
