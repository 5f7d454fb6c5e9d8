import * as undici from 'undici';
import { expect, test } from 'vitest';
import { installedUndici, loadUndici } from './undici-parts.js';
import type { Undici } from './undici-parts.js';

function failing(code: string): () => Promise<Undici> {
  return () => Promise.reject(Object.assign(new Error('not there'), { code }));
}

test("the parts are identical to the whole package's exports", async () => {
  const whole = (): Promise<Undici> => Promise.reject(new Error('the whole was asked for'));
  const parts = await loadUndici();
  expect(parts.Agent).toBe(undici.Agent);
  expect(parts.Client).toBe(undici.Client);
  expect(parts.Pool).toBe(undici.Pool);
  expect(await loadUndici({ parts: () => Promise.resolve(parts), whole })).toBe(parts);
});

test.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'])(
  'an undici without these files (%s) is loaded whole',
  async (code) => {
    const loaded = await loadUndici({ parts: failing(code), whole: () => Promise.resolve(undici) });
    expect(loaded).toBe(undici);
  },
);

test('an error inside an existing file is reported', async () => {
  const whole = (): Promise<Undici> => Promise.resolve(undici);
  await expect(loadUndici({ parts: failing('ERR_INVALID'), whole })).rejects.toThrow('not there');
});

test('the whole package can be loaded as the fallback', async () => {
  const loaded = await loadUndici({ ...installedUndici, parts: failing('ERR_MODULE_NOT_FOUND') });
  expect(loaded.Agent).toBe(undici.Agent);
});
