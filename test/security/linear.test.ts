import { describe, expect, test } from 'vitest';
import { hasFormat } from '../../packages/schema/src/structural/formats.js';
import { regexpProblem } from '../../packages/schema/src/regexp/go-regexp.js';
import { acceptsGzip, parseAccept } from '../../packages/testing/src/apiserver/http/negotiation.js';
import { parseQuery } from '../../packages/testing/src/apiserver/http/query.js';
import { duplicateFields, jsonSyntaxProblem } from '../../packages/testing/src/apiserver/json/json-syntax.js';
import { escapeJson, indentJson, quote } from '@kube-informers/schema/internal';
import { decodeContinue } from '../../packages/testing/src/apiserver/read/continue-token.js';
import { parseShardSelector } from '../../packages/testing/src/apiserver/read/sharding/shard-selector.js';
import { canonicalQuantity } from '../../packages/schema/src/values/quantity.js';
import { canonicalTime, timeProblem } from '../../packages/schema/src/values/times.js';
import { brief, changesBetween } from '../../packages/cli/src/changes.js';
import { oneLine } from '../../packages/cli/src/printable.js';
import { TextTable } from '../../packages/cli/src/text-table.js';
import { ExecStderr } from '../../packages/kube-informers/src/kubeconfig/exec-stderr.js';
import { expiryOf } from '../../packages/kube-informers/src/kubeconfig/oidc.js';
import { caProblem } from '../../packages/kube-informers/src/rest/tls.js';
import * as redact from '../../packages/kube-informers/src/kubeconfig/redact.js';
import {
  defaultServerUrl,
  proxyUrlProblem,
} from '../../packages/kube-informers/src/kubeconfig/server-url.js';
import { errorOfEvent } from '../../packages/kube-informers/src/meta/error-event.js';
import { formatFieldErrors, invalidField } from '../../packages/kube-informers/src/meta/field-error.js';
import {
  escapeFieldValue,
  parseFieldSelector,
} from '../../packages/kube-informers/src/meta/field-selector.js';
import { goQuote } from '../../packages/kube-informers/src/meta/go-quote.js';
import { parseGroupKind } from '../../packages/kube-informers/src/meta/group-version.js';
import { parseSelector } from '../../packages/kube-informers/src/meta/label-selector.js';
import { splitMetaNamespaceKey } from '../../packages/kube-informers/src/meta/names.js';
import {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelKeyProblems,
  labelValueProblems,
  pathSegmentProblems,
} from '../../packages/kube-informers/src/meta/validation.js';
import { parseLastLine, parseWatchLine } from '../../packages/kube-informers/src/meta/watch-line.js';
import { mediaType, baseUrl, requestUrl } from '../../packages/kube-informers/src/rest/request.js';
import { bypassesProxy, proxyFor } from '../../packages/kube-informers/src/rest/config.js';
import { Redactor } from '../../packages/kube-informers/src/rest/redactor.js';
import { parseWarnings } from '../../packages/kube-informers/src/rest/request-sender.js';
import { FakeClock } from '@kube-informers/testing';
import { age, printable, shownUrl } from '../../packages/kube-informers/src/util/shown.js';
import { noopLogger } from '../../packages/kube-informers/src/util/logger.js';
import { nightly, someOf } from '../nightly.test-support.js';
import { worseThanLinear } from './patterns.test-support.js';
import type { Hard } from './patterns.test-support.js';

