import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect as connectTcp, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Clientset, ExecError, isNotFound, waitFor } from 'kube-informers';
import type { ClientOf, corev1, rbacv1 } from 'kube-informers';
import type { RestConfig } from 'kube-informers/rest';
import { FakeClock, FaultProxy, faults, settle } from '@kube-informers/testing';
import { rulesOf } from '../integration/users.js';

const sh = (script: string): string[] => ['sh', '-c', script];

/** A pod of two containers that run these commands. */
function pod(name: string, commandOf = (_container: string) => sh('exec sleep 3600')): corev1.Pod {
  const containers = ['app', 'other'].map((container) => ({
    name: container,
    image: 'busybox',
    command: commandOf(container),
  }));
  return { metadata: { name }, spec: { containers } };
}

/** A server whose pods run commands. */
export interface StreamServer {
  /** Of an administrator. */
  readonly config: RestConfig;
  /** Returns the config of a new user with a Role of these rules in the namespace. */
  addUser(namespace: string, rules: readonly rbacv1.PolicyRule[]): Promise<RestConfig>;
  /** Does what a scheduler and a kubelet do with a new pod, where there are none. */
  start?(pods: ClientOf<corev1.Pod, 'binding' | 'status'>, name: string): Promise<void>;
  stop(): Promise<void>;
}

/** What the pages say that a program with streams and logs needs. */
async function rulesOfPages(): Promise<rbacv1.PolicyRule[]> {
  const rules = [...(await rulesOf('docs/streams.md', 'Role')), ...(await rulesOf('docs/logs.md', 'Role'))];
  // Each stream needs the same for a subresource of its own.
  const resources = ['pods/exec', 'pods/attach', 'pods/portforward'];
  return rules.map((rule) => (rule.resources?.[0] === 'pods/exec' ? { ...rule, resources } : rule));
}

export interface StreamSuiteOptions {
  /** Whether commands of pods see the files and ports of this machine, and know the command `termsize`. */
  readonly isOnThisMachine: boolean;
}

