import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import {
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StatusError } from '../meta/errors.js';
import type { WebSocketConnection } from '../rest/web-socket.js';
import { copyInto, copyOut, staysInside } from './copy.js';
import type { CopyOptions, CopyProgress } from './copy.js';
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

/** A pod whose tar writes these bytes and ends with this code; what it receives is kept. Only `folder` exists in it. */
function tarPod(
  given: Uint8Array,
  tarExitCode = 0,
  words = 'tar: it failed',
  folder?: string,
): PodStreams & { readonly received: Buffer[]; readonly commands: string[] } {
  const received: Buffer[] = [];
  const commands: string[] = [];
  const open = (
    _subresource: string,
    query: { readonly command?: unknown; readonly stdin?: unknown },
  ): Promise<WebSocketConnection> => {
    const command = query.command as string[];
    commands.push(command.join(' '));
    const isTar = command[0] === 'tar';
    const output = isTar ? given : Buffer.alloc(0);
    const exitCode = command[0] === 'test' ? (command[3] === folder ? 1 : 0) : isTar ? tarExitCode : 0;
    let inputEnded: (() => void) | undefined;
    const untilEnd = new Promise<void>((resolve) => {
      inputEnded = resolve;
    });
    async function* messages(): AsyncGenerator<Uint8Array> {
      for (let start = 0; start < output.length; start += 1000)
        yield Buffer.concat([Buffer.of(1), output.subarray(start, start + 1000)]);
      if (exitCode !== 0) yield Buffer.from(`\u0002${words}\n`);
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
      textOf: (data: Uint8Array) => Buffer.from(data).toString('utf8'),
      send: (message: Uint8Array) => {
        if (message[0] === 255) inputEnded?.();
        else received.push(Buffer.from(message.subarray(1)));
        return Promise.resolve();
      },
      close: () => inputEnded?.(),
      failAfter: () => undefined,
    });
  };
  return { pod: 'pods "web"', open, defaultContainer: () => Promise.resolve(undefined), received, commands };
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

