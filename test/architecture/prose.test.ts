import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const self = 'test/architecture/prose.test.ts';

/** Third-party text and generated data; nobody here writes their words. */
const notProse =
  /^LICENSE$|(^|\/)package-lock\.json$|^bench\/results\/|^test\/fuzz\/corpus\/|^src\/resources\/types\/|\.(lock|png|pem|gz|bin)$/;

/** A phrase that readers have to decode, and what to write instead. One match a line is reported. */
const banned: readonly (readonly [phrase: RegExp, instead: string])[] = [
  // "tell A from B", "tell them apart" and "cannot tell" are plain English.
  [/\b(told|tells|telling)\b(?!( \w+)? apart\b)/i, 'is called with, is notified of, reports, shows, returns'],
  [/(?<!\b(cannot|can|could|to) )\btell\b(?!( \w+)? apart\b)/i, 'call, notify, report, show, return'],
  [/\b(is|are|was|were) none\b/i, 'does not exist, is missing, is invalid, is not one'],
  // "there is no", "is no longer" and "is no older than" are plain English.
  [
    /(?<!\bthere )\bis no (?!longer\b|more than\b|less than\b|\w+er than\b)/i,
    'is not a, is not valid, is not',
  ],
  [/\b(says?|said) so\b/i, 'logs it, reports it, returns an error, documents it'],
  [/\bwho(m|se)?ever\b/i, 'a caller that, code that, the user who, anyone who'],
  [/\bnobody\b/i, 'no caller, no handler, no code, no one'],
  [/\ba text\b|\btexts? that\b/i, 'a string, a message, the text'],
  [/\b(rooms|houses?)\b/i, 'subfolders, folders, the codebase'],
  [/\bweather\b/i, 'fault schedule'],
  [/\bof last resort\b/i, 'fallback, default'],
  [/\bhalf ?done\b/i, 'partiallyNotified, incomplete'],
  [/\bdear(er|est|ly)?\b/i, 'expensive, costly'],
  [/\b(un)?heard\b/i, 'subscribed, listened to, received'],
];

interface Finding {
  readonly where: string;
  readonly found: string;
  readonly instead: string;
}

function findingsIn(path: string, text: string): Finding[] {
  // The path counts as well: file names are read more often than their content.
  return [path.replaceAll(/[-./]/g, ' '), ...text.split('\n')].flatMap((line, number) => {
    // An identifier such as `toldBefore` is read as its words.
    const words = line.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
    return banned.flatMap(([phrase, instead]) => {
      const match = phrase.exec(words);
      return match === null ? [] : [{ where: `${path}:${number}`, found: match[0], instead }];
    });
  });
}

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && path !== self && !notProse.test(path));

test('no tracked file contains a banned phrase', () => {
  expect(tracked.length).toBeGreaterThan(500);
  const findings = tracked.flatMap((path) => findingsIn(path, readFileSync(resolve(root, path), 'utf8')));
  expect(
    findings.map(({ where, found, instead }) => `${where} “${found}”: write ${instead}`),
    'see test/architecture/prose.test.ts for the list',
  ).toEqual([]);
});

test.each([
  ['the handler is told of the error', 'told'],
  ['if (toldBefore) return;', 'told'],
  ['a watch line that is no JSON', 'is no '],
  ['Throws for a number that is none.', 'is none'],
  ['the server says so', 'says so'],
  ['Whoever doubts it', 'Whoever'],
])('finds the phrase in: %s', (line, found) => {
  expect(findingsIn('a.ts', line).map((finding) => finding.found)).toContain(found);
});

test.each([
  ['names tell them apart'],
  ['the compiler cannot tell'],
  ['there is no cluster'],
  ['the watch is no longer open'],
  ['makes room for one more'],
])('allows: %s', (line) => {
  expect(findingsIn('a.ts', line)).toEqual([]);
});
