import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocketConnection } from '../rest/web-socket.js';
import { copyInto, copyOut, staysInside } from './copy.js';
import type { PodStreams } from './remote-process.js';
import { entriesOf, tarOf } from './tar.js';
import type { TarSource } from './tar.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kube-informers-copy-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A pod whose tar writes these bytes and ends with this code; what it receives is kept. */
function tarPod(
  output: Uint8Array,
  exitCode = 0,
): PodStreams & { readonly received: Buffer[]; readonly commands: string[] } {
  const received: Buffer[] = [];
  const commands: string[] = [];
  const open = (
    _subresource: string,
    query: { readonly command?: unknown; readonly stdin?: unknown },
  ): Promise<WebSocketConnection> => {
    commands.push((query.command as string[]).join(' '));
    let inputEnded: (() => void) | undefined;
    const untilEnd = new Promise<void>((resolve) => {
      inputEnded = resolve;
    });
    async function* messages(): AsyncGenerator<Uint8Array> {
      for (let start = 0; start < output.length; start += 1000)
        yield Buffer.concat([Buffer.of(1), output.subarray(start, start + 1000)]);
      if (exitCode !== 0) yield Buffer.from('\u0002tar: it failed\n');
      else if (query.stdin === true) await untilEnd;
      const status =
        exitCode === 0
          ? { status: 'Success' }
          : {
              status: 'Failure',
              reason: 'NonZeroExitCode',
              details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
            };
      yield Buffer.from(`\u0003${JSON.stringify(status)}`);
    }
    return Promise.resolve({
      protocol: 'v5.channel.k8s.io',
      closed: Promise.resolve(),
      messages: messages(),
      send: (message: Uint8Array) => {
        if (message[0] === 255) inputEnded?.();
        else received.push(Buffer.from(message.subarray(1)));
        return Promise.resolve();
      },
      close: () => inputEnded?.(),
    });
  };
  return { pod: 'pods "web"', open, received, commands };
}

type Part = Partial<Omit<TarSource, 'content'>> & { readonly path: string; readonly text?: string };

async function archive(...parts: readonly Part[]): Promise<Buffer> {
  async function* sources(): AsyncGenerator<TarSource> {
    for (const { text = '', ...part } of parts)
      yield {
        type: 'file',
        mode: 0o644,
        mtime: 1_700_000_000,
        link: '',
        size: Buffer.byteLength(text),
        content: async function* () {
          yield Buffer.from(text);
        },
        ...part,
      };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of tarOf(sources())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The content of every file below a folder, by path; of a link, where it leads. */
async function filesOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const found: Record<string, string> = {};
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) found[relative(root, file)] = await readlink(file);
    else if (entry.isFile()) found[relative(root, file)] = await readFile(file, 'utf8');
  }
  return found;
}

