// What the built site shows: `npm run docs` builds it and runs this.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import MiniSearch from 'minisearch';
import config from '../.vitepress/config.mjs';

const dist = join(import.meta.dirname, '../.vitepress/dist');
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
const pages = new Map(
  files
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, readFileSync(join(dist, file), 'utf8')]),
);
const { sidebar, search } = config.themeConfig;

/** What stands on a page, without its code. */
const prose = (html) => html.replaceAll(/<(pre|code|script)\b[^]*?<\/\1>/g, '');
const text = (html) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .trim();

await test('no page shows the tags of an element as text', () => {
  for (const [file, html] of pages)
    assert.doesNotMatch(prose(html), /&lt;\/?(picture|source|img|a|br|div|details|kbd|sub|sup|!--)\b/, file);
});

await test('a page has the title that the sidebar gives it', () => {
  for (const { text: title, link } of sidebar['/'].flatMap(({ items }) => items)) {
    const [, heading] = /<h1[^>]*>([^]*?)<a class="header-anchor"/.exec(pages.get(`${link.slice(1)}.html`));
    assert.equal(text(heading), title);
  }
});

await test('every link to a place in a page leads to one', () => {
  const ids = new Map(
    [...pages].map(([file, html]) => [
      file,
      new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const dead = [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/ href="([^":]*)#([^"]+)"/g)]
      .map(([, path, id]) => {
        const target = path === '' ? file : posix.join(posix.dirname(`/${file}`), path).slice(1);
        const found =
          ids.get(target) ?? ids.get(`${target}.html`) ?? ids.get(posix.join(target, 'index.html'));
        return { file, path, id, there: found?.has(decodeURIComponent(id)) };
      })
      .filter(({ there }) => !there),
  );
  assert.deepEqual(dead, []);
});

await test('every error code has an address', () => {
  const html = pages.get('error-codes.html');
  const codes = [...html.matchAll(/<td><code>(ERR_\w+)<\/code>/g)].map(([, code]) => code);
  assert.ok(codes.length > 100);
  assert.deepEqual(
    codes.filter((code) => !html.includes(`<tr id="${code}">`)),
    [],
  );
});

await test('a search for a symptom begins with the page that helps', async () => {
  const { default: json } = await import(
    join(
      dist,
      files.find((file) => file.includes('@localSearchIndexroot')),
    )
  );
  const index = MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: search.options.miniSearch.searchOptions,
  });
  const first = (query) => index.search(query)[0]?.id;
  for (const [query, page] of [
    ['403', '/errors'],
    ['forbidden', '/errors'],
    ['429', '/errors'],
    ['pods not updating', '/not-updating'],
    ['stale cache', '/health'],
    ['ERR_PROJECTED', '/error-codes'],
    ['glossary', '/glossary'],
    ['finalizer', '/glossary'],
    ['resourceVersion', '/glossary'],
  ])
    assert.ok(first(query)?.startsWith(page), `${query}: ${first(query)}`);
});
