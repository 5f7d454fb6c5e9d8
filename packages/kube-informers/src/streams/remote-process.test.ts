import { PassThrough, Readable, Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { settle } from '../../../testing/src/fake-clock.js';
import type { WebSocketConnection } from '../rest/web-socket.js';
import { StatusError } from '../meta/errors.js';
import { TransportError } from '../util/errors.js';
import { holdErrors } from './errors.js';
import { attachTo, execIn, spawnIn } from './remote-process.js';
import type { PodStreams } from './remote-process.js';

const success = Buffer.from('\u0003{"status":"Success"}');
const out = (text: string): Buffer => Buffer.from(`\u0001${text}`);

interface FakePod extends PodStreams {
  readonly sent: string[];
  readonly queries: object[];
  closed: boolean;
  /** The server closes the connection. */
  end(): void;
}

/** A pod that sends these messages; an error at the end breaks the connection. With `stays` the connection stays open. */
function fakePod(
  messages: readonly (Buffer | Error)[],
  {
    protocol = 'v5.channel.k8s.io',
    stays = false,
  }: { readonly protocol?: string; readonly stays?: boolean } = {},
): FakePod {
  let leave: (() => void) | undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  async function* given(): AsyncGenerator<Uint8Array> {
    for (const message of messages) {
      if (!Buffer.isBuffer(message)) throw message;
      yield message;
    }
    if (stays) await left;
  }
  const pod: FakePod = {
    pod: 'pods "web"',
    sent: [],
    queries: [],
    closed: false,
    end: () => leave?.(),
    defaultContainer: () => Promise.resolve('app'),
    open(_subresource, query, _protocols, signal) {
      pod.queries.push(query);
      signal?.addEventListener('abort', () => leave?.());
      const connection: WebSocketConnection = {
        protocol,
        closed: left,
        messages: given(),
        send(message) {
          pod.sent.push(Buffer.from(message).toString('latin1'));
          return Promise.resolve();
        },
        close() {
          pod.closed = true;
          leave?.();
        },
        failAfter: () => undefined,
        textOf: (data) => Buffer.from(data).toString('utf8'),
      };
      return Promise.resolve(connection);
    },
  };
  return pod;
}

describe('a command', () => {
  test('asks for the streams that it needs, and ends its input with v5 only', async () => {
    const five = fakePod([out('hi'), success]);
    const { stdout } = await execIn(five, { command: ['cat', ''], stdin: 'in', container: 'app' });
    expect(stdout.toString()).toBe('hi');
    expect(five.queries).toEqual([
      { command: ['cat', ''], container: 'app', stdin: true, stdout: true, stderr: true, tty: false },
    ]);
    for (const [protocol, sent] of [
      ['v5.channel.k8s.io', ['\u0000in', '\u00ff\u0000']],
      ['v4.channel.k8s.io', ['\u0000in']],
    ] as const) {
      const asked = fakePod([], { protocol, stays: true });
      const process = await spawnIn(asked, { command: ['cat'], stdin: Buffer.from('in'), stderr: 'ignore' });
      await settle();
      expect([process.protocol, asked.sent]).toEqual([protocol, sent]);
      process.close();
      process.stdout?.on('error', () => undefined);
      await expect(process.exit).rejects.toMatchObject({ code: 'ERR_SOCKET_CUT' });
    }
  });

  test('a connection that ends without a status is ERR_SOCKET_CUT, with it a success', async () => {
    await expect(execIn(fakePod([out('hi')]), { command: ['ls'] })).rejects.toMatchObject({
      code: 'ERR_SOCKET_CUT',
      message: expect.stringContaining('exec of "ls" in pods "web" ended without an exit code') as string,
    });
    const cut = new TransportError('ERR_SOCKET_CUT', 'gone');
    await expect(execIn(fakePod([out('hi'), cut]), { command: ['ls'] })).rejects.toThrow('(gone)');
    expect(await execIn(fakePod([success, cut]), { command: ['ls'] })).toMatchObject({ exitCode: 0 });
    const attached = await attachTo(fakePod([out('hi')]), {});
    expect(await attached.exit).toEqual({ exitCode: 0, status: undefined });
  });

  test('a Writable that throws ends it with that error', async () => {
    const stdout = new Writable({
      write() {
        throw new Error('the disk is gone');
      },
    });
    const pod = fakePod([out('hi'), success], { stays: true });
    await expect(execIn(pod, { command: ['ls'], stdout })).rejects.toThrow('the disk is gone');
  });

  test('input that fails after the status does not change the outcome', async () => {
    const stdin = new PassThrough();
    let taken: (() => void) | undefined;
    const stdout = new Writable({ write: (_chunk, _encoding, callback) => void (taken = callback) });
    const running = execIn(fakePod([out('hi'), success]), { command: ['head', '-1'], stdin, stdout });
    await settle();
    stdin.on('error', () => undefined).destroy(new Error('nobody reads it'));
    await settle();
    taken?.();
    expect(await running).toMatchObject({ exitCode: 0 });
  });

  test('a status in a million frames costs no more than one of a hundred', async () => {
    const frames = [...Array.from({ length: 1_000_000 }, () => Buffer.from('\u0003{')), success];
    await expect(execIn(fakePod(frames), { command: ['ls'] })).rejects.toMatchObject({
      code: 'ERR_EXEC_REFUSED',
    });
  });

  test('reads no further than the status, which may come in two messages', async () => {
    const pod = fakePod(
      [
        out('x'),
        Buffer.from('\u0003{"status":"Failure","reason":"NonZeroExitCode",'),
        Buffer.from('\u0003"details":{"causes":[{"reason":"ExitCode","message":"3"}]}}'),
        out('late'),
      ],
      { stays: true },
    );
    await expect(execIn(pod, { command: ['ls'] })).rejects.toMatchObject({ exitCode: 3 });
  });

  test.each(['137', '-1073741819', '3221225477'])('the exit code %s is kept', async (code) => {
    const status = {
      status: 'Failure',
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: code }] },
    };
    await expect(
      execIn(fakePod([Buffer.from(`\u0003${JSON.stringify(status)}`)]), { command: ['ls'] }),
    ).rejects.toMatchObject({ code: 'ERR_EXEC_EXIT', exitCode: Number(code) });
  });

  test('resolves when a slow Writable has called back for every byte', async () => {
    let bytes = 0;
    const slow = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        bytes += chunk.length;
        setImmediate(callback);
      },
    });
    const part = out('x'.repeat(30_000));
    await execIn(fakePod([...Array<Buffer>(40).fill(part), success]), { command: ['cat'], stdout: slow });
    expect(bytes).toBe(40 * 30_000);
  });

  test('too much output that arrives together with the end is ERR_EXEC_SIZE', async () => {
    for (const bytes of [1001, 70_000])
      await expect(
        execIn(fakePod([out('x'.repeat(bytes)), success]), { command: ['cat'], maxOutputBytes: 1000 }),
      ).rejects.toMatchObject({ code: 'ERR_EXEC_SIZE' });
  });

  test("uses the pod's default container if the server asks for a name", async () => {
    const pod = fakePod([success]);
    const refused: PodStreams = {
      ...pod,
      open: (subresource, query, ...rest) =>
        query['container'] === undefined
          ? Promise.reject(
              new StatusError({
                code: 400,
                message: 'a container name must be specified for pod web, choose one of: [proxy app]',
              }),
            )
          : pod.open(subresource, query, ...rest),
    };
    await execIn(refused, { command: ['true'] });
    expect(pod.queries).toMatchObject([{ container: 'app' }]);
  });

  test.each([
    ['{"status":"Failure","message":"container not found (\\"app\\")"}', 'ERR_EXEC_CONTAINER'],
    ['{"status":"Failure","message":"OCI runtime exec failed: exec failed"}', 'ERR_EXEC_COMMAND'],
    ['{"status":"Failure","message":"something else"}', 'ERR_EXEC_REFUSED'],
    ['{"status":"Failure","reason":"NonZeroExitCode","details":{"causes":[]}}', 'ERR_EXEC_REFUSED'],
    ['rpc error: code = Unknown', 'ERR_EXEC_REFUSED'],
    ['null', 'ERR_EXEC_REFUSED'],
    ['{"status":7}', 'ERR_EXEC_REFUSED'],
  ])('the status %s is %s', async (status, code) => {
    await expect(
      execIn(fakePod([Buffer.from(`\u0003${status}`)]), { command: ['ls'] }),
    ).rejects.toMatchObject({
      name: 'ExecError',
      code,
    });
  });

  test('unknown channels and empty messages are ignored', async () => {
    const odd = [Buffer.from([]), Buffer.from([9, 1]), Buffer.from([1]), out('x'), success];
    expect((await execIn(fakePod(odd), { command: ['ls'] })).stdout.toString()).toBe('x');
  });

  test('the error of a stream that was passed in ends it', async () => {
    const failing = new Readable({ read() {} });
    const release = holdErrors({ stdin: failing });
    const reading = execIn(fakePod([], { stays: true }), { command: ['cat'], stdin: failing });
    failing.destroy(new Error('no input'));
    await expect(reading).rejects.toThrow('no input');
    await settle(); // the event comes after the promises
    release();
    const late = new Readable({ read() {} });
    const process = await spawnIn(fakePod([], { stays: true }), {
      command: ['cat'],
      stdin: late,
      stdout: 'ignore',
      stderr: 'ignore',
    });
    late.destroy(new Error('no more input'));
    await expect(process.exit).rejects.toThrow('no more input');
    const full = new Writable({
      write(_chunk, _encoding, callback) {
        callback(new Error('disk full'));
      },
    });
    await expect(
      execIn(fakePod([out('x')], { stays: true }), { command: ['cat'], stdout: full }),
    ).rejects.toThrow('disk full');
    async function* numbers(): AsyncGenerator<never> {
      yield await Promise.resolve(7 as never);
    }
    await expect(
      execIn(fakePod([], { stays: true }), { command: ['cat'], stdin: numbers() }),
    ).rejects.toMatchObject({ code: 'ERR_OPTION' });
  });

  test('a reader that waits for a slow Writable ends with the signal', async () => {
    const stuck = new Writable({ highWaterMark: 1, write() {} });
    const controller = new AbortController();
    const running = execIn(fakePod([out('xx'), out('yy')], { stays: true }), {
      command: ['cat'],
      stdout: stuck,
      signal: controller.signal,
    });
    await settle();
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  test('a Writable that is destroyed before it has everything is an error', async () => {
    for (const end of ['end', 'destroy'] as const) {
      const before = new PassThrough();
      before[end]();
      await expect(
        execIn(fakePod([out('x'), success]), { command: ['cat'], stdout: before }),
      ).rejects.toMatchObject({
        code: 'ERR_EXEC_STREAM',
        message: expect.stringContaining(
          'the stream given as stdout of exec of "cat" in pods "web"',
        ) as string,
      });
    }
    const stuck = new Writable({ highWaterMark: 1, write() {} });
    const running = execIn(fakePod([out('xx'), success]), { command: ['cat'], stderr: stuck, stdout: stuck });
    await settle();
    stuck.destroy();
    await expect(running).rejects.toMatchObject({ code: 'ERR_EXEC_STREAM' });
    // Without output nothing is lost.
    const unused = new PassThrough();
    unused.destroy();
    expect(await execIn(fakePod([success]), { command: ['true'], stdout: unused })).toMatchObject({
      exitCode: 0,
    });
  });

  test('an input that is destroyed before its end is an error, and not the end of the input', async () => {
    const before = new PassThrough();
    before.write('part');
    before.destroy();
    const refused = fakePod([], { stays: true });
    await expect(execIn(refused, { command: ['tar'], stdin: before })).rejects.toMatchObject({
      code: 'ERR_EXEC_STREAM',
      message: expect.stringContaining('stdin of exec of "tar" in pods "web" was destroyed') as string,
    });
    const later = new PassThrough();
    const cut = fakePod([], { stays: true });
    const running = execIn(cut, { command: ['tar'], stdin: later });
    later.write('part');
    await settle();
    later.destroy();
    await expect(running).rejects.toMatchObject({ code: 'ERR_EXEC_STREAM' });
    expect([...refused.sent, ...cut.sent]).not.toContain('\u00ff\u0000');
    // A stream that has been read to its end is empty.
    const ended = Readable.from(['read']);
    await ended.toArray();
    expect(await execIn(fakePod([success]), { command: ['tar'], stdin: ended })).toMatchObject({
      exitCode: 0,
    });
  });

  test('what has arrived when the connection ends can still be read', async () => {
    const pod = fakePod([out('x'.repeat(100_000)), out('y'), success], { stays: true });
    const process = await spawnIn(pod, { command: ['cat'], stderr: 'ignore' });
    await settle();
    pod.end();
    expect(await process.exit).toMatchObject({ exitCode: 0 });
    let text = '';
    for await (const chunk of process.stdout ?? []) text += String(chunk);
    expect(text.length).toBe(100_001);
  });

  test('keeps nothing of an input that was sent', async () => {
    const pod = fakePod([], { stays: true });
    pod.sent.push = () => 0;
    const chunks: WeakRef<Uint8Array>[] = [];
    async function* input(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 20; i++) {
        const chunk = new Uint8Array(1000);
        chunks.push(new WeakRef(chunk));
        yield chunk;
        await settle(1);
      }
      await new Promise(() => undefined); // the input goes on
    }
    const process = await spawnIn(pod, {
      command: ['cat'],
      stdin: input(),
      stdout: 'ignore',
      stderr: 'ignore',
    });
    while (chunks.length < 20) await settle();
    await settle();
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(chunks.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(5);
    process.close();
    await expect(process.exit).rejects.toMatchObject({ code: 'ERR_SOCKET_CUT' });
  });

  test('streams of the program are neither ended nor destroyed', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    input.write('first');
    await execIn(fakePod([out('x'), success]), { command: ['cat'], stdin: input, stdout: output });
    expect([input.destroyed, output.writableEnded, input.listenerCount('readable')]).toEqual([
      false,
      false,
      0,
    ]);
  });

  test.each([
    [{}, 'command of exec in pods "web" must be an array'],
    [{ command: [] }, 'must have a program, got []'],
    [{ command: 'ls' }, 'must be an array, got string'],
    [{ command: ['ls', 7] }, 'every word of command'],
    [{ command: ['ls'], stdin: 7 }, 'must be bytes or an AsyncIterable'],
    [{ command: ['ls'], stdout: 'pipe' }, 'must be a Writable, got "pipe"'],
    [{ command: ['ls'], maxOutputBytes: 0 }, 'a whole number of 1 or more'],
  ])('the options %j are refused', async (options, message) => {
    await expect(execIn(fakePod([]), options as never)).rejects.toThrow(message);
  });
});
