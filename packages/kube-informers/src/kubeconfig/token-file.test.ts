import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { memoryFiles, rememberingLogger } from './fixtures.test-support.js';
import { TokenFile } from './token-file.js';

function setUp(files: Record<string, string>, fallback?: string) {
  const clock = new FakeClock();
  const logger = rememberingLogger();
  let reads = 0;
  const inMemory = memoryFiles(files);
  const readFile = (path: string): Promise<string> => {
    reads++;
    return inMemory(path);
  };
  const provider = new TokenFile('/token', { clock, logger, readFile, fallback });
  const token = async (): Promise<string | undefined> => (await provider.credentials({})).authorization;
  return { clock, logger, provider, token, reads: () => reads };
}

test('TestCachingTokenSource: a token is fresh for 50 s, then the file is read again', async () => {
  const files = { '/token': 'one' };
  const { clock, token, reads } = setUp(files);
  expect(await token()).toBe('Bearer one');
  files['/token'] = 'two\n';
  await clock.advance(49_999);
  expect(await token()).toBe('Bearer one');
  await clock.advance(1);
  expect(await token()).toBe('Bearer two');
  expect(reads()).toBe(2);
});

test('TestCachingTokenSourceRace: concurrent callers share one read', async () => {
  const { token, reads } = setUp({ '/token': 'one' });
  expect(await Promise.all(Array.from({ length: 50 }, token))).toEqual(Array(50).fill('Bearer one'));
  expect(reads()).toBe(1);
});

test('a 401 makes the next request read the file again', async () => {
  const files = { '/token': 'one' };
  const { provider, token } = setUp(files);
  const rejected = await provider.credentials({});
  files['/token'] = 'two';
  expect(await token()).toBe('Bearer one');
  expect(provider.invalidate(rejected)).toBe(true);
  expect(await token()).toBe('Bearer two');
});

test('a late 401 for a replaced token causes no read', async () => {
  const files = { '/token': 'one' };
  const { provider, token, reads } = setUp(files);
  const old = await provider.credentials({});
  files['/token'] = 'two';
  provider.invalidate(old);
  await token();
  expect(provider.invalidate(old)).toBe(true);
  await token();
  expect(reads()).toBe(2);
});

test('while the file cannot be read the previous token is used, and reading is retried after 10 s', async () => {
  const files: Record<string, string> = { '/token': 'one' };
  const { clock, logger, token, reads } = setUp(files);
  await token();
  delete files['/token'];
  await clock.advance(60_000);
  expect(await token()).toBe('Bearer one');
  expect(await token()).toBe('Bearer one');
  expect(reads()).toBe(2);
  expect(logger.lines).toMatchObject([{ level: 'warn', fields: { path: '/token' } }]);
  files['/token'] = 'two';
  await clock.advance(10_000);
  expect(await token()).toBe('Bearer two');
});

test.each([
  ['missing', undefined, 'token file /token does not exist'],
  ['empty', ' \n', 'token file /token is empty, expected a token'],
  [
    'of two lines',
    'a\nb',
    'token file /token contains a control character or several lines, expected one token',
  ],
])('a file that is %s', async (_name, content, message) => {
  const { token } = setUp(content === undefined ? {} : { '/token': content });
  await expect(token()).rejects.toMatchObject({ name: 'CredentialsError', code: 'ERR_TOKEN_FILE', message });
});

test('the fallback is used until the file exists', async () => {
  const files: Record<string, string> = {};
  const { clock, token } = setUp(files, 'inline');
  expect(await token()).toBe('Bearer inline');
  files['/token'] = 'from-file';
  await clock.advance(10_000);
  expect(await token()).toBe('Bearer from-file');
});
