import { describe, expect, test } from 'vitest';
import {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelKeyProblems,
  labelValueProblems,
  pathSegmentProblems,
} from './validation.js';

const long = (length: number) => 'a'.repeat(length);

describe('a label key', () => {
  test.each([
    'simple',
    'now-with-dashes',
    '1-starts-with-num',
    '1234',
    'simple/simple',
    'now-with-dashes/simple',
    '1.2.3.4/5678',
    'Uppercase_Is.OK-123',
    'example.com/Uppercase_Is_OK_123',
    `${long(63)}/${long(63)}`,
    long(63),
  ])('%s', (key) => {
    expect(labelKeyProblems(key)).toEqual([]);
  });

  test.each<[string, RegExp]>([
    ['', /^name part must be non-empty$/],
    ['nospecialchars%^=@', /^name part must consist of alphanumeric characters/],
    ['cantendwithadash-', /^name part must consist/],
    ['-cantstartwithadash', /^name part must consist/],
    ['only/one/slash', /^a valid label key must consist .* with an optional DNS subdomain prefix and '\/'/],
    ['Example.com/abc', /^prefix part a lowercase RFC 1123 subdomain must consist/],
    ['example_com/abc', /^prefix part a lowercase RFC 1123 subdomain/],
    ['/simple', /^prefix part must be non-empty$/],
    ['example.com/', /^name part must be non-empty$/],
    [long(64), /^name part must be no more than 63 bytes$/],
    [`${long(254)}/abc`, /^prefix part must be no more than 253 bytes$/],
  ])('%j is invalid', (key, first) => {
    expect(labelKeyProblems(key)[0]).toMatch(first);
  });
});

describe('a label value', () => {
  test.each(['', 'simple', 'end-with-num-1', '1234', 'Uppercase_Is.OK', long(63)])('%j', (value) => {
    expect(labelValueProblems(value)).toEqual([]);
  });

  test.each(['nospecial%', 'a b', '-a', 'a-', '_a', 'a.', 'é', 'a\n'])('%j is invalid', (value) => {
    expect(labelValueProblems(value)).toEqual([
      expect.stringMatching(
        /^a valid label must be an empty string or consist of alphanumeric characters, .*'MyValue', {2}or 'my_value', {2}or '12345', regex used for validation is '\(\(\[A-Za-z0-9\]/,
      ),
    ]);
  });

  test('has at most 63 bytes', () => {
    expect(labelValueProblems(long(64))).toEqual(['must be no more than 63 bytes']);
  });
});

describe('names', () => {
  test('of most objects are DNS subdomains', () => {
    expect(dnsSubdomainProblems('a.b-c.1')).toEqual([]);
    expect(dnsSubdomainProblems(long(253))).toEqual([]);
    expect(dnsSubdomainProblems(long(254))).toEqual(['must be no more than 253 bytes']);
    expect(dnsSubdomainProblems('A b')).toEqual([
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ]);
    expect(dnsSubdomainProblems('a..b')).toHaveLength(1);
    expect(dnsSubdomainProblems('')).toHaveLength(1);
  });

  test('of namespaces are DNS labels', () => {
    expect(dnsLabelProblems('kube-system')).toEqual([]);
    expect(dnsLabelProblems('a.b')).toEqual(['must not contain dots']);
    expect(dnsLabelProblems(long(64))).toEqual(['must be no more than 63 bytes']);
    expect(dnsLabelProblems('A')).toEqual([
      expect.stringMatching(/^a lowercase RFC 1123 label must consist/),
    ]);
  });

  test('of services start with a letter', () => {
    expect(dns1035LabelProblems('web-1')).toEqual([]);
    expect(dns1035LabelProblems('1-web')).toEqual([
      expect.stringMatching(/^a DNS-1035 label must consist .*\(e\.g\. 'my-name', {2}or 'abc-123', regex/),
    ]);
    expect(dns1035LabelProblems(long(64))).toEqual(['must be no more than 63 bytes']);
  });

  test('of roles only have to be valid in a URL', () => {
    expect(pathSegmentProblems('system:node')).toEqual([]);
    expect(pathSegmentProblems('.')).toEqual(["may not be '.'"]);
    expect(pathSegmentProblems('..')).toEqual(["may not be '..'"]);
    expect(pathSegmentProblems('a/b%c')).toEqual(["may not contain '/'", "may not contain '%'"]);
  });
});
