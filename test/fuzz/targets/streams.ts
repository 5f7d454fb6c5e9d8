import { PassThrough } from 'node:stream';
import { ExecError } from '../../../packages/kube-informers/src/streams/errors.js';
import { execIn } from '../../../packages/kube-informers/src/streams/remote-process.js';
import type { PodStreams } from '../../../packages/kube-informers/src/streams/remote-process.js';
import { entriesOf, tarOf } from '../../../packages/kube-informers/src/streams/tar.js';
import type { TarSource } from '../../../packages/kube-informers/src/streams/tar.js';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import { ByteReader, expectThat } from '../target.js';
import type { FuzzTarget } from '../target.js';

async function* pieces(...bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

async function archiveOf(...entries: readonly Partial<TarSource>[]): Promise<Buffer> {
  async function* sources(): AsyncGenerator<TarSource> {
    for (const entry of entries)
      yield {
        path: 'a',
        type: 'file',
        mode: 0o644,
        mtime: 1,
        link: '',
        size: 5,
        content: () => pieces(Buffer.from('hello')),
        ...entry,
      };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of tarOf(sources())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Writes the checksum of each header anew, so that damage elsewhere in a header is read. */
function withChecksums(input: Uint8Array): Buffer {
  const bytes = Buffer.from(input);
  for (let start = 0; start + 512 <= bytes.length; start += 512) {
    if (bytes.toString('latin1', start + 257, start + 262) !== 'ustar') continue;
    bytes.fill(0x20, start + 148, start + 156);
    const sum = bytes.subarray(start, start + 512).reduce((total, byte) => total + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, start + 148);
  }
  return bytes;
}

/** Archives: any bytes are entries or ERR_COPY, and an entry never has more than the archive. */
export async function archiveTarget(): Promise<FuzzTarget> {
  const pax = '12 size=5.5\n22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n27 GNU.sparse.realsize=512\n';
  const extended = await archiveOf({
    path: 'pax',
    size: pax.length,
    content: () => pieces(Buffer.from(pax)),
  });
  extended.write('x', 156);
  const long = await archiveOf({ path: 'long'.repeat(60), type: 'symlink', size: 0, link: 'l'.repeat(200) });
  const plain = await archiveOf({}, { type: 'directory', size: 0 }, { type: 'hardlink', size: 0, link: 'a' });
  return {
    seeds: [plain, long, Buffer.concat([extended.subarray(0, -1024), plain])],
    words: ['size=', 'path=', 'linkpath=', 'mtime=', 'GNU.sparse.name=', '1\n0\n5\n', 'ustar'],
    async run(input) {
      const bytes = withChecksums(input);
      let read = 0;
      try {
        for await (const { content, size } of entriesOf(
          pieces(bytes.subarray(0, 700), bytes.subarray(700)),
        )) {
          expectThat(Number.isSafeInteger(size) && size >= 0, `a size is ${size}`);
          for await (const piece of content) {
            read += piece.bytes.length;
            expectThat(piece.position + piece.bytes.length <= size, 'a piece is beyond the end of its file');
          }
        }
      } catch (error) {
        if (!(error instanceof ExecError && error.code === 'ERR_COPY')) throw error;
      }
      expectThat(read <= bytes.length, `read ${read} of ${bytes.length} bytes`);
    },
  };
}

/** Messages of a command: any of them are a result or a documented error, and no output is lost before a success. */
export function channelsTarget(): FuzzTarget {
  const status = (text: string): Buffer => Buffer.concat([Buffer.of(text.length + 1, 3), Buffer.from(text)]);
  return {
    seeds: [
      Buffer.concat([Buffer.from('\u0003\u0001hi'), status('{"status":"Success"}')]),
      Buffer.concat([Buffer.from('\u0003\u0002no'), status('{"status":"Fail'), status('ure"}')]),
    ],
    words: [
      '{"status":"Success"}',
      '"reason":"NonZeroExitCode"',
      '"details":{"causes":[{"reason":"ExitCode","message":"3"}]}',
    ],
    async run(input) {
      const reader = new ByteReader(input);
      const messages: Buffer[] = [];
      while (!reader.isAtEnd) {
        const length = reader.byte();
        messages.push(Buffer.from(Array.from({ length }, () => reader.byte())));
      }
      const first = messages.findIndex((message) => message[0] === 3 && message.length > 1);
      const sent = messages.slice(0, first === -1 ? undefined : first).filter((message) => message[0] === 1);
      const pod: PodStreams = {
        pod: 'pods "web"',
        defaultContainer: () => Promise.resolve(undefined),
        open: () =>
          Promise.resolve({
            protocol: 'v5.channel.k8s.io',
            closed: Promise.resolve(),
            messages: pieces(...messages),
            send: () => Promise.resolve(),
            close: () => undefined,
            failAfter: () => undefined,
            textOf: (data) => Buffer.from(data).toString(),
          }),
      };
      let taken = 0;
      const stdout = new PassThrough().on('data', (chunk: Buffer) => {
        taken += chunk.length;
      });
      try {
        await execIn(pod, { command: ['x'], stdout });
      } catch (error) {
        const isExpected = error instanceof ExecError || error instanceof TransportError;
        if (!isExpected) throw error;
        return;
      }
      const bytes = sent.reduce((sum, message) => sum + message.length - 1, 0);
      expectThat(taken >= bytes, `a success with ${taken} of ${bytes} bytes`);
    },
  };
}
