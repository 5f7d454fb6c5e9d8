// Packs the inspector's page, the files of packages/inspector/src/page, into one HTML text.
//
// `inspectorPage()` is a plugin for rolldown and for vitest: it replaces the module packages/inspector/src/page-text.ts by one
// that exports the text, so that the build and the tests have the same page, and nothing generated is in the repository.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = join(resolve(dirname(fileURLToPath(import.meta.url)), '..'), 'packages/inspector/src/page');
const notice =
  '/*! With Preact, (c) 2015-present Jason Miller, MIT licence: https://github.com/preactjs/preact */';

/** Returns the page: its style and its script stand in it, so that it needs no other request. */
export async function packPage() {
  const bundle = await rolldown({
    input: join(folder, 'main.tsx'),
    platform: 'browser',
    tsconfig: join(folder, 'tsconfig.json'),
    // What the page takes from the library stands beside modules that need these.
    external: [/^node:/, 'yaml', /^undici/],
    transform: { target: 'es2022' },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
  await bundle.close();
  if (output.length !== 1) throw new Error(`the page must be one file, got ${output.length}`);
  if (output[0].imports.length > 0) throw new Error(`the page cannot import ${output[0].imports.join(', ')}`);
  // As in a string of HTML's own: the text of the script must not end it.
  const script = `${notice}\n${output[0].code.trim()}`.replaceAll('</script', String.raw`<\/script`);
  const style = readFileSync(join(folder, 'style.css'), 'utf8')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();
  const html = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll(/\n\s*/g, '');
  return html
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`);
}

let packed;

/** The plugin: see above. */
export function inspectorPage() {
  return {
    name: 'inspector-page',
    async load(id) {
      if (!id.replaceAll('\\', '/').endsWith('inspector/src/page-text.ts')) return null;
      packed ??= packPage();
      return `export const pageHtml = ${JSON.stringify(await packed)};`;
    },
  };
}
