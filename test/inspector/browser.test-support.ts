import { spawnSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Debian's Chromium, or the one that CHROMIUM names; undefined without both. */
const executablePath = process.env.CHROMIUM ?? which('chromium') ?? which('chromium-browser');

/** Why the tests in a browser are skipped; undefined if they run. */
export const noBrowser: string | undefined =
  executablePath === undefined ? 'no Chromium: apt-get install chromium, or set CHROMIUM' : undefined;

/** Starts Chromium without a window. */
export function launch(): Promise<Browser> {
  // The sandbox needs a kernel setting that containers often lack; only pages of these tests are opened.
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** A page that fails the test at an error of its script or a violation of its Content-Security-Policy. */
export class WatchedPage {
  readonly page: Page;
  readonly problems: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error' || /Failed to load resource/.test(message.text())) return;
      this.problems.push(message.text());
    });
  }

  static async open(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(15_000);
    return new WatchedPage(await context.newPage());
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

function which(name: string): string | undefined {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
