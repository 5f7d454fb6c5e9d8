import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const sources = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
  .filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|test-support)\.ts$/.test(entry.name),
  )
  .map((entry) => join(entry.parentPath, entry.name));

/** The lines of the sources that match, but for those of `except`. */
function linesWith(pattern: RegExp, except: readonly string[]): string[] {
  return sources.flatMap((file) => {
    const name = relative(root, file);
    if (except.includes(name)) return [];
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => pattern.test(line)).map((line) => `${name}: ${line.trim()}`);
  });
}

// A RangeError or SyntaxError that the engine throws is of the realm of the code that runs.
test('built-in types are recognised by src/util/realm.ts alone: instanceof is false for those of another realm', () => {
  const builtIns =
    'Promise|(?:Aggregate)?Error|DOMException|Map|Set|Date|RegExp|URL|Uint8Array|ArrayBuffer|AbortSignal|AbortController';
  expect(linesWith(new RegExp(`instanceof (?:${builtIns})\\b`), ['src/util/realm.ts'])).toEqual([]);
});

test('code changes the listener limit only of signals that it created', () => {
  expect(linesWith(/setMaxListeners/, ['src/apiserver/http/http-front.ts'])).toEqual([]);
});

test('code listens to signals of users only through onAbort', () => {
  // These listen to a signal that the library made for the one request, process or watch.
  const own = [
    'src/util/signal.ts',
    'src/cache/informer/shared-index-informer.ts',
    'src/cache/reflector/watch-session.ts',
    'src/kubeconfig/exec-run.ts',
    'src/testing/fault-proxy/to-server.ts',
  ];
  const found = linesWith(/addEventListener\('abort'|\.throwIfAborted\(/, own);
  // The embedded server has no signals of a user.
  expect(found.filter((line) => !line.startsWith('src/apiserver/'))).toEqual([]);
});
