import { expect, test } from 'vitest';
import { describeLogNotice, noticeSink } from './log-notices.js';
import type { LogNotice } from './log-notices.js';

const where = { namespace: 'shop', pod: 'web', container: 'app' };
const lost: LogNotice = { ...where, kind: 'lost', reason: 'deleted' };

test('a notice says which log it is about and what has happened', () => {
  expect(describeLogNotice(lost)).toBe(
    'lines of the log of shop/web/app are missing: the pod was deleted before the rest could be read',
  );
  expect(describeLogNotice({ ...where, container: '', kind: 'failing', error: undefined })).toBe(
    'the log of shop/web cannot be read now',
  );
});

test('notices go to onNotice, or to the logger, or to the process', async () => {
  const seen: unknown[] = [];
  noticeSink((notice) => void seen.push(notice), undefined)(lost);
  const line = (fields: unknown, message: string): void => void seen.push([fields, message]);
  noticeSink(undefined, { debug: line, info: line, warn: line, error: line })(lost);
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
  const sink = noticeSink(undefined, undefined);
  // It is asked for again: no warning.
  sink({ ...where, kind: 'failing', error: new Error('i/o timeout') });
  sink(lost);
  expect((await warned).message).toContain('lines of the log of shop/web/app are missing');
  expect(seen).toEqual([
    lost,
    [{ ...where, kind: 'lost', err: undefined }, 'a followed log is incomplete or delayed'],
  ]);
});
