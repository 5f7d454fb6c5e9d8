import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { packages } from '../../scripts/packages.mjs';
import { missingDeclarations } from '../../test/package/code-blocks.mjs';

const title = 'kube-informers';
const description =
  'Keep a local copy of Kubernetes resources that follows the cluster, and write controllers on it, in TypeScript.';

/** Where the site is published, such as https://example.com: link previews need the whole address of a picture. */
const site = process.env['DOCS_URL'] ?? '';

/**
 * The first group is a path, whose pages end with "Next:"; the others are for those who look for something. A page of the reference may
 * begin without a program that runs: see test/architecture/code-blocks.test.ts.
 */
const guide = [
  {
    text: 'Learn, in this order',
    items: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Informers and caches', link: '/informers' },
      { text: 'Listers and indexes', link: '/listers' },
      { text: 'Clients', link: '/clients' },
      { text: 'Custom resources', link: '/custom-resources' },
      { text: 'Writing a controller', link: '/controllers' },
      { text: 'Testing a controller', link: '/testing-controllers' },
      { text: 'From a definition to a running operator', link: '/operator', reference: true },
      { text: 'Deploying an operator', link: '/deploying' },
      { text: 'Words of Kubernetes', link: '/glossary', reference: true },
    ],
  },
  {
    text: 'Migrate',
    items: [
      { text: 'Coming from client-node', link: '/from-client-node' },
      { text: 'Coming from client-go', link: '/from-client-go' },
      { text: 'Coming from controller-runtime', link: '/from-controller-runtime' },
    ],
  },
  {
    text: 'Read a cluster',
    items: [
      { text: 'Configuration and authentication', link: '/configuration' },
      { text: 'Selectors, namespaces, scopes', link: '/scopes' },
      { text: 'Is my cache fresh?', link: '/health' },
      { text: 'Choosing a cache', link: '/choosing-a-cache' },
      { text: 'The compact cache', link: '/compact', reference: true },
      { text: 'Start while the API server is away', link: '/snapshots' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'The command line', link: '/command-line' },
    ],
  },
  {
    text: 'Write to it',
    items: [
      { text: 'Applying a manifest', link: '/manifests' },
      { text: 'Exec, ports and copies', link: '/streams' },
      { text: 'Following logs', link: '/logs' },
      { text: 'Users and permissions', link: '/users' },
      { text: 'A watch for one user', link: '/user-watches' },
    ],
  },
  {
    text: 'Kinds and their rules',
    items: [
      { text: 'Types of the Kubernetes API', link: '/types' },
      { text: 'Types of custom resources', link: '/types-command' },
      { text: 'Validation', link: '/validation' },
      { text: 'Webhooks', link: '/webhooks' },
      { text: 'Versions of a kind', link: '/versions' },
    ],
  },
  {
    text: 'Run controllers',
    items: [
      { text: 'Owners, finalizers, conditions, events', link: '/objects-and-events' },
      { text: 'The work queue', link: '/work-queue' },
      { text: 'Running controllers', link: '/manager' },
      { text: 'Leader election', link: '/leader-election' },
      { text: 'Many replicas', link: '/scale' },
      { text: 'Bundling', link: '/bundling' },
    ],
  },
  {
    text: 'Find out what is wrong',
    items: [
      { text: 'My cache is not updating', link: '/not-updating' },
      { text: 'Errors, retries, outages', link: '/errors' },
      { text: 'Every error code', link: '/error-codes', reference: true },
      { text: 'Inspector', link: '/inspector' },
      { text: 'Metrics', link: '/metrics' },
      { text: 'Tracing', link: '/tracing' },
      { text: 'FAQ', link: '/faq' },
    ],
  },
  {
    text: 'Test',
    items: [
      { text: 'Testing your program', link: '/testing' },
      { text: 'Test against the real API server', link: '/real-api-server' },
      { text: 'The fault proxy', link: '/fault-proxy', reference: true },
      { text: 'A test server for other languages', link: '/other-languages', reference: true },
    ],
  },
  {
    text: 'What it promises',
    items: [
      { text: 'Versions and stability', link: '/stability', reference: true },
      { text: 'Versions of Kubernetes', link: '/compatibility', reference: true },
      { text: 'Security', link: '/security' },
      { text: 'Faults and recovery', link: '/faults', reference: true },
      { text: 'Recovery compared with client-go', link: '/recovery', reference: true },
      { text: 'Speed and memory', link: '/performance' },
      { text: 'Benchmarks', link: '/bench', reference: true },
    ],
  },
];

const pages = guide.flatMap(({ items }) => items);

const { version, repository: given } = packages[0].manifest;
/** Where the sources are; undefined until package.json says it. */
const repository = (given?.url ?? given)?.replace(/^git\+/, '').replace(/\.git$/, '');

/** The API reference: each entry has a page, or a folder with a page for each section: see typedoc-entries.mjs. */
const entries = packages
  .flatMap((each) => each.entries)
  .filter(({ specifier, output }) => specifier !== undefined && output !== 'dist/internal')
  .map(({ specifier }) => {
    const folder = join(import.meta.dirname, '../api', specifier);
    if (!existsSync(join(folder, 'index.md'))) return { text: specifier, link: `/api/${specifier}` };
    // Beside them are the pages of other entries, which are in lower case.
    const sections = readdirSync(folder).filter((name) => /^[A-Z].*\.md$/.test(name));
    const items = sections.map((file) => {
      const name = file.slice(0, -'.md'.length);
      return { text: name.replaceAll('-', ' '), link: `/api/${specifier}/${name}` };
    });
    return { text: specifier, link: `/api/${specifier}/`, collapsed: true, items };
  });
