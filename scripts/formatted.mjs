// A text as `npm run format` would leave it in the file of a path, for scripts that write files and tests of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { root } from './packages.mjs';

const { singleQuote, printWidth, trailingComma, overrides } = JSON.parse(
  readFileSync(join(root, '.oxfmtrc.json'), 'utf8'),
);

/** `path` is from the root. */
export async function formatted(path, text) {
  const isPage = /^(README|docs\/[^/]*)\.md$/.test(path);
  const options = { singleQuote, printWidth, trailingComma, ...(isPage ? overrides[0].options : {}) };
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0].message}`);
  return code;
}
