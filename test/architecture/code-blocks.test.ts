import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packages } from '../../scripts/packages.mjs';

const root = resolve(import.meta.dirname, '../..');

interface CodeBlock {
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly runs: boolean;
  /** The name by which other blocks import it. */
  readonly file?: string;
  readonly code: string;
}

// test/package/run.mjs runs on Nodes that read no TypeScript, so this module is JavaScript.
const { codeBlocks, missingDeclarations } = (await import(
  new URL('../package/code-blocks.mjs', import.meta.url).href
)) as {
  codeBlocks: (root: string) => readonly CodeBlock[];
  missingDeclarations: (code: string) => readonly string[];
};
const blocks = codeBlocks(root);
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const entries = packages.flatMap((each) => each.entries).filter(({ specifier }) => specifier !== undefined);

test('every TypeScript and JavaScript block compiles', { timeout: 120_000 }, async () => {
  const sources = blocks.filter(({ language }) => language === 'ts' || language === 'js');
  expect(sources.length).toBeGreaterThan(30);
  const folder = await mkdtemp(join(tmpdir(), 'kube-informers-code-blocks-'));
  try {
    for (const { document, line, language, runs, code, file: given } of sources) {
      const file = given ?? `${document.replaceAll('/', '_')}_${line}.m${language}`;
      const around = runs || given !== undefined ? [] : missingDeclarations(code);
      // Without an import or export the compiler would take it for a script.
      await writeFile(join(folder, file), `${code}${around.join(' ')}export {};\n`);
    }
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    // Packages that a program uses beside the library.
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const paths = entries.map(({ specifier, source }) => [specifier, [source]]);
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        allowImportingTsExtensions: true,
        allowJs: true,
        checkJs: true,
        noUnusedLocals: false,
        noUnusedParameters: false,
        typeRoots: [join(root, 'node_modules/@types')],
        paths: Object.fromEntries(paths),
      },
      include: ['*'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(await compile(folder)).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** What the compiler reports. */
async function compile(folder: string): Promise<string> {
  try {
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

test('every guide page begins with a program that runs', async () => {
  const config = await readFile(join(root, 'docs/.vitepress/config.mjs'), 'utf8');
  // All but those marked as reference.
  const [guide = ''] = config.split('const pages');
  const pages = [...guide.matchAll(/link: '\/([\w-]+)' }/g)].map(([, page]) => `docs/${page}.md`);
  expect(pages.length).toBeGreaterThan(10);
  const first = pages.map((page) =>
    blocks.find(({ document, language }) => document === page && language === 'ts'),
  );
  expect(pages.filter((_page, index) => first[index]?.runs !== true)).toEqual([]);
});

test('every command line of a shell block names a command, a script and flags that exist', async () => {
  const command = await readFile(join(root, 'packages/cli/src/run.ts'), 'utf8');
  const lines = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ document, line, code }) =>
      code
        .split('\n')
        .flatMap((text) => text.replace(/ # .*|^# .*/, '').split(/ && | \| /))
        .map((text) => ({ where: `${document}:${line}`, words: text.trim().split(/\s+/) })),
    )
    // Variables that are set for one command.
    .map(({ where, words }) => ({ where, words: words.filter((word) => !/^[A-Z]\w*=/.test(word)) }))
    .filter(({ words }) => words[0] !== undefined && words[0] !== '');
  expect(lines.length).toBeGreaterThan(10);
  const wrong = lines.filter(({ words: [name = '', second = '', third = '', ...rest] }) => {
    if (name === 'npm' && second === 'run') return !(third in manifest.scripts) && third !== '--prefix';
    if (name === 'npm') return !/^(ci|init|install|pkg|start|test)$/.test(second);
    const isOurs =
      (name === 'npx' && /^(@kube-informers\/cli|kube-informers)$/.test(second)) ||
      (name === 'node' && second === 'packages/cli/dist/main.js');
    if (!isOurs)
      return !/^(node|bun|deno|npx|pnpm|yarn|mkdir|cd|kubectl|kind|docker|openssl|setup-envtest|export)$/.test(
        name,
      );
    if (!command.includes(`.command('${third}'`)) return third !== '--version';
    return rest.some((word) => word.startsWith('-') && !command.includes(word));
  });
  expect(wrong).toEqual([]);
});

test('every entry point that README names exists, and the other way round', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const named = new Set(
    [...readme.matchAll(/`(@?kube-informers(?:\/[\w-]+)?)`/g)].map(([, entry = '']) => entry),
  );
  // `internal` is public to nobody, and @kube-informers/cli has no entry.
  const expected = entries
    .map(({ specifier = '' }) => specifier)
    .filter((name) => !name.endsWith('/internal'));
  expect([...named].toSorted()).toEqual([...expected, '@kube-informers/cli'].toSorted());
});
