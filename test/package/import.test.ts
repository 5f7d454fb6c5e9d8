import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cache from 'kube-informers/cache';
import * as main from 'kube-informers';
import * as rest from 'kube-informers/rest';
import * as compact from 'kube-informers/compact';
import * as controller from 'kube-informers/controller';
import * as inspector from '@kube-informers/inspector';
import * as clientNode from 'kube-informers/client-node';
import * as metrics from 'kube-informers/metrics';
import * as schema from '@kube-informers/schema';
import * as sharding from 'kube-informers/sharding';
import * as testing from '@kube-informers/testing';
import * as watch from 'kube-informers/watch';
import * as webhook from 'kube-informers/webhook';

const run = promisify(execFile);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
// Beside the dependencies, or they would not be found from there.
const parent = join(root, 'node_modules/.size-test');
mkdirSync(parent, { recursive: true });
const built = mkdtempSync(join(parent, 'built-'));
const dist = join(built, 'node_modules/kube-informers/dist');
afterAll(() => rmSync(built, { recursive: true, force: true }));

interface Loaded {
  readonly builtins: readonly string[];
  readonly files: readonly string[];
}

/** What `loaded.mjs` prints. */
interface LoadedByStep {
  readonly imported: Loaded;
  readonly requested: Loaded;
}

let loaded: LoadedByStep;

// Bundles and starts another Node: on a busy machine that takes longer than a hook may by default.
const limitMs = 60_000;

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts/build.mjs'), built]);
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const script = join(root, 'test/package/loaded.mjs');
  const { stdout } = await run(process.execPath, [
    script,
    join(dist, 'index.js'),
    `http://127.0.0.1:${port}`,
  ]);
  // What loaded.mjs, above, writes.
  loaded = JSON.parse(stdout) as LoadedByStep;
  await new Promise((closed) => {
    server.close(closed);
  });
}, limitMs);

/** The files of dist that an entry loads at once, itself among them. */
function filesOf(entry: string): string[] {
  const files = new Set<string>();
  const waiting = [join(dist, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b.*["'](\.[^"']+)["'];$/gm,
    ))
      waiting.push(resolve(dirname(file), target));
  }
  return [...files];
}

describe('importing the main entry', () => {
  test('loads no other entry', () => {
    const files = filesOf('index.js');
    expect(files.length).toBeGreaterThan(5);
    expect(
      files.filter((file) =>
        /^(metrics|controller|compact|sharding|webhook|watch|client-node)\//.test(relative(dist, file)),
      ),
    ).toEqual([]);
  });

  test('loads no package', () => {
    expect(loaded.imported.files).toEqual([]);
  });

  test('loads no WebSocket of ws, which comes with the first stream', () => {
    const files = filesOf('index.js');
    expect(filesOf('shared/web-socket.js')).not.toEqual([]);
    expect(files).not.toContain(join(dist, 'shared/web-socket.js'));
    const imports = files.flatMap(
      (file) => readFileSync(file, 'utf8').match(/\b(?:from|require\()\s*["']ws["']/g) ?? [],
    );
    expect(imports).toEqual([]);
  });

  test('loads no slow built-in module: on Node 24, http alone loads all of undici', () => {
    const expensive = [
      'http',
      'http2',
      'https',
      'tls',
      'net',
      'crypto',
      'zlib',
      'stream',
      'fs/promises',
      'child_process',
    ];
    expect(expensive.filter((name) => loaded.imported.builtins.includes(name))).toEqual([]);
    expect(loaded.imported.builtins.filter((name) => name.includes('undici'))).toEqual([]);
  });

  test('stores one byte per character: V8 takes two for the whole file if one character needs two', () => {
    const wide = filesOf('index.js').filter((file) => readFileSync(file).some((byte) => byte > 0x7f));
    expect(wide).toEqual([]);
  });
});

describe('the first request', () => {
  test('loads the pools of undici, but not its fetch or the rest of its index', () => {
    const { files, builtins } = loaded.requested;
    expect(files).toContain('undici/lib/dispatcher/agent.js');
    expect(files.filter((file) => !file.startsWith('undici/lib/'))).toEqual([]);
    expect(files.filter((file) => /\/(web|mock|cache|interceptor|api)\//.test(file))).toEqual([]);
    expect(builtins.filter((name) => name.includes('undici'))).toEqual([]);
  });
});

describe('the bundled entries', () => {
  test('export what the sources export', async () => {
    for (const [entry, exported] of Object.entries({
      'index.js': main,
      'cache/index.js': cache,
      'rest/index.js': rest,
      'compact/index.js': compact,
      'controller/index.js': controller,
      'sharding/index.js': sharding,
      'webhook/index.js': webhook,
      'watch/index.js': watch,
      'metrics/index.js': metrics,
      'client-node/index.js': clientNode,
      '../../@kube-informers/inspector/dist/index.js': inspector,
      '../../@kube-informers/schema/dist/index.js': schema,
      '../../@kube-informers/testing/dist/index.js': testing,
    })) {
      const bundled: unknown = await import(pathToFileURL(join(dist, entry)).href);
      expect(Object.keys(bundled as object).toSorted(), entry).toEqual(Object.keys(exported).toSorted());
    }
  });

  test('keep a call that only checks whether it throws', async () => {
    // Of what the bundle exports, this is all that is looked at.
    const bundled = (await import(pathToFileURL(join(dist, 'rest/index.js')).href)) as typeof rest;
    const proxyUrl = 'http://me:50%off@proxy:3128';
    expect(() => new bundled.UndiciTransport({ proxyUrl })).toThrow('percent-encoded');
  });

  test('share their classes, so that instanceof holds from one to the other', () => {
    const shared = filesOf('index.js').filter((file) => file.includes('/shared/'));
    // Files that the main entry does not load.
    const ofOthers =
      /\/shared\/(workqueue|events|informer|leaderelection|election-reporter|fnv|hash-ranges|sharding|controller|metrics|client-node|health-checks|listen|log-notices|json-path|until|retry-watcher|helpers|rolldown-runtime)\.js$/;
    for (const entry of [
      'cache/index.js',
      'rest/index.js',
      'compact/index.js',
      'controller/index.js',
      'sharding/index.js',
      'webhook/index.js',
      'watch/index.js',
      'metrics/index.js',
      'client-node/index.js',
      'internal.js',
    ]) {
      const files = filesOf(entry);
      expect(files).toContain(join(dist, 'shared/util.js'));
      const strangers = files.filter((file) => file.includes('/shared/') && !shared.includes(file));
      expect(strangers.filter((file) => !ofOthers.test(file))).toEqual([]);
      // Defined there alone.
      for (const file of files.filter((name) => !name.endsWith('/shared/util.js')))
        expect(readFileSync(file, 'utf8')).not.toMatch(/\b(class|var|const) KubeInformersError\b/);
    }
    expect(readFileSync(join(dist, 'shared/util.js'), 'utf8')).toMatch(
      /\bKubeInformersError\b.*\bextends Error\b/,
    );
  });

  test('can be tree-shaken: a program that imports one small thing does not bundle the rest', async () => {
    const input = join(built, 'program.js');
    writeFileSync(input, "import { Backoff } from 'kube-informers/cache';\nconsole.log(Backoff);\n");
    const bundle = await rolldown({ input, platform: 'node', external: [/^node:/] });
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    expect(output[0].code).toMatch(/\bBackoff = class\b/);
    expect(output[0].code.length).toBeLessThan(20_000);
  });
});