const redactor = new Redactor({
  host: 'https://example',
  credentials: { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/\\aaaa' },
});

const server = new URL('https://server:1');

/** Every function that reads text from outside. It may throw; only its time counts. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  // A kubeconfig, its plugins, its identity provider, the environment.
  shownUrl,
  defaultServerUrl: (text) => defaultServerUrl(text, 'server'),
  'defaultServerUrl with a scheme': (text) => defaultServerUrl(`https://a/${text}`, 'server'),
  proxyUrlProblem,
  proxyFor: (text) => proxyFor(server, text, {}),
  bypassesProxy: (text) => bypassesProxy(server, text),
  baseUrl: (text) => baseUrl(`https://host/${text}`),
  redactSecrets: (text) => redact.redactSecrets(text, ['aaaaaaaa']),
  'redact.printable': redact.printable,
  'redact.oneLine': redact.oneLine,
  ExecStderr: (text) => {
    const stderr = new ExecStderr({ command: 'x', secrets: [], clock: new FakeClock(), logger: noopLogger });
    for (let at = 0; at < text.length; at += 16) stderr.push(Buffer.from(text.slice(at, at + 16)));
    stderr.end(text);
  },
  expiryOf: (text) => expiryOf(`a.${text}.b`),
  caProblem,
  // Responses of a server.
  parseWarnings: (text) => parseWarnings(text),
  'parseWarnings, the text of one': (text) => parseWarnings(`299 - "${text}`),
  'parseWarnings, several': (text) => parseWarnings('299 - "a",'.repeat(text.length / 16)),
  mediaType: (text) => mediaType(text),
  redactor: (text) => redactor.text(text),
  errorOfEvent: (text) => errorOfEvent({ kind: text, message: text }),
  requestUrl: (text) => requestUrl('https://host', `/${text}`, { labelSelector: text }),
  parseWatchLine: (text) => parseWatchLine(text, 1),
  parseLastLine: (text) => parseLastLine(text, 1),
  age: (text) => age(text, 0),
  // Input of users, and requests to the embedded server.
  parseSelector,
  parseFieldSelector,
  escapeFieldValue,
  parseGroupKind,
  splitMetaNamespaceKey,
  labelKeyProblems,
  'labelKeyProblems, a name': (text) => labelKeyProblems(`a/${text}`),
  labelValueProblems,
  dnsSubdomainProblems,
  dnsLabelProblems,
  dns1035LabelProblems,
  pathSegmentProblems,
  goQuote,
  formatFieldErrors: (text) =>
    formatFieldErrors(Array.from({ length: text.length / 16 }, () => invalidField('a', 'b', 'c'))),
  parseAccept,
  acceptsGzip,
  parseQuery,
  duplicateFields: (text) =>
    duplicateFields(JSON.stringify({ a: text, b: Array.from(text, () => ({ c: 1 })) })),
  'duplicateFields, many': (text) => duplicateFields(`{${Array.from(text, () => '"a":1').join(',')}}`),
  jsonSyntaxProblem,
  quote,
  escapeJson,
  indentJson: (text) => indentJson(JSON.stringify([text, Array.from(text)])),
  decodeContinue,
  parseShardSelector,
  canonicalQuantity,
  canonicalTime: (text) => canonicalTime(text, true),
  timeProblem: (text) => timeProblem(text, false),
  regexpProblem,
  // The command's output.
  printable,
  oneLine,
  brief: (text) => brief(text),
  changesBetween: (text) => changesBetween({ a: Array.from(text) }, { a: Array.from(`${text}b`) }),
  TextTable: (text) => {
    const table = new TextTable(['A', 'B']);
    table.measure([[text, 'b']]);
    return table.line([text, text]);
  },
  ...Object.fromEntries(
    [
      'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard',
      'ssn hexcolor rgbcolor byte password date duration date-time k8s-short-name k8s-long-name',
    ]
      .flatMap((names) => names.split(' '))
      .map((format) => [`format ${format}`, (text: string) => hasFormat(text, format)]),
  ),
};

const signs = 'aA0_-., \t\n\r/\\"\'<>[]{}()@:;=!%&+?#\u0000\u001b\u2028\u00e9';

// Parts of texts in the formats above.
const pieces = [
  '//¦://¦a.¦a-¦a,¦a=b,¦a!=b,¦a in (¦a in (b),¦!a,¦()¦[]¦{}¦{"a":¦[{¦""¦\\"¦"\\¦\\u0041¦%41¦&#38;¦&a ¦*a ¦- ¦a: ¦a:\n ¦? ',
  '1e¦1.¦0m¦1h¦\u0000a¦eyJ-¦eyJ.¦eyJa.¦Bearer ¦basic a¦token¦token=¦key: ¦a://¦aaaa0aaa-¦a\n¦\n\n ¦-----BEGIN ¦-----END ',
  '-----BEGIN PRIVATE KEY-----¦-----BEGIN CERTIFICATE-----\n¦<title¦<title>¦299 - "a" ¦299 - "¦, ¦ ,¦text/plain;¦a;q=0,',
  'a/b/¦../¦||¦&&¦(a¦a(¦a*¦a{1,9}¦\r\n¦\ud800',
];
const pumps = [...Array.from(signs), ...pieces.flatMap((line) => line.split('¦'))];
const texts: readonly Hard[] = pumps.flatMap((pump) => [
  { prefix: '', pump, suffix: '' },
  { prefix: '', pump, suffix: '\u0007' },
]);

/** Quadratic time is millions of steps at the last. */
const lengths = [1024, nightly ? 16_384 : 8192];

describe('code that reads external text takes linear time', () => {
  const rows = Object.entries(readers).map(([name, read], row) => [name, read, row] as const);
  test.each(rows)('%s', { timeout: 120_000 }, (_name, read, row) => {
    const action = (text: string): void => {
      try {
        read(text);
      } catch {
        // Refusing the text is valid.
      }
    };
    expect(worseThanLinear(action, someOf(texts, row, 4), lengths)).toBeUndefined();
  });
});