describe('copyFrom', () => {
  test('writes files, folders, modes and links, and reports progress', async () => {
    const bytes = await archive(
      { path: './app', type: 'directory', mode: 0o755 },
      { path: './app/bin', type: 'directory', mode: 0o555 },
      { path: './app/bin/run', text: 'x'.repeat(3000), mode: 0o4755 },
      { path: `./app/${'long'.repeat(60)}`, text: 'long' },
      { path: './app/current', type: 'symlink', link: 'bin/run' },
      { path: './app/again', type: 'hardlink', link: './app/bin/run' },
    );
    const pod = tarPod(bytes);
    const progress: number[] = [];
    const target = join(folder, 'copied');
    const result = await copyOut(pod, '/srv/app/', target, { onProgress: (now) => progress.push(now.bytes) });
    expect(pod.commands).toEqual(['tar -cf - -C /srv ./app']);
    expect(result).toEqual({ files: 4, bytes: 3004, skipped: [] });
    expect(progress.at(-1)).toBe(3004);
    // Not setuid: it would be this user's.
    expect((await stat(join(target, 'bin/run'))).mode & 0o7777).toBe(0o755);
    expect((await stat(join(target, 'bin'))).mode & 0o777).toBe(0o555);
    expect((await stat(join(target, 'bin/run'))).mtimeMs).toBe(1_700_000_000_000);
    expect(await readFile(join(target, 'current'), 'utf8')).toHaveLength(3000);
    expect(await readFile(join(target, 'again'), 'utf8')).toHaveLength(3000);
    expect((await readdir(target)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test.each<[string, readonly Part[]]>([
    ['a path with ..', [{ path: 'app/../../evil' }]],
    ['an absolute path', [{ path: '/etc/evil' }]],
    ['another name', [{ path: 'evil' }]],
    [
      'a link with an absolute target',
      [
        { path: 'app', type: 'directory' },
        { path: 'app/a', type: 'symlink', link: '/etc' },
      ],
    ],
    [
      'a link that leads up',
      [
        { path: 'app', type: 'directory' },
        { path: 'app/a', type: 'symlink', link: '../x' },
      ],
    ],
    [
      'a link behind a link',
      [
        { path: 'app', type: 'directory' },
        { path: 'app/d', type: 'directory' },
        { path: 'app/d/up', type: 'symlink', link: '..' },
        { path: 'app/x', type: 'symlink', link: 'd/up/../evil' },
      ],
    ],
    [
      'a hard link to a file elsewhere',
      [
        { path: 'app', type: 'directory' },
        { path: 'app/a', type: 'hardlink', link: '/etc/passwd' },
      ],
    ],
    [
      'a hard link upwards',
      [
        { path: 'app', type: 'directory' },
        { path: 'app/a', type: 'hardlink', link: 'app/../../x' },
      ],
    ],
  ])('refuses %s, and writes nothing outside', async (_name, parts) => {
    const target = join(folder, 'in/copied');
    await mkdir(join(folder, 'in'));
    const copying = copyOut(tarPod(await archive(...parts)), '/srv/app', target, {});
    await expect(copying).rejects.toMatchObject({ name: 'ExecError', code: 'ERR_COPY' });
    expect(await readdir(folder)).toEqual(['in']);
    expect((await readdir(join(folder, 'in'))).filter((name) => name !== 'copied')).toEqual([]);
  });

  test('does not write through a link, of the archive or of this machine', async () => {
    await mkdir(join(folder, 'outside'));
    const bytes = await archive(
      { path: 'app', type: 'directory' },
      { path: 'app/d', type: 'symlink', link: 'e' },
      { path: 'app/e', type: 'directory' },
      { path: 'app/d/file', text: 'x' },
    );
    // The link is made last, where a folder is by then.
    await expect(copyOut(tarPod(bytes), '/srv/app', join(folder, 'a'), {})).rejects.toMatchObject({
      code: 'ERR_COPY',
    });
    await mkdir(join(folder, 'b'));
    await symlink(join(folder, 'outside'), join(folder, 'b/d'));
    const through = await archive({ path: 'app', type: 'directory' }, { path: 'app/d/file', text: 'x' });
    await expect(copyOut(tarPod(through), '/srv/app', join(folder, 'b'), {})).rejects.toThrow(
      'exists and is no folder',
    );
    expect(await readdir(join(folder, 'outside'))).toEqual([]);
  });

  test('skipUnsafe leaves out and lists what is refused otherwise', async () => {
    const bytes = await archive(
      { path: 'app', type: 'directory' },
      { path: 'app/a', type: 'symlink', link: '/etc/passwd' },
      { path: 'app/b', text: 'b' },
    );
    const result = await copyOut(tarPod(bytes), '/srv/app', join(folder, 'a'), { skipUnsafe: true });
    expect(result).toEqual({ files: 1, bytes: 1, skipped: ['a'] });
  });

  test('an archive that ends early leaves no part of a file, and the error says how far it came', async () => {
    const whole = await archive(
      { path: 'app', type: 'directory' },
      { path: 'app/a', text: 'a' },
      { path: 'app/b', text: 'b'.repeat(9000) },
    );
    const target = join(folder, 'a');
    await expect(copyOut(tarPod(whole.subarray(0, 6000)), '/srv/app', target, {})).rejects.toThrow(
      /^copy from \/srv\/app of pods "web" stopped after 1 files and \d+ bytes: invalid archive: it ends in the middle of a file/,
    );
    expect(await readdir(target)).toEqual(['a']);
    await expect(copyOut(tarPod(Buffer.alloc(0), 2), '/srv/app', target, {})).rejects.toThrow(
      'tar ended with exit code 2 (tar: it failed)',
    );
  });

  test('random bytes are an error, never a crash', async () => {
    const good = await archive({ path: 'app', text: 'hello' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 8,
        }),
        async (changes) => {
          const bytes = Buffer.from(good);
          for (const [at, byte] of changes) bytes[at] = byte;
          await copyOut(tarPod(bytes), '/srv/app', join(folder, 'x'), {}).catch((error: unknown) => {
            expect(error).toMatchObject({ code: 'ERR_COPY' });
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('copyTo', () => {
  test('writes an archive that tar reads: long names, modes, links and empty files', async () => {
    const source = join(folder, 'source');
    const deep = join(source, 'a'.repeat(80), 'b'.repeat(80));
    await mkdir(deep, { recursive: true });
    await writeFile(join(deep, 'ünïcödé'), 'deep');
    await writeFile(join(source, 'run'), 'x'.repeat(100_000), { mode: 0o755 });
    await writeFile(join(source, 'empty'), '');
    await symlink('run', join(source, 'link'));
    const pod = tarPod(Buffer.alloc(0));
    const result = await copyInto(pod, source, '/srv/target', {});
    expect(pod.commands).toEqual(['tar -xopf - -C /srv']);
    expect(result).toEqual({ files: 3, bytes: 100_004, skipped: [] });
    const out = join(folder, 'out');
    await mkdir(out);
    execFileSync('tar', ['-xopf', '-', '-C', out], { input: Buffer.concat(pod.received) });
    expect(await filesOf(join(out, 'target'))).toEqual(await filesOf(source));
    expect((await stat(join(out, 'target/run'))).mode & 0o777).toBe(0o755);
    // And back: this is what GNU tar writes.
    const written = execFileSync('tar', ['-cf', '-', '-C', folder, './source']);
    await copyOut(tarPod(written), '/x/source', join(folder, 'back'), {});
    expect(await filesOf(join(folder, 'back'))).toEqual(await filesOf(source));
  });

  test('refuses a link that leads out, a missing file, and a path without a name', async () => {
    const source = join(folder, 'source');
    await mkdir(source);
    await symlink('../elsewhere', join(source, 'link'));
    await expect(copyInto(tarPod(Buffer.alloc(0)), source, '/srv/target', {})).rejects.toThrow(
      '"link" is a link to "../elsewhere", which leads out of what is copied; skipUnsafe leaves such files out',
    );
    const { skipped } = await copyInto(tarPod(Buffer.alloc(0)), source, '/srv/target', { skipUnsafe: true });
    expect(skipped).toEqual(['link']);
    await expect(copyInto(tarPod(Buffer.alloc(0)), join(folder, 'none'), '/srv/a', {})).rejects.toMatchObject(
      { code: 'ERR_COPY' },
    );
    await expect(copyInto(tarPod(Buffer.alloc(0)), source, '/', {})).rejects.toMatchObject({
      code: 'ERR_OPTION',
    });
    await expect(copyInto(tarPod(Buffer.alloc(0)), source, '/srv/..', {})).rejects.toMatchObject({
      code: 'ERR_OPTION',
    });
  });
});

test('sizes beyond 8 GiB and extended headers are read', async () => {
  async function* big(): AsyncGenerator<TarSource> {
    yield {
      path: 'big',
      type: 'file',
      mode: 0o644,
      mtime: 0,
      link: '',
      size: 9 * 1024 ** 3,
      content: async function* () {
        yield Buffer.from('x');
      },
    };
  }
  const chunks: Uint8Array[] = [];
  await expect(
    (async () => {
      for await (const chunk of tarOf(big())) chunks.push(chunk);
    })(),
  ).rejects.toThrow('big has 1 bytes instead of 9663676416');
  async function* head(): AsyncGenerator<Uint8Array> {
    yield Buffer.concat(chunks);
  }
  for await (const { size } of entriesOf(head())) {
    expect(size).toBe(9 * 1024 ** 3);
    break;
  }
});

test.each([
  ['a', 'b', true],
  ['a', './b/c', true],
  ['d/a', '../b', true],
  ['d/e/a', '../../b', true],
  ['a', '../b', false],
  ['d/a', '../../b', false],
  ['d/a', 'x/../../../b', false],
  ['a', '/etc', false],
  ['a', 'C:/x', false],
  ['a', '', false],
  ['d/a', '..', true],
])('a link at %j to %j stays inside: %j', (path, target, inside) => {
  expect(staysInside(path, target)).toBe(inside);
});
