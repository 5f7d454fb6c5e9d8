import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { packages, root } from '../../scripts/packages.mjs';

const guide = [
  {
    text: 'Guide',
    items: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Informers and caches', link: '/informers' },
      { text: 'Listers and indexes', link: '/listers' },
      { text: 'Is my cache fresh?', link: '/health' },
      { text: 'Clients', link: '/clients' },
      { text: 'Configuration and authentication', link: '/configuration' },
      { text: 'Types of the Kubernetes API', link: '/types' },
      { text: 'Custom resources', link: '/custom-resources' },
      { text: 'Types of custom resources', link: '/types-command' },
      { text: 'The command line', link: '/command-line' },
      { text: 'Selectors, namespaces, scopes', link: '/scopes' },
      { text: 'Writing a controller', link: '/controllers' },
      { text: 'The work queue', link: '/work-queue' },
      { text: 'Owners, finalizers, conditions, events', link: '/objects-and-events' },
      { text: 'Leader election', link: '/leader-election' },
      { text: 'Running controllers', link: '/manager' },
      { text: 'Many replicas', link: '/scale' },
      { text: 'Inspector', link: '/inspector' },
      { text: 'Metrics', link: '/metrics' },
      { text: 'Tracing', link: '/tracing' },
      { text: 'Testing a controller', link: '/testing-controllers' },
      { text: 'Errors, retries, outages', link: '/errors' },
      { text: 'Testing your program', link: '/testing' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'Coming from client-node', link: '/from-client-node' },
      { text: 'Coming from client-go', link: '/from-client-go' },
      { text: 'Coming from controller-runtime', link: '/from-controller-runtime' },
      { text: 'FAQ', link: '/faq' },
      { text: 'Speed and memory', link: '/performance' },
      { text: 'Security', link: '/security' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Compact caches', link: '/compact' },
      { text: 'The fault proxy', link: '/fault-proxy' },
      { text: 'Behaviour under faults', link: '/faults' },
      { text: 'Time to recover', link: '/recovery' },
      { text: 'The benchmarks', link: '/bench' },
    ],
  },
];

const pages = guide.flatMap(({ items }) => items);

/** The API reference: each entry has a folder, which TypeDoc names after the path of its source. */
function reference() {
  return packages
    .flatMap(({ entries }) => entries)
    .filter(({ specifier, output }) => specifier !== undefined && output !== 'dist/internal')
    .map(({ specifier, source }) => {
      const path = relative(join(root, 'packages'), source).replace(/(\/index)?\.ts$/, '');
      return { text: specifier, link: `/api/${path}/` };
    });
}

export default defineConfig({
  title: 'kube-informers',
  description: "client-go's informer system for TypeScript",
  srcExclude: ['node_modules/**', 'design/**'],
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
  /** Writes llms.txt (an index of the pages), llms-full.txt (their text) and each page's Markdown: see https://llmstxt.org. */
  buildEnd({ srcDir, outDir }) {
    const sections = guide.map(({ text, items }) => {
      const lines = items.map(
        (page) => `- [${page.text}](${page.link}.md): ${summary(sourceOf(srcDir, page))}`,
      );
      return `## ${text}\n\n${lines.join('\n')}\n`;
    });
    const index = ['# kube-informers\n', "> client-go's informer system for TypeScript.\n", ...sections];
    writeFileSync(join(outDir, 'llms.txt'), index.join('\n'));
    writeFileSync(join(outDir, 'llms-full.txt'), pages.map((page) => sourceOf(srcDir, page)).join('\n\n'));
    for (const page of pages) copyFileSync(join(srcDir, `${page.link}.md`), join(outDir, `${page.link}.md`));
  },
});

function sourceOf(srcDir, { link }) {
  return readFileSync(join(srcDir, `${link}.md`), 'utf8');
}

/** The first paragraph of a page. */
function summary(source) {
  return /^(?!#|---|```)\S.*(?:\n\S.*)*/m.exec(source)?.[0].replaceAll('\n', ' ') ?? '';
}