const reference = [{ text: 'API reference', items: [{ text: 'Overview', link: '/api/' }, ...entries] }];

export default defineConfig({
  title,
  description,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:site_name', content: title }],
    ['meta', { property: 'og:image', content: `${site}/og-image.png` }],
    ['meta', { property: 'og:image:width', content: '1200' }],
    ['meta', { property: 'og:image:height', content: '630' }],
    ['meta', { property: 'og:image:alt', content: 'kube-informers: a live table of pods in a terminal' }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ['meta', { name: 'twitter:image', content: `${site}/og-image.png` }],
  ],
  srcExclude: ['node_modules/**', 'design/**'],
  cleanUrls: true,
  lastUpdated: false,
  markdown: { config: extendMarkdown, languageAlias: { mjs: 'js' } },
  transformPageData(page, { siteConfig }) {
    // The pages of the reference follow no order, and are made from docstrings.
    if (page.relativePath.startsWith('api/'))
      Object.assign(page.frontmatter, { prev: false, next: false, editLink: false });
    else if (page.relativePath !== 'index.md')
      page.description = summary(readFileSync(join(siteConfig.srcDir, page.relativePath), 'utf8'));
  },
  /** What a link preview shows. */
  transformHead: ({ pageData }) => [
    ['meta', { property: 'og:title', content: pageData.title || title }],
    ['meta', { property: 'og:description', content: pageData.description || description }],
  ],
  themeConfig: {
    logo: '/favicon.svg',
    search: {
      provider: 'local',
      options: {
        // Of a page of the reference only its names, so that the index stays small and the guide is found first.
        _render(source, env, markdown) {
          if (!env.relativePath.startsWith('api/')) return markdown.render(source, env);
          const headings = markdown.render((source.match(/^#+ .*$/gm) ?? []).join('\n\n'), env);
          return (headings.match(/<h([13])[^]*?<\/h\1>/g) ?? []).join('');
        },
        miniSearch: {
          searchOptions: {
            // A status code means itself alone.
            fuzzy: (term) => (/\d/.test(term) ? false : 0.2),
            prefix: true,
            boost: { title: 4, text: 2, titles: 1 },
            boostDocument: (id) => (id.startsWith('/api/') ? 0.2 : 1),
          },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'API reference', link: '/api/' },
      {
        text: version,
        items: [
          { text: 'Changelog', link: '/changelog/' },
          { text: 'Versions and stability', link: '/stability' },
        ],
      },
    ],
    ...(repository !== undefined && {
      editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page' },
      socialLinks: [{ icon: 'github', link: repository }],
    }),
    sidebar: { '/api/': reference, '/': guide },
  },
  /** Writes llms.txt (an index of the pages), llms-full.txt (their text) and each page's Markdown: see https://llmstxt.org. */
  buildEnd({ srcDir, outDir }) {
    const sections = guide.map(({ text, items }) => {
      const lines = items.map(
        (page) => `- [${page.text}](${page.link}.md): ${summary(sourceOf(srcDir, page))}`,
      );
      return `## ${text}\n\n${lines.join('\n')}\n`;
    });
    const index = [`# ${title}\n`, `> ${description}\n`, ...sections];
    writeFileSync(join(outDir, 'llms.txt'), index.join('\n'));
    writeFileSync(join(outDir, 'llms-full.txt'), pages.map((page) => sourceOf(srcDir, page)).join('\n\n'));
    for (const page of pages) copyFileSync(join(srcDir, `${page.link}.md`), join(outDir, `${page.link}.md`));
  },
});

/** Blocks of code by their text: the index of the search renders each page once more. */
const highlighted = new Map();

/** Labels excerpts, and gives the row of an error code its address: error-codes#ERR_OPTION. */
function extendMarkdown(markdown) {
  const { highlight } = markdown.options;
  markdown.options.highlight = (...block) => {
    const key = block.join('\n');
    if (!highlighted.has(key)) highlighted.set(key, highlight(...block));
    return highlighted.get(key);
  };
  markdown.core.ruler.before('normalize', 'changelog', (state) => {
    if (state.env.relativePath === 'changelog/index.md') state.src = state.src.replaceAll('](docs/', '](../');
  });
  markdown.core.ruler.push('error-codes', ({ tokens, env }) => {
    if (env.relativePath !== 'error-codes.md') return;
    for (const [index, token] of tokens.entries()) {
      const [, code] = /^`(ERR_\w+)`/.exec(tokens[index + 2]?.content ?? '') ?? [];
      if (token.type === 'tr_open' && code !== undefined) token.attrSet('id', code);
    }
  });
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const block = fence(tokens, index, options, env, self);
    const { info, content } = tokens[index];
    const isExcerpt =
      /^[jt]s\b(?! run)/.test(info) &&
      !env.relativePath?.startsWith('api/') &&
      missingDeclarations(content).length > 0;
    return isExcerpt ? `<div class="excerpt">${block}</div>` : block;
  };
}

function sourceOf(srcDir, { link }) {
  return readFileSync(join(srcDir, `${link}.md`), 'utf8');
}

/** The first paragraph of a page, as text. */
function summary(source) {
  const [paragraph = ''] = /^(?!#|---|```|title:)\S.*(?:\n\S.*)*/m.exec(source) ?? [];
  return paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