/** An archive of the file `disk`, with these records in an extended header; with `realsize` it is a sparse one. */
async function sparseArchive(
  { size, realsize }: { readonly size: string; readonly realsize?: string },
  data: string,
): Promise<Buffer> {
  const sparse = realsize === undefined ? {} : { major: '1', minor: '0', name: './disk', realsize };
  const records = [
    ['size', size],
    ...Object.entries(sparse).map(([key, value]) => [`GNU.sparse.${key}`, value]),
  ];
  const text = records
    .map(([key, value]) => {
      const rest = ` ${key}=${value}\n`;
      const length = rest.length + (rest.length > 97 ? 3 : 2);
      return `${length}${rest}`;
    })
    .join('');
  const header = await archive({ path: 'pax', text });
  const file = await archive({ path: 'disk', text: data });
  header.write('x', 156);
  header.write('\0'.repeat(8), 148);
  const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 8 * 32);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header.subarray(0, -1024), file]);
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
    const result = await copyOut(pod, '/srv/app', target, { onProgress: (now) => progress.push(now.bytes) });
    expect(pod.commands).toEqual(['tar -cf - -C /srv ./app']);
    expect(result).toEqual({ files: 4, bytes: 3004, skipped: [], warnings: [] });
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

  test('links can be skipped, which lists them, or left out by a filter', async () => {
    const bytes = await archive(
      { path: 'app', type: 'directory' },
      { path: 'app/a', type: 'symlink', link: '/etc/passwd' },
      { path: 'app/b', text: 'b' },
      { path: 'app/c', type: 'directory' },
      { path: 'app/c/d', text: 'd' },
    );
    const skipping = await copyOut(tarPod(bytes), '/srv/app', join(folder, 'a'), { links: 'skip' });
    expect(skipping).toEqual({ files: 2, bytes: 2, skipped: ['a'], warnings: [] });
    const asked: string[] = [];
    const filter = (path: string): boolean => {
      asked.push(path);
      return path === 'b';
    };
    expect(await copyOut(tarPod(bytes), '/srv/app', join(folder, 'b'), { filter })).toMatchObject({
      files: 1,
    });
    expect(asked).toEqual(['a', 'b', 'c']);
    await expect(
      copyOut(tarPod(bytes), '/srv/app', join(folder, 'c'), {
        filter: (() => Promise.resolve(true)) as never,
      }),
    ).rejects.toThrow('the result of filter of copy from /srv/app of pods "web" must be true or false');
  });

  test('the path itself is never made a link', async () => {
    const bytes = await archive({ path: 'notes', type: 'symlink', link: '.ssh/id' });
    await expect(copyOut(tarPod(bytes), '/srv/notes', join(folder, 'notes'), {})).rejects.toThrow(
      `the path is a link to ".ssh/id"; links: 'follow' copies what it leads to`,
    );
    expect(await readdir(folder)).toEqual([]);
    const followed = tarPod(await archive({ path: './notes', text: 'x' }));
    await copyOut(followed, '/srv/notes', join(folder, 'notes'), { links: 'follow' });
    expect(followed.commands).toEqual(['tar -chf - -C /srv ./notes']);
  });

  test.each(['/srv/app/', '/srv/app/.'])('%s is what is in the folder', async (path) => {
    const pod = tarPod(await archive({ path: './', type: 'directory' }, { path: './a', text: 'a' }));
    await copyOut(pod, path, join(folder, 'new/deep'), { createParents: true });
    expect(pod.commands).toEqual(['tar -cf - -C /srv/app .']);
    expect(await filesOf(folder)).toEqual({ 'new/deep/a': 'a' });
  });

  test('names that are not UTF-8 keep their bytes', async () => {
    const names = ['x\xe9', 'x\xe8', Buffer.from('ü'.repeat(120)).toString('latin1')];
    const bytes = await archive(
      { path: 'app', type: 'directory' },
      ...names.map((name) => ({ path: `app/${name}`, text: name })),
    );
    await copyOut(tarPod(bytes), '/srv/app', join(folder, 'a'), {});
    const found = await readdir(join(folder, 'a'), { encoding: 'buffer' });
    expect(found.map((name) => name.toString('latin1')).toSorted()).toEqual(names.toSorted());
    const pod = tarPod(Buffer.alloc(0));
    await copyInto(pod, join(folder, 'a'), '/srv/app', {});
    const sent: string[] = [];
    async function* received(): AsyncGenerator<Uint8Array> {
      yield* pod.received;
    }
    for await (const { path } of entriesOf(received())) sent.push(path);
    expect(sent.toSorted()).toEqual(
      ['app', 'app/', ...names.map((name) => `app/${name}`)].toSorted().slice(1),
    );
  });

  test('the umask applies, and what exists keeps its mode', async () => {
    const before = process.umask(0o077);
    try {
      await mkdir(join(folder, 'home/.ssh'), { recursive: true, mode: 0o700 });
      const bytes = await archive(
        { path: 'x', type: 'directory', mode: 0o777 },
        { path: 'x/.ssh', type: 'directory', mode: 0o777 },
        { path: 'x/new', type: 'directory', mode: 0o777 },
        { path: 'x/run.sh', text: 'hi', mode: 0o777 },
      );
      await copyOut(tarPod(bytes), '/x', join(folder, 'home'), {});
      const modes = ['', '.ssh', 'new', 'run.sh'].map(
        async (path) => (await stat(join(folder, 'home', path))).mode,
      );
      expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o700, 0o700]);
    } finally {
      process.umask(before);
    }
  });

  test('a hard link to itself keeps the file', async () => {
    const bytes = await archive(
      { path: 'app', type: 'directory' },
      { path: 'app/a', text: 'a' },
      { path: 'app/a', type: 'hardlink', link: 'app/a' },
      { path: 'app/b', type: 'hardlink', link: 'app/a' },
      { path: 'app/b', type: 'hardlink', link: 'app/a' },
    );
    await copyOut(tarPod(bytes), '/srv/app', join(folder, 'a'), {});
    expect(await filesOf(join(folder, 'a'))).toEqual({ a: 'a', b: 'a' });
  });

  test('a hard link leads to a file of the archive, never to one that was here before', async () => {
    const root = join(folder, 'a');
    await mkdir(root);
    await writeFile(join(root, 'secret'), 'mine');
    const top = { path: 'app', type: 'directory' } as const;
    const again = { path: 'app/b', type: 'hardlink', link: 'app/secret' } as const;
    const alone = await archive(top, again);
    await expect(copyOut(tarPod(alone), '/srv/app', root, {})).rejects.toThrow(
      '"b" is a hard link to "secret", which the archive does not have',
    );
    const both = await archive(top, { path: 'app/secret', text: 'theirs' }, again);
    const filter = (path: string): boolean => path !== 'secret';
    await expect(copyOut(tarPod(both), '/srv/app', root, { filter })).rejects.toThrow(
      '"b" is a hard link to "secret", which filter leaves out: keep both, or none',
    );
    expect(await filesOf(root)).toEqual({ secret: 'mine' });
  });

  test('a second name of a symbolic link is one, too', async () => {
    const source = join(folder, 'source');
    await mkdir(join(source, 'deep'), { recursive: true });
    await symlink('x', join(source, 'one'));
    await link(join(source, 'one'), join(source, 'two'));
    const bytes = execFileSync('tar', ['-cf', '-', '-C', folder, './source']);
    await copyOut(tarPod(bytes), '/srv/source', join(folder, 'kept'), {});
    expect(await filesOf(join(folder, 'kept'))).toEqual({ one: 'x', two: 'x' });
    const { skipped } = await copyOut(tarPod(bytes), '/srv/source', join(folder, 'skipped'), {
      links: 'skip',
    });
    expect(skipped.toSorted()).toEqual(['one', 'two']);
    // Where it leads depends on its own place.
    const hostile = await archive(
      { path: 'app/deep/one', type: 'symlink', link: '../x' },
      { path: 'app/two', type: 'hardlink', link: 'app/deep/one' },
    );
    await expect(copyOut(tarPod(hostile), '/srv/app', join(folder, 'hostile'), {})).rejects.toThrow(
      '"two" is a link to "../x", which leads out of what is copied',
    );
  });

  test('the last entry of a name counts', async () => {
    const bytes = await archive(
      { path: 'app/a', type: 'symlink', link: 'b' },
      { path: 'app/a', text: 'a' },
      { path: 'app/b', text: 'b' },
      { path: 'app/b', type: 'symlink', link: 'a' },
    );
    await copyOut(tarPod(bytes), '/srv/app', join(folder, 'app'), {});
    expect(await filesOf(join(folder, 'app'))).toEqual({ a: 'a', b: 'a' });
  });

  test('a sparse file of bsdtar has its holes', async () => {
    const map = '2\n1024\n3\n4096\n2\n';
    const data = `${map}${'\0'.repeat(512 - map.length)}abcde`;
    const bytes = await sparseArchive({ size: String(Buffer.byteLength(data)), realsize: '8192' }, data);
    await copyOut(tarPod(bytes), '/srv/disk', join(folder, 'disk'), {});
    const content = await readFile(join(folder, 'disk'));
    expect(content.length).toBe(8192);
    expect([content.toString('latin1', 1024, 1027), content.toString('latin1', 4096, 4098)]).toEqual([
      'abc',
      'de',
    ]);
    expect(content.filter((byte) => byte !== 0)).toHaveLength(5);
  });

  test.each([
    ['a fraction', { size: '5.5' }, 'hello'],
    ['a negative size', { size: '-1' }, 'hello'],
    ['a size beyond all integers', { size: '99999999999999999999' }, 'hello'],
    ['parts that overlap', { size: '517', realsize: '100' }, `2\n0\n3\n1\n2\n${'\0'.repeat(502)}abcde`],
    ['parts beyond the end', { size: '517', realsize: '4' }, `1\n0\n5\n${'\0'.repeat(506)}abcde`],
    ['more parts than there are', { size: '517', realsize: '9' }, `99\n0\n5\n${'\0'.repeat(505)}abcde`],
    ['a part that is no number', { size: '517', realsize: '9' }, `1\nx\n5\n${'\0'.repeat(506)}abcde`],
  ])('%s in an extended header is an error', async (_name, records, data) => {
    const bytes = await sparseArchive(records, data);
    await expect(copyOut(tarPod(bytes), '/srv/disk', join(folder, 'disk'), {})).rejects.toMatchObject({
      code: 'ERR_COPY',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('a file that changed while tar read it is a warning', async () => {
    const bytes = await archive({ path: 'app', text: 'hello' });
    const grew = 'tar: ./app: file changed as we read it';
    const { warnings } = await copyOut(tarPod(bytes, 1, grew), '/srv/app', join(folder, 'a'), {});
    expect(warnings).toEqual([grew]);
    for (const [code, words] of [
      [2, grew],
      [1, `${grew}\ntar: ./b: Cannot open: Permission denied`],
      [1, ''],
    ] as const)
      await expect(copyOut(tarPod(bytes, code, words), '/srv/app', join(folder, 'b'), {})).rejects.toThrow(
        `tar ended with exit code ${code}`,
      );
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

  test('of small files that are written together, one that fails ends the copy, and the others are whole', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `f${index}`);
    const parts = names.map((name) => ({ path: `app/${name}`, text: name.repeat(500) }));
    const whole = await archive({ path: 'app', type: 'directory' }, ...parts, {
      path: 'app/f1',
      text: 'last',
    });
    const target = join(folder, 'a');
    expect(await copyOut(tarPod(whole), '/srv/app', target, {})).toMatchObject({ files: 41 });
    const found = await filesOf(target);
    expect(found['f1']).toBe('last');
    expect(found['f39']).toBe('f39'.repeat(500));
    await rm(join(target, 'f20'));
    await mkdir(join(target, 'f20'));
    await expect(copyOut(tarPod(whole), '/srv/app', target, {})).rejects.toThrow('f20" is a folder');
    for (const name of await readdir(target)) expect(name).toMatch(/^f\d+$/);
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
    expect(pod.commands).toEqual(['test ! -d /srv/target', 'tar -xopf - -C /srv']);
    expect(result).toEqual({ files: 3, bytes: 100_004, skipped: [], warnings: [] });
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

  test('sends headers and small files together', async () => {
    const source = join(folder, 'source');
    await mkdir(source);
    for (let index = 0; index < 100; index++) await writeFile(join(source, `f${index}`), 'x'.repeat(2000));
    const pod = tarPod(Buffer.alloc(0));
    await copyInto(pod, source, '/srv/target', {});
    const sizes = pod.received.map(({ length }) => length);
    // A header and a file take five blocks.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(512 + 100 * 2560 + 1024);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32 * 1024);
    expect(sizes.length).toBeLessThanOrEqual(9);
  });

  test('does not follow a link that takes the place of a file during the copy', async () => {
    const source = join(folder, 'source');
    await mkdir(source);
    await writeFile(join(folder, 'secret'), 'hunter2'.repeat(20_000));
    await writeFile(join(source, 'a'), 'a');
    await writeFile(join(source, 'b'), 'b'.repeat(140_000));
    const pod = tarPod(Buffer.alloc(0));
    const onProgress = ({ path }: CopyProgress): void => {
      if (path !== 'a') return;
      rmSync(join(source, 'b'));
      symlinkSync(join(folder, 'secret'), join(source, 'b'));
    };
    await expect(copyInto(pod, source, '/srv/target', { onProgress })).rejects.toMatchObject({
      code: 'ERR_COPY',
    });
    expect(Buffer.concat(pod.received).includes('hunter2')).toBe(false);
  });

  test('links are kept, followed or skipped: this machine is trusted', async () => {
    const source = join(folder, 'venv');
    await mkdir(join(source, 'bin'), { recursive: true });
    await writeFile(join(folder, 'python3'), 'elf');
    await symlink(join(folder, 'python3'), join(source, 'bin/python3'));
    const sent = async (options: CopyOptions): Promise<[string, string][]> => {
      const pod = tarPod(Buffer.alloc(0));
      await copyInto(pod, source, '/srv/venv', options);
      async function* received(): AsyncGenerator<Uint8Array> {
        yield* pod.received;
      }
      const entries: [string, string][] = [];
      for await (const { path, type } of entriesOf(received())) entries.push([path, type]);
      return entries.slice(2);
    };
    expect(await sent({})).toEqual([['venv/bin/python3', 'symlink']]);
    expect(await sent({ links: 'follow' })).toEqual([['venv/bin/python3', 'file']]);
    expect(await sent({ links: 'skip' })).toEqual([]);
    expect(await sent({ filter: (path) => path !== 'bin' })).toEqual([]);
    await symlink('..', join(source, 'bin/up'));
    await expect(sent({ links: 'follow' })).rejects.toThrow('"bin/up" leads to a folder that holds it');
  });

  test('makes the folders above the target if asked to', async () => {
    await writeFile(join(folder, 'a'), 'a');
    const pod = tarPod(Buffer.alloc(0));
    await copyInto(pod, join(folder, 'a'), '/srv/new/a', { createParents: true });
    expect(pod.commands).toEqual(['test ! -d /srv/new/a', 'mkdir -p -- /srv/new', 'tar -xopf - -C /srv/new']);
  });

  test('a file that would replace a folder is a plain error, before tar replaces it', async () => {
    await writeFile(join(folder, 'a'), 'a');
    const pod = tarPod(Buffer.alloc(0), 0, '', '/srv');
    await expect(copyInto(pod, join(folder, 'a'), '/srv', {})).rejects.toThrow(
      '"/srv" is a folder in the container; name the file in the path',
    );
    expect(pod.commands).toEqual(['test ! -d /srv']);
  });

  test('a folder goes into the one that exists, which tar would replace if it is a link', async () => {
    const source = join(folder, 'dist');
    await mkdir(source);
    await writeFile(join(source, 'index.html'), 'hi');
    const real = join(folder, 'releases/1');
    await mkdir(real, { recursive: true });
    const current = join(folder, 'current');
    await symlink(real, current);
    const pod = tarPod(Buffer.alloc(0), 0, '', `${current}/`);
    await copyInto(pod, source, `${current}/`, { createParents: true });
    expect(pod.commands).toEqual([`test ! -d ${current}/`, `tar -xopf - -C ${current}`]);
    // As the tar of a container does.
    const [, ...args] = pod.commands[1]?.split(' ') ?? [];
    execFileSync('tar', args, { input: Buffer.concat(pod.received) });
    expect(await filesOf(real)).toEqual({ 'index.html': 'hi' });
    expect(await readlink(current)).toBe(real);
  });

  test('needs tar only', async () => {
    await writeFile(join(folder, 'a'), 'a');
    const pod = tarPod(Buffer.alloc(0));
    const bare: PodStreams = {
      ...pod,
      open: (subresource, query, ...rest) => {
        if (!String(query['command']).startsWith('test,')) return pod.open(subresource, query, ...rest);
        const message = 'exec: "test": executable file not found in $PATH';
        return Promise.reject(new StatusError({ status: 'Failure', code: 500, message }));
      },
    };
    expect(await copyInto(bare, join(folder, 'a'), '/srv/a', {})).toMatchObject({ files: 1 });
  });

  test('a time after 2242 is the latest that a header holds', async () => {
    async function* written(): AsyncGenerator<Uint8Array> {
      yield await archive({ path: 'a', mtime: 8 ** 11 + 1000 });
    }
    for await (const { mtime } of entriesOf(written())) expect(mtime).toBe(8 ** 11 - 1);
  });

  test('a tar that ends before it has read everything is an error', async () => {
    await writeFile(join(folder, 'a'), 'x'.repeat(200_000));
    const hasty: PodStreams = {
      ...tarPod(Buffer.alloc(0)),
      open: (subresource, query, ...rest) =>
        tarPod(Buffer.alloc(0)).open(subresource, { ...query, stdin: false }, ...rest),
    };
    await expect(copyInto(hasty, join(folder, 'a'), '/srv/a', {})).rejects.toThrow(
      'tar ended before it had the whole archive',
    );
  });

  test('refuses a missing file, and a path without a name', async () => {
    const source = join(folder, 'source');
    await mkdir(source);
    await expect(copyInto(tarPod(Buffer.alloc(0)), join(folder, 'none'), '/srv/a', {})).rejects.toMatchObject(
      { code: 'ERR_COPY' },
    );
    await expect(copyInto(tarPod(Buffer.alloc(0)), source, '/', {})).rejects.toMatchObject({
      code: 'ERR_OPTION',
    });
    await expect(copyInto(tarPod(Buffer.alloc(0)), source, '/srv/..', {})).rejects.toMatchObject({
      code: 'ERR_OPTION',
    });
    await expect(
      copyInto(tarPod(Buffer.alloc(0)), source, '/srv/a', { links: 'none' as never }),
    ).rejects.toThrow('must be keep, follow or skip, got "none"');
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
