import { expect, test } from 'vitest';
import { printable, redactSecrets } from './redact.js';

test.each([
  ['got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln done', 'got [redacted token] done'],
  ['Authorization: Bearer abcdef0123456789', 'Authorization: Bearer [redacted]'],
  ['?client_secret=hunter2hunter2&x=1', '?client_secret=[redacted]&x=1'],
  ['{"access_token":"abcdefghij"}', '{"access_token":"[redacted]"}'],
  ['-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----\nafter', '[redacted key]\nafter'],
  ['-----BEGIN PRIVATE KEY-----\nMHcC cut', '[redacted key]'],
  ['via http://me:hunter2@proxy:3128/', 'via http://…@proxy:3128/'],
  ['it is AbCdEf0123456789ghijklmn=', 'it is [redacted]'],
  [
    'request 123e4567-e89b-12d3-a456-426614174000 of my-very-long-cluster-name failed',
    'request 123e4567-e89b-12d3-a456-426614174000 of my-very-long-cluster-name failed',
  ],
  ['Unable to locate credentials', 'Unable to locate credentials'],
])('redacts secrets in %j', (text, redacted) => {
  expect(redactSecrets(text)).toBe(redacted);
});

test('redacts known values, except short words', () => {
  expect(redactSecrets('key AKIA123456 in eu', ['AKIA123456', 'eu', ''])).toBe('key [redacted] in eu');
});

test.each([
  ['\u001b[1mbold\u001b[0m', 'U+001B[1mboldU+001B[0m'],
  ['tab\tline\nreturn\r', 'tab\tline\nreturn\r'],
  ['\u0007bell \u0000nul', 'U+0007bell U+0000nul'],
  ['ünïcødé 🚀 日本', 'ünïcødé 🚀 日本'],
])('TestCleanANSIEscapeCodes, TestCreateAuthConfigExecInstallHintCleanup: %j', (text, clean) => {
  expect(printable(text)).toBe(clean);
});
