// Takes the picture that a link to the guide shows elsewhere, docs/public/og-image.png; needs Chromium, or its path in CHROMIUM:
//
//     node docs/images/og-image.mjs
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const here = import.meta.dirname;
const executablePath =
  process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const image = (file, type) =>
  `data:image/${type};base64,${readFileSync(join(here, file)).toString('base64')}`;

const page = `<!doctype html>
<style>
  body { margin: 0; width: 1200px; height: 630px; background: #f4f6fb; font-family: 'DejaVu Sans', system-ui, sans-serif; color: #213547; overflow: hidden }
  header { display: flex; align-items: center; gap: 28px; padding: 56px 64px 0 }
  header img { width: 92px }
  h1 { margin: 0; font-size: 68px; letter-spacing: -1.5px }
  p { margin: 26px 64px 0; font-size: 33px; line-height: 1.35 }
  .table { position: absolute; left: 64px; right: 64px; top: 330px; border-radius: 14px 14px 0 0; overflow: hidden }
  .table img { width: 100%; display: block }
</style>
<header><img src="${image('../public/favicon.svg', 'svg+xml')}" alt=""><h1>kube-informers</h1></header>
<p>Kubernetes caches and controllers in TypeScript,<br>as client-go does it in Go</p>
<div class="table"><img src="${image('table.svg', 'svg+xml')}" alt=""></div>`;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await tab.setContent(page);
  await tab.evaluate(() => Promise.all(Array.from(document.images, (each) => each.decode())));
  await tab.screenshot({ path: join(here, '../public/og-image.png') });
} finally {
  await browser.close();
}
