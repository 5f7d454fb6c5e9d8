import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const guide = [
  {
    text: 'Guide',
    items: [{ text: 'Getting started', link: '/getting-started' }],
  },
];

const pages = guide.flatMap(({ items }) => items);

/** The API reference, one group per entry point, from the folders that TypeDoc wrote. */
function reference() {
  const folder = new URL('../api', import.meta.url).pathname;
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => ({
    text: name === 'index' ? 'kube-informers' : `kube-informers/${name.replace(/\/index$/, '')}`,
    link: `/api/${name}/`,
  }));
}

export default defineConfig({
  title: 'kube-informers',
  description: "client-go's informer system for TypeScript",
  srcExclude: ['node_modules/**'],
  cleanUrls: true,
  lastUpdated: false,
  // Docstrings name types such as Lister<T>, which would be read as elements.
  markdown: { html: false },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'API reference', link: '/api/' },
    ],
    sidebar: [...guide, { text: 'API reference', items: reference() }],
  },
  /** Writes llms.txt (an index of the pages) and llms-full.txt (their text): see https://llmstxt.org. */
  buildEnd({ srcDir, outDir }) {
    const texts = pages.map(({ text, link }) => ({
      text,
      link,
      source: readFileSync(join(srcDir, `${link}.md`), 'utf8'),
    }));
    const summary = (source) =>
      /^(?!#|---|```)\S.*(?:\n\S.*)*/m.exec(source)?.[0].replaceAll('\n', ' ') ?? '';
    const index = texts.map(({ text, link, source }) => `- [${text}](${link}.md): ${summary(source)}`);
    writeFileSync(
      join(outDir, 'llms.txt'),
      `# kube-informers\n\n> client-go's informer system for TypeScript.\n\n## Guide\n\n${index.join('\n')}\n`,
    );
    writeFileSync(join(outDir, 'llms-full.txt'), texts.map(({ source }) => source).join('\n\n'));
  },
});
