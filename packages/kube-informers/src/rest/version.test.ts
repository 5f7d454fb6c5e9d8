import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultUserAgent } from './request-sender.js';
import { version } from './version.js';

test('the version is the one in package.json', () => {
  // This repository's file, so its version is a string.
  const { version: expected } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  expect(version).toBe(expected);
});

test('the user agent names package, version and platform', () => {
  expect(defaultUserAgent()).toBe(`kube-informers/${version} (${process.platform}/${process.arch})`);
});
