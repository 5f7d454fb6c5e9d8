// Bundles the sources of each package: a file for each public entry, and one for each folder of what the main entry loads.
//
// Node takes about 0.4 ms for every module it loads, whatever is in it; the sources are hundreds. One file a folder keeps
// what a bundler of a program leaves out whole (`sideEffects: false`), and class identity across the entries. A stack trace
// names the functions, classes and members of the source, lines stay, and each module's path stands above its code. Only
// variables, parameters and imports get short names: with their own the package is 55 kB larger.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { inspectorPage } from './inspector-page.mjs';
import { root } from './packages.mjs';

/** Writes the modules of a package, as scripts/packages.mjs describes it, into a folder. */
export async function bundle({ folder, manifest, entries }, target) {
  const src = join(folder, 'src');
  const sources = entries.map(({ source }) => source);
  const outside = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  let atOnce;

  /**
   * The file that a module goes to. Null where rolldown decides: what is loaded later, by `import()`, is a file of its own,
   * and what only one entry uses is in it.
   */
  function fileOf(id, graph) {
    // A helper of the bundler, for `using`: in an entry it would be one of its exports.
    if (id.startsWith('\0')) return 'helpers';
    // The other entries share these folders, and must not take their names out of what the entry exports.
    if (sources.includes(id) || relative(src, id).startsWith('..')) return null;
    const [first, ...path] = relative(src, id).split(sep);
    atOnce ??= loadedAtOnce(sources[0], graph);
    return path.length > 0 && atOnce.has(id) ? first : null;
  }

  const built = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map(({ output, source }) => [output.replace('dist/', ''), source])),
    platform: 'node',
    plugins: [inspectorPage(), markedPrivateMembers],
    external: (id) =>
      id.startsWith('node:') || outside.some((name) => id === name || id.startsWith(`${name}/`)),
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
  const { output } = await built.generate({
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
  await built.close();

  // Rolldown's own helpers, for `using`, begin with a zero.
  const strays = output
    .flatMap((file) => file.moduleIds ?? [])
    .filter((id) => !id.startsWith('\0') && relative(src, id).startsWith('..'));
  if (strays.length > 0) throw new Error(`bundled, but not of ${manifest.name}: ${strays.join(', ')}`);

  // Whoever loads such a file first, by another entry, would load the entry in the middle of it.
  const entryFiles = new Set(output.filter((file) => file.isEntry).map(({ fileName }) => fileName));
  for (const { fileName, isEntry, imports = [] } of output) {
    const entry = isEntry ? undefined : imports.find((each) => entryFiles.has(each));
    if (entry !== undefined) throw new Error(`${manifest.name}: ${fileName} imports the entry ${entry}`);
  }

  for (const { fileName, code } of output) {
    const file = join(target, fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ascii(code.replaceAll(privateMark, '#')));
  }
}

/** What the main entry loads: others may load more of a folder, which would be a cost of all programs. */
function loadedAtOnce(main, graph) {
  const found = new Set();
  const waiting = [main];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
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