/** What programs expect of the streams of pods: it holds for the embedded server and for a real one. */
export function streamSuite(
  title: string,
  start: () => Promise<StreamServer>,
  { isOnThisMachine }: StreamSuiteOptions,
): void {
  describe(title, () => {
    let running: StreamServer;
    /** Of the program. */
    let config: RestConfig;
    let clientset: Clientset;
    let admin: Clientset;
    let namespace: string;
    let pods: ReturnType<ReturnType<Clientset['coreV1']>['pods']>;

    beforeAll(async () => {
      running = await start();
      namespace = `streams-${Date.now().toString(36)}`;
      await using setup = new Clientset(running.config);
      await setup
        .coreV1()
        .namespaces()
        .create({ metadata: { name: namespace } });
      config = await running.addUser(namespace, await rulesOfPages());
      await run(setup, pod('web'));
    });

    /** Creates a pod, and waits until its containers run. */
    async function run(by: Clientset, made: corev1.Pod): Promise<void> {
      const name = made.metadata?.name ?? '';
      await by.coreV1().pods(namespace).create(made);
      await running.start?.(by.coreV1().pods(namespace), name);
      await waitFor(by, 'pods', name, 'Ready', { namespace, timeoutMs: 60_000 });
    }

    afterAll(async () => {
      await running.stop();
    });

    // One for each test: the leak check counts connections.
    beforeEach(() => {
      clientset = new Clientset(config);
      admin = new Clientset(running.config);
      pods = clientset.coreV1().pods(namespace);
    });

    afterEach(async () => {
      await clientset.close();
      await admin.close();
    });

    describe('exec and attach', () => {
      test('returns what a command wrote, byte by byte', async () => {
        const { exitCode, stdout, stderr } = await pods.exec('web', {
          container: 'app',
          command: sh('printf "a\\000\\377b"; printf oops >&2'),
        });
        expect(exitCode).toBe(0);
        expect(stdout).toEqual(Buffer.from([97, 0, 255, 98]));
        expect(stderr.toString()).toBe('oops');
      });

      test('sends input and its end, in both directions without a byte lost', async () => {
        const bytes = randomBytes(5_000_000);
        const { stdout } = await pods.exec('web', { container: 'app', command: ['cat'], stdin: bytes });
        expect(stdout.equals(bytes)).toBe(true);
        const streamed = await pods.exec('web', {
          container: 'app',
          command: ['cat'],
          stdin: Readable.from([Buffer.from('one '), 'two ', new Uint8Array([51])]),
        });
        expect(streamed.stdout.toString()).toBe('one two 3');
      });

      test('the exit code of a command that does not read its input arrives', async () => {
        const command = sh('echo hello; exit 3');
        for (const bytes of [100_000, 1_000_000, 5_000_000, 5_000_000, 5_000_000, 20_000_000])
          await expect(
            pods.exec('web', { container: 'app', command, stdin: Buffer.alloc(bytes) }),
          ).rejects.toMatchObject({ exitCode: 3, stdout: Buffer.from('hello\n') });
      });

      test('an exit code is an error of exec, and a result of spawn', async () => {
        const failed: unknown = await pods
          .exec('web', { container: 'app', command: sh('echo out; echo no >&2; exit 3') })
          .catch((error: unknown) => error);
        expect(failed).toBeInstanceOf(ExecError);
        expect(failed).toMatchObject({
          code: 'ERR_EXEC_EXIT',
          exitCode: 3,
          message: '"sh" in pods "web" ended with exit code 3: no',
          stdout: Buffer.from('out\n'),
        });
        const process = await pods.spawn('web', {
          container: 'app',
          command: sh('exit 7'),
          stdout: 'ignore',
          stderr: 'ignore',
          stdin: Buffer.alloc(0),
        });
        expect(process.protocol).toBe('v5.channel.k8s.io');
        expect(await process.exit).toMatchObject({ exitCode: 7 });
      });

      test('a missing program, container and pod are one error each', async () => {
        const error = (
          name: string,
          container: string | undefined,
          command: readonly string[],
        ): Promise<unknown> => pods.exec(name, { container, command }).catch((thrown: unknown) => thrown);
        expect(await error('web', 'app', ['no-such-program'])).toMatchObject({
          code: 'ERR_EXEC_COMMAND',
          message: expect.stringMatching(
            /exec of "no-such-program" in pods "web", container "app", failed: .* not found .*image/,
          ) as string,
        });
        expect(await error('web', 'nope', ['true'])).toMatchObject({
          code: 'ERR_EXEC_CONTAINER',
          message: expect.stringContaining('container nope is not valid for pod web; choose') as string,
        });
        expect(await error('web', undefined, ['true'])).toMatchObject({
          code: 'ERR_EXEC_CONTAINER',
          message: expect.stringContaining('choose one of: [app other]') as string,
        });
        expect(await error('missing', 'app', ['true'])).toSatisfy(isNotFound);
        expect(await error('web', 'app', [''])).toMatchObject({ code: 'ERR_OPTION' });
      });

      // Elsewhere no command prints the sizes.
      test.runIf(isOnThisMachine)('a terminal has a size', async () => {
        const process = await pods.spawn('web', {
          container: 'app',
          command: ['termsize', '2'],
          tty: true,
          stdin: 'pipe',
        });
        let text = '';
        process.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
        await process.resize({ columns: 80, rows: 24 });
        await process.resize({ columns: 132, rows: 50 });
        await process.exit;
        expect(text).toBe('80x24\r\n132x50\r\n');
      });

      test('a slow reader slows the command down', async () => {
        const process = await pods.spawn('web', {
          container: 'app',
          command: sh('head -c 50000000 /dev/zero'),
          stderr: 'ignore',
        });
        for (let i = 0; i < 5; i++) await pods.exec('web', { container: 'app', command: ['true'] });
        const buffered = process.stdout?.readableLength ?? 0;
        expect(buffered).toBeLessThan(1_000_000);
        let bytes = 0;
        for await (const chunk of process.stdout ?? []) bytes += (chunk as Buffer).length;
        expect(bytes).toBe(50_000_000);
        expect(await process.exit).toMatchObject({ exitCode: 0 });
      });

      test('exit of a command whose output nobody reads settles when its connection ends', async () => {
        // It ends, since a runtime may let it go on.
        const command = sh('head -c 50000000 /dev/zero');
        const options = { container: 'app', command, stderr: 'ignore' } as const;
        const closed = await pods.spawn('web', options);
        await new Promise((resolve) => closed.stdout?.once('readable', resolve));
        closed.close();
        await expect(closed.exit).rejects.toMatchObject({ code: 'ERR_SOCKET_CUT' });
        await using proxy = await FaultProxy.start({ target: config });
        const clock = new FakeClock();
        const other = new Clientset(proxy.config, { clock });
        const spawned = [await other.coreV1().pods(namespace).spawn('web', options)];
        await new Promise((resolve) => spawned[0]?.stdout?.once('readable', resolve));
        proxy.applyNow(faults.reset());
        // Nothing is read from the socket: the next ping shows that it is gone.
        await clock.advance(30_000);
        await expect(spawned[0]?.exit).rejects.toMatchObject({ code: 'ERR_SOCKET_CUT' });
        spawned.push(await other.coreV1().pods(namespace).spawn('web', options));
        await new Promise((resolve) => spawned[1]?.stdout?.once('readable', resolve));
        await other.close();
        await expect(spawned[1]?.exit).rejects.toMatchObject({ code: 'ERR_CLOSED' });
      });

      test('many at once', async () => {
        const results = await Promise.all(
          Array.from({ length: 30 }, (_, i) =>
            pods.exec('web', { container: 'app', command: ['echo', String(i)] }),
          ),
        );
        expect(results.map(({ stdout }) => stdout.toString().trim())).toEqual(
          Array.from({ length: 30 }, (_, i) => String(i)),
        );
      });

      test('ends with the signal, and with the pod', async () => {
        const controller = new AbortController();
        const running = await pods.spawn('web', {
          container: 'app',
          command: sh('echo started; sleep 60'),
          signal: controller.signal,
        });
        await new Promise((resolve) => running.stdout?.once('data', resolve));
        controller.abort(new Error('enough'));
        await expect(running.exit).rejects.toThrow('enough');
        await run(admin, pod('short'));
        const doomed = await pods.spawn('short', { container: 'app', command: sh('echo started; sleep 60') });
        await new Promise((resolve) => doomed.stdout?.once('data', resolve));
        await admin.coreV1().pods(namespace).delete('short', { gracePeriodSeconds: 0 });
        // The runtime kills the command with its pod; a node that is gone cuts the connection.
        expect(await doomed.exit).toMatchObject({ exitCode: 137 });
        await expect(
          pods.exec('web', {
            container: 'app',
            command: sh('head -c 1000000 /dev/zero'),
            maxOutputBytes: 1000,
          }),
        ).rejects.toMatchObject({ code: 'ERR_EXEC_SIZE' });
      });

      test('close of the client ends it', async () => {
        const other = new Clientset(config);
        const process = await other
          .coreV1()
          .pods(namespace)
          .spawn('web', { container: 'app', command: ['sleep', '60'] });
        const ended = process.exit.catch((error: unknown) => error);
        await other.close();
        expect(await ended).toMatchObject({ code: 'ERR_CLOSED' });
      });

      test('attach echoes', async () => {
        const echo = { name: 'app', image: 'busybox', command: ['cat'], stdin: true, stdinOnce: true };
        await run(admin, {
          metadata: { name: 'echo' },
          spec: { containers: [echo], restartPolicy: 'Never' },
        });
        const process = await pods.attach('echo', { container: 'app', stdin: 'pipe', stderr: 'ignore' });
        process.stdin?.write('hello\n');
        const first = await new Promise((resolve) =>
          process.stdout?.once('data', (d: Buffer) => resolve(d.toString())),
        );
        expect(first).toBe('hello\n');
        process.stdin?.end();
        expect(await process.exit).toMatchObject({ exitCode: 0 });
      });
    });

    // Elsewhere a pod does not reach the servers that the tests start.
    describe.runIf(isOnThisMachine)('port-forward', () => {
      /** A server of TCP on this machine, which a pod of the API server reaches. */
      async function serveTcp(
        onSocket: (socket: Socket) => void,
      ): Promise<{ port: number; close: () => void }> {
        const server = createServer({ allowHalfOpen: true }, onSocket);
        await new Promise<void>((resolve) => {
          server.listen(0, '127.0.0.1', resolve);
        });
        return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
      }

      test('forwards bytes both ways, many connections at once, and survives a reset', async () => {
        let count = 0;
        const echo = await serveTcp((socket) => {
          socket.on('error', () => undefined);
          if (count++ === 3) socket.resetAndDestroy();
          else socket.pipe(socket);
        });
        const errors: Error[] = [];
        await using forward = await pods.portForward('web', {
          ports: [{ remote: echo.port }],
          onError: (error) => errors.push(error),
        });
        const local = forward.ports[0]?.local ?? 0;
        const bytes = randomBytes(1_000_000);
        const roundTrip = async (): Promise<boolean> => {
          const socket = connectTcp(local, '127.0.0.1');
          socket.write(bytes);
          const got: Buffer[] = [];
          let length = 0;
          for await (const chunk of socket) {
            got.push(chunk as Buffer);
            length += (chunk as Buffer).length;
            if (length === bytes.length) break;
          }
          return Buffer.concat(got).equals(bytes);
        };
        expect(await Promise.all([roundTrip(), roundTrip(), roundTrip()])).toEqual([true, true, true]);
        await roundTrip().catch(() => undefined);
        expect(await roundTrip()).toBe(true);
        echo.close();
      });

      test('the close of the client ends a listener that nobody has closed', async () => {
        const client = new Clientset(config);
        const forward = await client
          .coreV1()
          .pods(namespace)
          .portForward('web', { ports: [{ remote: 80 }] });
        await client.close();
        const socket = connectTcp(forward.ports[0]?.local ?? 0, '127.0.0.1');
        try {
          await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
        } finally {
          await forward.close();
        }
      });

      test('an onError that fails, and a failure without one, are process warnings', async () => {
        const warnings: string[] = [];
        const onWarning = ({ message }: Error): void => void warnings.push(message);
        process.on('warning', onWarning);
        try {
          for (const onError of [
            undefined,
            () => {
              throw new Error('one');
            },
            (): unknown => Promise.reject(new Error('two')),
          ]) {
            const nobody = await serveTcp(() => undefined);
            nobody.close();
            await using forward = await pods.portForward('web', {
              ports: [{ remote: nobody.port }],
              onError: onError as () => void,
            });
            const socket = connectTcp(forward.ports[0]?.local ?? 0, '127.0.0.1');
            const [error] = await once(socket, 'error');
            expect(error).toMatchObject({ code: 'ECONNRESET' });
          }
          await settle();
          expect(warnings).toEqual([
            expect.stringMatching(/^forwarding of pods "web": port \d+ of pods "web" cannot be reached/),
            'onError of forwarding of pods "web" failed: one',
            'onError of forwarding of pods "web" failed: two',
          ]);
        } finally {
          process.off('warning', onWarning);
        }
      });

      test('connects without a listener; a port without a server and one in use are an error each', async () => {
        const echo = await serveTcp((socket) => {
          socket.end('bye\n');
        });
        const stream = await pods.connectPort('web', echo.port);
        let text = '';
        for await (const chunk of stream) text += String(chunk);
        expect(text).toBe('bye\n');
        const { port } = echo;
        echo.close();
        const nobody = await pods.connectPort('web', port);
        await expect(
          (async () => {
            for await (const _chunk of nobody) continue;
          })(),
        ).rejects.toMatchObject({
          code: 'ERR_PORT_FORWARD',
          message: expect.stringMatching(
            /^port \d+ of pods "web" cannot be reached: .*refused.*listens on the port$/i,
          ) as string,
        });
        const taken = await serveTcp(() => undefined);
        await expect(
          pods.portForward('web', { ports: [{ remote: 80, local: taken.port }] }),
        ).rejects.toMatchObject({
          code: 'ERR_LOCAL_PORT',
          message: expect.stringContaining(
            'it is in use; choose another local port, or 0 for a free one',
          ) as string,
        });
        taken.close();
        await expect(pods.portForward('missing', { ports: [80] })).rejects.toSatisfy(isNotFound);
        await expect(pods.portForward('web', { ports: ['80'] as never })).rejects.toMatchObject({
          code: 'ERR_OPTION',
        });
      });
    });

    describe('logs', () => {
      /** Five lines at once, then one every 25 ms. */
      const logging = (name: string): corev1.Pod => {
        const script = (container: string): string =>
          `i=0; while i=$((i + 1)); do [ $i -le 5 ] || sleep 0.025; echo "line $i of ${namespace}/${name}/${container}"; done`;
        const made = pod(name, (container) => sh(script(container)));
        return { ...made, metadata: { name, labels: { app: 'logs' } } };
      };
      const numberOf = (line: string): number => Number(/line (\d+)/.exec(line)?.[1]);

      test('are followed across cut connections, without a line lost or repeated', async () => {
        await using proxy = await FaultProxy.start({
          target: config,
        });
        await using cut = new Clientset(proxy.config);
        await run(admin, logging('noisy'));
        const seen: number[] = [];
        for await (const line of cut
          .coreV1()
          .pods(namespace)
          .logs('noisy', { container: 'app', follow: true })) {
          seen.push(numberOf(line));
          if (seen.length % 40 === 0) proxy.applyNow(faults.reset());
          if (seen.length === 200) break;
        }
        expect(proxy.requests.length).toBeGreaterThan(5);
        expect(seen).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
      });

      test('go on after a connection that has stalled', async () => {
        await using proxy = await FaultProxy.start({ target: config });
        await using stalled = new Clientset(proxy.config);
        await run(admin, logging('stalling'));
        const clock = new FakeClock();
        const lines = stalled
          .coreV1()
          .pods(namespace)
          .logs('stalling', { container: 'app', follow: true, clock });
        const opened = (): number =>
          proxy.requests.filter(({ path }) => path.includes('/stalling/log')).length;
        const untilAskedAgain = async (): Promise<void> => {
          while (opened() === 1) {
            await new Promise(setImmediate);
            await clock.advance(10_000);
          }
        };
        const seen: number[] = [];
        let waiting: Promise<void> | undefined;
        for await (const line of lines) {
          seen.push(numberOf(line));
          if (seen.length === 20) {
            proxy.applyNow(faults.stall());
            waiting = untilAskedAgain();
          }
          if (seen.length === 100) break;
        }
        await waiting;
        await admin.coreV1().pods(namespace).delete('stalling', { gracePeriodSeconds: 0 });
        expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
      });

      test('of a container end with it', async () => {
        await run(admin, logging('job'));
        const lines: string[] = [];
        for await (const line of pods.logs('job', { container: 'app', follow: true, timestamps: true })) {
          lines.push(line);
          if (lines.length === 10)
            await admin.coreV1().pods(namespace).delete('job', { gracePeriodSeconds: 0 });
        }
        expect(lines.length).toBeGreaterThanOrEqual(10);
        expect(lines[0]).toMatch(/^\d{4}-.*Z line 1 of/);
      });

      test('of all pods of a selector come as one stream', async () => {
        const seen = new Set<string>();
        let later: Promise<void> | undefined;
        for await (const { pod: name, container, line } of pods.allLogs(
          { labelSelector: 'app=logs' },
          { follow: true, tailLines: 1 },
        )) {
          expect(line).toContain(`${name}/${container}`);
          seen.add(`${name}/${container}`);
          if (seen.size === 2 && later === undefined) later = run(admin, logging('later'));
          if (seen.size === 4) break;
        }
        await later;
        expect([...seen].toSorted()).toEqual(['later/app', 'later/other', 'noisy/app', 'noisy/other']);
      });
    });

    test('the logs of a selector leave out a pod that is deleted meanwhile', async () => {
      const labels = { app: 'leaving' };
      for (const name of ['leaving-a', 'leaving-b'])
        await run(admin, {
          ...pod(name, (container) => sh(`echo ${container}; sleep 600`)),
          metadata: { name, labels },
        });
      for await (const _line of pods.logs('leaving-a', { container: 'app', follow: true })) break;
      const seen: string[] = [];
      for await (const { pod: name } of pods.allLogs({ labelSelector: 'app=leaving' })) {
        seen.push(name);
        if (seen.length === 1)
          await admin.coreV1().pods(namespace).delete('leaving-b', { gracePeriodSeconds: 0 });
      }
      expect([...new Set(seen)]).toEqual(['leaving-a']);
    });

    test('a container that none of the selected pods has is an error that names those that exist', async () => {
      const read = async (follow: boolean): Promise<void> => {
        for await (const _line of pods.allLogs(
          { fieldSelector: 'metadata.name=web', containers: ['nope'] },
          { follow },
        ))
          continue;
      };
      for (const follow of [false, true])
        await expect(read(follow)).rejects.toMatchObject({
          code: 'ERR_OPTION',
          message: 'none of 1 pods has a container of ["nope"]; they have ["app","other"]',
        });
    });

    // Elsewhere the files are not on this machine.
    test.runIf(isOnThisMachine)('copies a folder into a container and back, and a large file', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kube-informers-streams-'));
      try {
        const source = join(folder, 'source');
        await mkdir(join(source, 'nested'), { recursive: true });
        await writeFile(join(source, 'large'), randomBytes(20_000_000));
        await writeFile(join(source, 'nested/run'), '#!/bin/sh\n', { mode: 0o755 });
        await symlink('nested/run', join(source, 'link'));
        const there = join(folder, 'there');
        expect(await pods.copyTo('web', source, there, { container: 'app' })).toEqual({
          files: 2,
          bytes: 20_000_010,
          skipped: [],
          warnings: [],
        });
        await promisify(execFile)('diff', ['-r', source, there]);
        const back = join(folder, 'back');
        expect(await pods.copyFrom('web', there, back, { container: 'app' })).toEqual({
          files: 3,
          bytes: 20_000_010,
          skipped: [],
          warnings: [],
        });
        await promisify(execFile)('diff', ['-r', source, back]);
        expect((await stat(join(back, 'nested/run'))).mode & 0o777).toBe(0o755);
        await expect(pods.copyFrom('web', join(folder, 'none'), back, { container: 'app' })).rejects.toThrow(
          /^copy from .*none of pods "web" stopped after 0 files and 0 bytes: tar ended with exit code 2 \(tar: .*No such file/,
        );
        // Both fail on this machine while most of the file is still to come.
        const large = join(there, 'large');
        await expect(pods.copyFrom('web', large, folder, { container: 'app' })).rejects.toMatchObject({
          code: 'ERR_COPY',
          message: expect.stringContaining('is a folder, and a file in the container') as string,
        });
        const onProgress = (): never => {
          throw new Error('enough');
        };
        await expect(
          pods.copyFrom('web', large, join(folder, 'again'), { container: 'app', onProgress }),
        ).rejects.toMatchObject({ code: 'ERR_COPY', message: expect.stringContaining('enough') as string });
        await expect(stat(join(folder, 'again'))).rejects.toMatchObject({ code: 'ENOENT' });
        await expect(
          pods.copyTo('web', source, join(folder, 'none/there'), { container: 'app' }),
        ).rejects.toMatchObject({ code: 'ERR_COPY' });
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  });
}
