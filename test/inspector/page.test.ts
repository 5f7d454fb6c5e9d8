import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { leakCheck } from '@kube-informers/testing';
import type { LeakCheck } from '@kube-informers/testing';
import { nightly } from '../nightly.test-support.js';
import { WatchedPage, launch, noBrowser } from './browser.test-support.js';
import { InspectedProgram } from './program.test-support.js';

// A busy machine takes long to start a browser.
const limitMs = 60_000;

const token = 'a-token-of-24-characters';

const views = {
  overview: '#/overview',
  informers: '#/informers',
  informer: '#/informer/pods.v1/overview',
  objects: '#/informer/pods.v1/objects',
  object: '#/informer/pods.v1/objects/shop%2Fweb-0',
  objectPage: '#/informer/pods.v1/object/shop%2Fweb-3',
  changes: '#/informer/pods.v1/changes',
  indexes: '#/informer/pods.v1/indexes',
  compare: '#/informer/pods.v1/compare',
  controllers: '#/controllers',
  controller: '#/controller/web',
  key: '#/controller/web/shop%2Fweb-3',
  requests: '#/requests',
} as const;

if (noBrowser !== undefined)
  process.stderr.write(`the tests of the inspector's page are skipped: ${noBrowser}\n`);

describe.skipIf(noBrowser !== undefined)("the inspector's page", () => {
  let leaks: LeakCheck;
  let browser: Browser;
  let program: InspectedProgram;
  beforeAll(async () => {
    browser = await launch();
    leaks = leakCheck();
    program = await InspectedProgram.start();
  }, limitMs);
  afterAll(async () => {
    await program[Symbol.asyncDispose]();
    await leaks.assertNone();
    await browser.close();
  }, limitMs);

  /** Opens a view, and fails at any error of its script or violation of its policy. */
  async function withPage(
    view: string,
    use: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
    url: string = program.url,
  ): Promise<void> {
    const watched = await WatchedPage.open(browser, options);
    try {
      await watched.page.goto(url + view);
      await use(watched.page);
      expect(watched.problems).toEqual([]);
    } finally {
      await watched.close();
    }
  }

  const verdict = (page: Page) => page.getByRole('banner').getByRole('status');
  const row = (page: Page, name: string | RegExp) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

  test('shows first whether all is well, with what to do, and asks no other server for anything', async () => {
    const requested = new Set<string>();
    const watched = await WatchedPage.open(browser);
    watched.page.on('request', (request) => requested.add(new URL(request.url()).origin));
    await watched.page.goto(program.url);
    await verdict(watched.page).getByText('Controller web gave up shop/web-3').waitFor();
    expect(await watched.page.title()).toBe('(problem) web-operator · Overview – kube-informers');
    expect(await watched.page.getByRole('banner').textContent()).toMatch(
      /^web-operator 1\.4\.0Pod shop\/web-operator-0 · cluster 127\.0\.0\.1:\d+ · kube-informers \d.* up since \d\d:\d\d:\d\d /,
    );
    const problem = watched.page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
    expect(await problem.allTextContents()).toEqual([
      expect.stringMatching(
        /^Controller web gave up shop\/web-3 since \d\d:\d\d:\d\d \(.*volume "data" is not there.*Fix the cause/,
      ),
    ]);
    expect(await watched.page.getByRole('button').count()).toBe(0);
    await watched.page.goto(program.url + views.informers);
    expect(await row(watched.page, /^pods\.v1/).textContent()).toMatch(
      /Fresh.*watching since \d\d:\d\d:\d\d \(.*12/,
    );
    expect([...requested]).toEqual([new URL(program.url).origin]);
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  test('follows the objects, and shows what changed in them', async () => {
    await withPage(views.object, async (page) => {
      const panel = page.getByRole('complementary', { name: 'Object shop/web-0' });
      await panel.getByText('No change since you opened it.').waitFor();
      await program.setPhase('web-0', 'Failed');
      await panel.getByRole('row', { name: 'status.phase "Running" "Failed"' }).waitFor();
      await panel.getByRole('region', { name: 'YAML' }).getByText('phase: Failed').waitFor();
      await row(page, /^shop\/web-0$/)
        .getByRole('cell', { name: 'Failed' })
        .waitFor();
      await program.setPhase('web-0', 'Running');
      await panel.getByRole('row', { name: 'status.phase "Failed" "Running"' }).waitFor();
    });
  });

  test('an outage turns it red with the reason, and the recovery green again', async () => {
    await withPage(views.informers, async (page) => {
      await row(page, /^pods\.v1/)
        .getByText('Fresh')
        .waitFor();
      program.outage();
      await verdict(page)
        .getByText(/^API server 127\.0\.0\.1:\d+ unreachable: 4 caches.* \(\+1 more problem\)/)
        .waitFor();
      await row(page, /^pods\.v1/)
        .getByText('ERR_CONNECTION_REFUSED')
        .waitFor();
      await row(page, /^pods\.v1/)
        .getByText(/^Stale since \d\d:\d\d:\d\d \(\d/)
        .waitFor();
      expect(await page.title()).toMatch(/^\(problem\) /);
      await program.recover();
      await verdict(page)
        .getByText(/^Controller web gave up shop\/web-3$/)
        .waitFor();
      await page.goto(program.url + views.informer);
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
      await page.getByText('Last error, overcome').waitFor();
      await page.getByRole('region', { name: 'Timeline' }).waitFor();
      await page.getByRole('listitem').filter({ hasText: 'watch ended' }).first().waitFor();
      await page.goto(program.url + views.overview);
      const time = String.raw`\d\d:\d\d:\d\d \d+(\.\d)? s ago`;
      await page
        .getByRole('row', { name: new RegExp(`^${time} ${time} .* s API server .* unreachable: 4 caches`) })
        .waitFor();
    });
  });

  test('shows all about one object on a page of its own, with what its controller says of it', async () => {
    await withPage(views.object.replace('web-0', 'web-3'), async (page) => {
      await page.getByRole('link', { name: 'Full page' }).click();
      await page.getByRole('heading', { level: 1, name: 'shop/web-3' }).waitFor();
      await page.getByText(/^shop\/web-3 was given up/).waitFor();
      await page.getByRole('heading', { name: 'Last runs' }).waitFor();
      await page.getByText('The server has no Events about it.').waitFor();
      const text = page.getByRole('region', { name: 'YAML' });
      await text.getByText('name: web-3').waitFor();
      const main = await page.getByRole('main').boundingBox();
      expect((await text.boundingBox())?.width).toBeGreaterThan((main?.width ?? 0) * 0.9);
    });
  });

  test('hides managedFields, as kubectl does, until its user asks for them', async () => {
    await withPage(views.object, async (page) => {
      const shown = page.getByRole('region', { name: 'YAML' });
      await shown.getByText('creationTimestamp:').waitFor();
      expect(await shown.textContent()).not.toContain('managedFields');
      await page.getByRole('button', { name: 'Show managedFields' }).click();
      await shown.getByText('managedFields:').waitFor();
    });
  });

  test('shows the requests of a client by response', async () => {
    await withPage(views.requests, async (page) => {
      await page.getByRole('heading', { name: 'Requests by response' }).waitFor();
      expect(await page.getByRole('main').textContent()).toMatch(/GET 200\d+.*/);
      expect(await page.getByRole('main').textContent()).toMatch(/Received[\d.]+ k?B/);
    });
  });

  test('searches and selects objects', async () => {
    await withPage(views.objects, async (page) => {
      await page.getByText('12 of 12 objects').waitFor();
      await page.getByRole('searchbox', { name: 'Name or namespace' }).fill('WEB-');
      await page.getByText('8 of 12 objects').waitFor();
      await page.getByRole('searchbox', { name: 'Field selector' }).fill('status.phase=Pending');
      await page.getByText('1 of 12 objects').waitFor();
      expect(await page.getByRole('rowheader').allTextContents()).toEqual(['shop/web-5']);
      await page.getByRole('searchbox', { name: 'Label selector' }).fill('app in (');
      await page.getByText(/^label selector: /).waitFor();
    });
  });

  test('compares the cache with the server', async () => {
    await withPage(views.compare, async (page) => {
      await page.getByRole('button', { name: 'Compare now' }).click();
      await page.getByText('The cache has the same 12 objects as the server.').waitFor();
    });
  });

  test('shows the queue, the election, and keys that were given up with their reasons', async () => {
    await withPage(views.controllers, async (page) => {
      await page.getByText('This process has led since').waitFor();
      await page.getByRole('row', { name: /shop\/web-3.*the volume "data" is not there/ }).waitFor();
    });
  });

  test('a page that is opened during an outage never shows what was true before', async () => {
    const watched = await WatchedPage.open(browser);
    // Keeps the streams, and so what they have read, alive.
    await watched.page.goto(program.url + views.informers);
    await row(watched.page, /^pods\.v1/)
      .getByText('Fresh')
      .waitFor();
    program.outage();
    const [informer] = program.factory.informers();
    await vi.waitUntil(() => informer?.health.staleSinceMs !== undefined, 5000);
    await withPage(views.informers, async (page) => {
      // The first thing that the page shows of a cache: nothing was shown before.
      const badge = row(page, informer?.name ?? '').locator('.badge');
      expect(await badge.first().textContent()).toMatch(/^Stale/);
    });
    await program.recover();
    await watched.close();
  });

  test('a link shows the same view to a colleague', async () => {
    await withPage(views.objects, async (page) => {
      await page.getByRole('searchbox', { name: 'Name or namespace' }).fill('web-');
      await page.getByRole('searchbox', { name: 'Field selector' }).fill('status.phase=Pending');
      await page.getByText('1 of 12 objects').waitFor();
      const link = page.url();
      const colleague = await WatchedPage.open(browser);
      await colleague.page.goto(link);
      await colleague.page.getByText('1 of 12 objects').waitFor();
      const search = colleague.page.getByRole('searchbox', { name: 'Name or namespace' });
      expect(await search.inputValue()).toBe('web-');
      await colleague.page.getByRole('link', { name: 'shop/web-5' }).click();
      await colleague.page.getByRole('complementary', { name: 'Object shop/web-5' }).waitFor();
      expect(colleague.page.url()).toContain('search=web-');
      await colleague.close();
    });
  });

  test('leads from a key to its object, its runs, its Events, and the stack of its last failure', async () => {
    await withPage(views.controllers, async (page) => {
      await page.getByText(/of 1\d runs failed in the last hour/).waitFor();
      await row(page, /^shop\/web-3$/)
        .getByRole('link')
        .click();
      await page.getByRole('heading', { level: 1, name: 'shop/web-3' }).waitFor();
      await page
        .getByRole('region', { name: /^Stack of web-/ })
        .getByText(/at reconcile .*program\.test-support/)
        .waitFor();
      await page.getByRole('row', { name: /the volume "data" is not there.*initial list of Pod/ }).waitFor();
      await page.getByText('The server has no Events about it.').waitFor();
      await page.getByRole('region', { name: 'YAML' }).getByText('name: web-3').waitFor();
    });
  });

  test(
    'acts if the program allows it: a key is resumed, a controller paused, and both are shown',
    async () => {
      const acting = await InspectedProgram.start({ access: { token }, actions: true });
      const watched = await WatchedPage.open(browser);
      const { page } = watched;
      await page.goto(acting.url);
      await page.getByLabel('Token').fill(token);
      await page.getByRole('button', { name: 'Continue' }).click();
      acting.hasVolume = true;
      await page.getByRole('button', { name: 'Resume shop/web-3' }).click();
      await verdict(page).getByText('1 of 13 runs of controller web failed in the last 10 minutes').waitFor();
      await page.getByRole('region', { name: 'Actions' }).getByText('web: resume shop/web-3').waitFor();
      await page.goto(acting.url + views.controllers);
      await page.getByRole('button', { name: 'Pause for 5 min' }).click();
      await page.getByRole('button', { name: 'End the pause' }).click();
      await page.getByRole('button', { name: 'Pause for 5 min' }).waitFor();
      acting.outage();
      await page.goto(acting.url + views.informer);
      await page.getByRole('button', { name: 'Try now' }).click();
      await page
        .getByRole('region', { name: 'Timeline' })
        .getByText('tried now, by a user of the inspector')
        .waitFor();
      expect(watched.problems).toEqual([]);
      await watched.close();
      await acting[Symbol.asyncDispose]();
    },
    limitMs,
  );

  test('strings of the cluster are shown as text, and values of Secrets are not sent', async () => {
    const html = '<img src=x onerror="document.title=1"></pre><b>bold</b>';
    await program.createConfigMap('html', { [`k${'x'.repeat(200)}`]: html, html });
    await withPage(
      '#/informer/configmaps.v1%5Bnamespace%3Dshop%2ClabelSelector%3Dapp%3Dweb%5D/objects/shop%2Fhtml',
      async (page) => {
        const shown = page.getByRole('region', { name: 'YAML' });
        await shown.getByText('<b>bold</b>').waitFor();
        expect(await shown.locator('img, b').count()).toBe(0);
      },
    );
    await withPage('#/informer/secrets.v1/objects/shop%2Flogin', async (page) => {
      await page.getByText('The values of this Secret are not sent.').waitFor();
      await page.getByText('password: (not shown)').waitFor();
      expect(await page.getByRole('button', { name: 'Show the values' }).count()).toBe(0);
    });
  });

  test('is used with the keyboard alone', async () => {
    await withPage(views.informers, async (page) => {
      await row(page, /^pods\.v1/).waitFor();
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to content');
      await page.keyboard.press('Enter');
      expect(await page.locator(':focus').textContent()).toBe('Informers');
      for (let presses = 0; presses < 12; presses++) {
        if ((await page.locator(':focus').textContent()) === 'pods.v1') break;
        await page.keyboard.press('Tab');
      }
      const outline = await page
        .locator(':focus')
        .evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline).toBe('solid');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'pods.v1' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await page.getByRole('link', { name: 'Objects' }).press('Enter');
      await page.getByText('12 of 12 objects').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('web-7');
      await page.getByText('1 of 12 objects').waitFor();
      await page.getByRole('link', { name: 'shop/web-7' }).press('Enter');
      await page.getByRole('complementary', { name: 'Object shop/web-7' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
      await page.keyboard.press('Escape');
      await page.getByRole('complementary').waitFor({ state: 'detached' });
    });
  });

  const looks = [
    [400, 'dark'],
    [1600, 'light'],
    ...(nightly
      ? ([
          [400, 'light'],
          [1600, 'dark'],
        ] as const)
      : []),
  ] as const;
  test.each(looks)(
    'fits into %i pixels, in %s colours that can be read, and names its parts for screen readers',
    async (width, colorScheme) => {
      await withPage(
        views.informers,
        async (page) => {
          for (const view of Object.values(views)) {
            await page.goto(program.url + view);
            await verdict(page)
              .getByText(/^Controller web gave up/)
              .waitFor();
            await page.getByRole('main').locator('h2, table, form, p').first().waitFor();
            const { wide, low, unnamed, outside } = await page.evaluate(lookOf);
            expect([view, wide, low, unnamed, outside]).toEqual([view, 0, [], [], []]);
          }
        },
        { viewport: { width, height: 900 }, colorScheme },
      );
    },
    limitMs,
  );

  test(
    'asks for the token, and says when the program is gone',
    async () => {
      const other = await InspectedProgram.start({ access: { token } }, { hasVolume: true });
      const watched = await WatchedPage.open(browser);
      const { page } = watched;
      await page.goto(other.url);
      await page.getByRole('alert').getByText('Enter the one of').waitFor();
      await page.getByLabel('Token').fill('not-the-token-not-the-token');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').getByText('that token is not correct').waitFor();
      await page.getByLabel('Token').fill(token);
      await page.getByRole('button', { name: 'Continue' }).click();
      await verdict(page)
        .getByText('All is well: all 4 caches are fresh, 1 controller without failures')
        .waitFor();
      await other[Symbol.asyncDispose]();
      await page.getByRole('alert').getByText('No connection to the program').waitFor();
      await verdict(page).getByText('Not connected to the program').waitFor();
      expect((await page.evaluate(lookOf)).low).toEqual([]);
      await watched.close();
    },
    limitMs,
  );
});

/**
 * In the page: how many pixels are too wide, text with a contrast below 4.5 (WCAG AA), parts without a name, and links of the navigation
 * outside the screen.
 */
function lookOf(): { wide: number; low: string[]; unnamed: string[]; outside: string[] } {
  const root = document.documentElement;
  const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element: Element): number[] => {
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      const colour = channels(getComputedStyle(each).backgroundColor);
      if ((colour[3] ?? 1) === 1 && colour.length >= 3) return colour;
    }
    return [255, 255, 255];
  };
  const low: string[] = [];
  // Opacity is not in the computed colours.
  const pale = [...document.querySelectorAll('#app *')].filter(
    (element) => Number(getComputedStyle(element).opacity) < 1,
  );
  for (const element of document.querySelectorAll('#app *')) {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent);
    if (text.join('').trim() === '' || element.closest(':disabled') !== null) continue;
    const [one = 0, two = 0] = [
      luminance(channels(getComputedStyle(element).color)),
      luminance(ground(element)),
    ].sort((a, b) => b - a);
    const isFaint = pale.some((each) => each.contains(element));
    if (isFaint || (one + 0.05) / (two + 0.05) < 4.5)
      low.push(`${element.tagName} ${text.join('').slice(0, 40)}`);
  }
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? '') +
    (element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '') +
    (element.textContent ?? '');
  const unnamed = [
    ...[...document.querySelectorAll('a, button, input, nav, [role=region], [role=img], aside, th')].filter(
      (element) => nameOf(element).trim() === '',
    ),
    ...document.querySelectorAll(
      'table:not(:has(caption)), svg:not([aria-hidden]):not([role=img]), html:not([lang])',
    ),
  ].map(({ outerHTML }) => outerHTML);
  const outside = [...document.querySelectorAll('nav a')]
    .filter((link) => link.getBoundingClientRect().right > root.clientWidth)
    .map(({ textContent }) => textContent);
  return { wide: Math.max(0, root.scrollWidth - root.clientWidth), low, unnamed, outside };
}
