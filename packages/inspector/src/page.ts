import { answer } from './exchange.js';
import type { Answer } from './exchange.js';

let page: Promise<Answer> | undefined;

/** Returns the page. Its text is loaded with the first request for it. */
export function pageAnswer(): Promise<Answer> {
  page ??= load().catch((thrown: unknown) => {
    page = undefined;
    throw thrown;
  });
  return page;
}

async function load(): Promise<Answer> {
  const { pageHtml } = await import('./page-text.js');
  if (pageHtml === '') throw new Error('the page is packed by npm run build, and by the tests');
  // Only the style and the script that stand in the page, and requests to the inspector itself.
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(pageHtml, 'script')}'`,
    `style-src '${hashOf(pageHtml, 'style')}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return answer(200, 'text/html; charset=utf-8', pageHtml, {
    'content-security-policy': policy,
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  });
}

function hashOf(html: string, element: 'script' | 'style'): string {
  const [, text = ''] = new RegExp(`<${element}[^>]*>([^]*?)</${element}>`).exec(html) ?? [];
  return `sha256-${process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('base64')}`;
}
