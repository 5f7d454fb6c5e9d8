import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noopLogger } from 'kube-informers';
import { ExecPlugin } from '../../../packages/kube-informers/src/kubeconfig/exec-plugin.js';
import { TokenFile } from '../../../packages/kube-informers/src/kubeconfig/token-file.js';
import type { CredentialsProvider } from '../../../packages/kube-informers/src/rest/config.js';
import { FakeClock } from '@kube-informers/testing';
import { MisbehavingServer, refuse, truly } from './misbehaving-server.test-support.js';
import type { Answer } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';
import type { Way } from './scene.test-support.js';
import { passUntil } from './healthy.test-support.js';

const hourMs = 3_600_000;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kube-informers-tokens-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A server that accepts one token and counts the requests that it refused. */
class Guarded {
  valid = '';
  refused = 0;
  readonly seen = new Set<string>();
  readonly scene: Scene;

  private constructor(server: MisbehavingServer, way: Way, provider: CredentialsProvider) {
    this.scene = new Scene(server, way, { provider });
    const guarded: Answer = (response, request, it) => {
      const token = response.req.headers.authorization ?? 'none';
      this.seen.add(token);
      if (token === `Bearer ${this.valid}`) {
        truly(response, request, it);
        return;
      }
      this.refused++;
      refuse(401, 'Unauthorized')(response, request, it);
    };
    for (const kind of ['list', 'watch', 'watchList'] as const) server.always(kind, guarded);
  }

  static async start(way: Way, valid: string, provider: CredentialsProvider): Promise<Guarded> {
    const guarded = new Guarded(await MisbehavingServer.start('a'), way, provider);
    guarded.valid = valid;
    guarded.scene.start();
    await guarded.scene.settled();
    return guarded;
  }

  /** The server ends the open watch, as it does regularly; the next one is opened. */
  async nextWatch(): Promise<void> {
    const { scene } = this;
    const before = scene.server.requests.length;
    scene.server.put('a');
    await scene.settled();
    // A watch of less than a second would count as a failure, with a backoff.
    await scene.pass(2000);
    scene.server.cut('cleanly');
    await until('it watches again', () => scene.server.requests.length > before);
    await scene.settled();
  }
}

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  test('client-node #228: runs an exec plugin again when its token has expired after an idle hour, without a 401', async () => {
    const clock = new FakeClock();
    const runs = join(folder, 'runs');
    // Its n-th run returns the token run-n, valid for n hours.
    const script = `
const fs = require('node:fs');
fs.appendFileSync(${JSON.stringify(runs)}, 'x');
const run = fs.readFileSync(${JSON.stringify(runs)}, 'utf8').length;
const expirationTimestamp = new Date(${clock.now()} + run * ${hourMs}).toISOString();
console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1',
  status: { token: 'run-' + run, expirationTimestamp } }));`;
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['-e', script],
      env: [],
      installHint: '',
      provideClusterInfo: false,
      interactiveMode: 'Never',
    };
    const provider = new ExecPlugin(exec, {
      clock,
      logger: noopLogger,
      env: { PATH: process.env['PATH'] },
      cluster: undefined,
      stdinIsTerminal: false,
    });
    const guarded = await Guarded.start(way, 'run-1', provider);
    await using scene = guarded.scene;
    await guarded.nextWatch();
    expect((await readFile(runs, 'utf8')).length).toBe(1);
    for (const run of [2, 3]) {
      await clock.advance(hourMs + 1000);
      guarded.valid = `run-${run}`;
      await guarded.nextWatch();
      expect((await readFile(runs, 'utf8')).length).toBe(run);
    }
    expect(guarded.refused).toBe(0);
    expect(scene.faults).toEqual([]);
  });

  test('client-node #317: reads a renewed token of the pod again, without a 401', async () => {
    const clock = new FakeClock();
    const path = join(folder, 'token');
    await writeFile(path, 'old\n');
    const provider = new TokenFile(path, {
      clock,
      logger: noopLogger,
      readFile: (file) => readFile(file, 'utf8'),
    });
    const guarded = await Guarded.start(way, 'old', provider);
    await using scene = guarded.scene;
    // The kubelet writes the next token long before the server rejects the last one.
    await writeFile(path, 'new\n');
    await clock.advance(60_000);
    guarded.valid = 'new';
    await guarded.nextWatch();
    expect(guarded.seen).toEqual(new Set(['Bearer old', 'Bearer new']));
    expect(guarded.refused).toBe(0);
    expect(scene.faults).toEqual([]);
  });

  test('client-node #1240: reads the token again at once after a 401, without reporting a fault', async () => {
    let mounted = 'old';
    const provider = new TokenFile('token', {
      clock: new FakeClock(),
      logger: noopLogger,
      readFile: () => Promise.resolve(mounted),
    });
    const guarded = await Guarded.start(way, 'old', provider);
    await using scene = guarded.scene;
    mounted = 'new';
    guarded.valid = 'new';
    await guarded.nextWatch();
    expect(guarded.refused).toBe(1);
    expect(scene.faults).toEqual([]);
    expect(scene.story).toEqual(['add a', 'update a 11→12']);
  });

  test('client-node #1240: reports 401 for an hour at a bounded rate, and recovers when a token is valid again', async () => {
    const provider = new TokenFile('token', {
      clock: new FakeClock(),
      logger: noopLogger,
      readFile: () => Promise.resolve('old'),
    });
    const guarded = await Guarded.start(way, 'old', provider);
    await using scene = guarded.scene;
    const { server } = scene;
    guarded.valid = 'revoked';
    const before = server.requests.length;
    await scene.pass(2000);
    server.mute = true;
    server.put('b');
    server.mute = false;
    server.cut('cleanly');
    await until('a request was refused', () => guarded.refused > 0);
    await scene.pass(hourMs);
    // Eight rounds in two minutes, each at most a watch-list and a list, both repeated once after the token was read again.
    expect(server.requests.length - before).toBeLessThanOrEqual(30 * 8 * 2 * 2);
    expect(scene.faults.length).toBeGreaterThan(60);
    expect(new Set(scene.faults.map((fault) => fault.split(' ')[1]))).toEqual(new Set(['Unauthorized']));
    expect(scene.informer.indexer.listKeys()).toEqual(['default/a']);
    guarded.valid = 'old';
    await passUntil(scene, 'a watch is open', () => server.openWatches === 1);
    await scene.settled();
    expect(scene.story).toEqual(['add a', 'add b']);
  });
});
