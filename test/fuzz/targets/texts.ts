import { canonicalQuantity } from '../../../packages/schema/src/values/quantity.js';
import { canonicalTime, timeProblem } from '../../../packages/schema/src/values/times.js';
import {
  printable as printableLine,
  age,
  humanDuration,
  shownUrl,
} from '../../../packages/kube-informers/src/util/shown.js';
import { ConfigError } from '../../../packages/kube-informers/src/util/errors.js';
import { CredentialsError } from '../../../packages/kube-informers/src/kubeconfig/errors.js';
import { parseExecCredential } from '../../../packages/kube-informers/src/kubeconfig/exec-credential.js';
import { expiryOf } from '../../../packages/kube-informers/src/kubeconfig/oidc.js';
import { oneLine, printable, redactSecrets } from '../../../packages/kube-informers/src/kubeconfig/redact.js';
import {
  defaultServerUrl,
  proxyUrlProblem,
} from '../../../packages/kube-informers/src/kubeconfig/server-url.js';
import * as errors from '../../../packages/kube-informers/src/meta/errors.js';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import { parseFieldSelector } from '../../../packages/kube-informers/src/meta/field-selector.js';
import { goQuote } from '../../../packages/kube-informers/src/meta/go-quote.js';
import { parseSelector } from '../../../packages/kube-informers/src/meta/label-selector.js';
import type { Selector } from '../../../packages/kube-informers/src/meta/label-selector.js';
import {
  compareResourceVersion,
  isResourceVersion,
} from '../../../packages/kube-informers/src/meta/resource-version.js';
import { asStatus } from '../../../packages/kube-informers/src/rest/errors.js';
import { withoutSentSecret } from '../../../packages/kube-informers/src/rest/sent-secrets.js';
import { parseWarnings } from '../../../packages/kube-informers/src/rest/request-sender.js';
import type { Chance } from '../../soak/chance.js';
import { Disagreement, expectThat, outcomeOf, shown } from '../target.js';
import type { FuzzTarget } from '../target.js';

function bytes(...texts: readonly string[]): Buffer[] {
  return texts.map((text) => Buffer.from(text));
}

function textOf(input: Uint8Array): string {
  return Buffer.from(input).toString();
}

/** What was parsed prints as something that parses to the same; else a ConfigError that names a position. */
function reparsed<S extends { toString(): string }>(text: string, parse: (text: string) => S): S | undefined {
  const selector = outcomeOf(
    () => parse(text),
    (error) => {
      if (!(error instanceof ConfigError)) return false;
      const { code, position, message } = error as ConfigError & { position: number };
      expectThat(code === 'ERR_SELECTOR', `code ${code}`);
      expectThat(position >= 0 && position <= text.length, `position ${position} of ${text.length}`);
      expectThat(message.length < 2000 + 6 * text.length, `a message of ${message.length} characters`);
      return true;
    },
  );
  if (selector === undefined) return undefined;
  const printed = selector.toString();
  // Terms are sorted by their text, `==` included, and it is printed as `=`: the second text is the canonical one.
  const canonical = parse(printed).toString();
  const again = parse(canonical).toString();
  expectThat(again === canonical, `${shown(canonical)} printed as ${shown(again)}`);
  return selector;
}

const selectorWords = [
  ' in (',
  ' notin (',
  ')',
  '!',
  '=',
  '==',
  '!=',
  '>',
  '<',
  ',',
  '(',
  'in',
  'notin',
  'a',
  'example.com/',
  '.',
  '-',
  '_',
  'metadata.name',
  '\\,',
  '\\=',
  '\\\\',
];

export function labelSelectorTarget(): FuzzTarget {
  const sets: Record<string, string>[] = [
    {},
    { a: 'b' },
    { a: '1', c: 'd', in: 'in' },
    { __proto__: 'x', 'example.com/c': '' },
  ];
  return {
    seeds: bytes(
      'a=b,c!=d',
      'x in (a, b,c),y notin (d)',
      '!a, b , example.com/c',
      'a>1,b<2',
      ' in in (in),notin notin (notin)',
    ),
    words: selectorWords,
    generate: (chance) => words(chance, selectorWords),
    run(input) {
      const selector = reparsed(textOf(input), parseSelector);
      if (selector === undefined) return;
      for (const set of sets)
        expectThat(selector.matches(set) === matchesByRequirements(selector, set), `matches ${shown(set)}`);
    },
  };
}

/** The rules of apimachinery's Requirement.Matches, one requirement after the other. */
function matchesByRequirements(selector: Selector, set: Readonly<Record<string, string>>): boolean {
  const { requirements } = selector.requirements();
  return requirements.every(({ key, operator, values }) => {
    const has = Object.hasOwn(set, key);
    const value = has ? (set[key] ?? '') : '';
    switch (operator) {
      case 'in':
      case '=':
      case '==':
        return has && [...values].includes(value);
      case 'notin':
      case '!=':
        return !has || ![...values].includes(value);
      case 'exists':
        return has;
      case '!':
        return !has;
      default: {
        const [limit = ''] = values;
        if (!has || !/^[+-]?\d+$/.test(value)) return false;
        return operator === 'gt' ? BigInt(value) > BigInt(limit) : BigInt(value) < BigInt(limit);
      }
    }
  });
}

export function fieldSelectorTarget(): FuzzTarget {
  return {
    seeds: bytes('metadata.name=x', 'spec.a!=b\\,c', 'status.phase==Running,spec.nodeName=', 'a=\\\\,b=\\='),
    words: selectorWords,
    generate: (chance) => words(chance, selectorWords),
    run(input) {
      const selector = reparsed(textOf(input), parseFieldSelector);
      if (selector === undefined) return;
      const set: Record<string, string> = { 'metadata.name': 'x', a: '', 'spec.nodeName': 'n,1' };
      // Own members only: a field may be called __proto__.
      const expected = selector
        .requirements()
        .every(
          ({ field, operator, value }) =>
            (Object.hasOwn(set, field) ? set[field] === value : value === '') === (operator === '='),
        );
      expectThat(selector.matches(set) === expected, `matches ${shown(set)}`);
    },
  };
}

function words(chance: Chance, from: readonly string[]): Buffer {
  return Buffer.from(Array.from({ length: chance.between(0, 30) }, () => chance.pick(from)).join(''));
}

const valueWords = [
  '2026-01-02T03:04:05Z',
  '.123456',
  '+01:00',
  '-',
  'Ki',
  'Ei',
  'm',
  'n',
  'e',
  'E+3',
  '0',
  '9'.repeat(40),
  '1.5',
  '12345678901234567890',
];

/** Resource versions, quantities, times, durations. */
export function valuesTarget(): FuzzTarget {
  return {
    seeds: bytes(
      '1 2',
      '18446744073709551616 18446744073709551617',
      '1.5Gi',
      '2026-01-02T03:04:05.123456Z',
      '100m',
    ),
    words: valueWords,
    generate: (chance) => words(chance, [...valueWords, ' ']),
    run(input) {
      const text = textOf(input);
      const [a = '', b = ''] = text.split(' ');
      checkVersions(a, b);
      const quantity = canonicalQuantity(a);
      if (quantity !== undefined) {
        const again = canonicalQuantity(quantity);
        expectThat(again === quantity, `quantity ${shown(quantity)} is ${shown(again)} when read again`);
      }
      for (const micro of [false, true]) {
        const time = canonicalTime(a, micro);
        if (time === undefined) timeProblem(a, micro);
        else expectThat(canonicalTime(time, micro) === time, `time ${shown(time)}`);
      }
      expectThat(
        /^(<invalid>|[\dydhms]+)$/.test(humanDuration(Math.min(Number.parseFloat(a) || 0, 1e15))),
        'duration',
      );
      age(a, 1.7e12);
      goQuote(a);
    },
  };
}

function checkVersions(a: string, b: string): void {
  if (!isResourceVersion(a) || !isResourceVersion(b)) return;
  const expected = BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
  expectThat(compareResourceVersion(a, b) === expected, `${a} and ${b}`);
  expectThat(compareResourceVersion(b, a) === 0 - expected, `${b} and ${a}`);
}

export function warningsTarget(): FuzzTarget {
  return {
    seeds: bytes(
      '299 - "a warning"',
      '299 agent "one \\"quoted\\"" "Thu, 01 Jan 1970 00:00:00 GMT", 199 - "two"',
    ),
    words: ['299 - "', '"', '\\', ', ', ' "', '\\"', '\u009b', '\u001b'],
    run(input) {
      const header = Buffer.from(input).toString('latin1');
      for (const { code, text, agent } of parseWarnings([header, header])) {
        expectThat(code >= 0 && code <= 999, `code ${code}`);
        expectThat(!/\p{Cc}/u.test(text + agent), 'a control character');
      }
    },
  };
}

// The underscore keeps it apart from the words that errors may quote: kinds and versions.
const secret = 'hunter2_hunter2';

/** What is taken out of texts before anybody sees them. */
export function redactionTarget(): FuzzTarget {
  return {
    seeds: bytes(
      `Bearer eyJhbGciOi.eyJzdWIi.c2ln token=${secret}`,
      `https://me:${secret}@host/path`,
      '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
    ),
    words: [
      'eyJ',
      '.',
      '//',
      '@',
      'Bearer ',
      'token=',
      'password: "',
      '://',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      secret,
      ':',
      '\u001b[',
      '\u009b',
      '\u202e',
    ],
    run(input) {
      const text = textOf(input);
      const redacted = redactSecrets(text, [secret]);
      expectThat(!redacted.includes(secret), 'a known secret is left');
      const refusal = new StatusError({ kind: 'Status', status: 'Failure', message: text });
      // The second body is read as JSON or YAML.
      for (const body of [{ stringData: { password: secret } }, `${text}\n  password: ${secret}`]) {
        const error = withoutSentSecret({ path: '/api/v1/namespaces/a/secrets', body }, refusal);
        expectThat(error instanceof StatusError && !error.message.includes(secret), 'a sent secret is left');
      }
      for (const clean of [printable(text), oneLine(printable(text)), printableLine(text)])
        expectThat(!/\p{Cc}/u.test(clean.replaceAll(/[\t-\r\u0085]/g, '')), 'a control character is left');
      expectThat(
        /^(""|"[a-z][a-z0-9+.-]*:\/\/(…@)?[^@/?#]*(\/…)?"|\(\d+ characters, not shown\))$/.test(
          shownUrl(text),
        ),
        'more than scheme, host and port of a URL is shown',
      );
    },
  };
}

export function urlsTarget(): FuzzTarget {
  return {
    seeds: bytes(
      'https://example.com:6443/prefix/',
      'example.com',
      '[::1]:80',
      'http://u:p@h',
      'socks5://h:1',
    ),
    words: [
      '://',
      'http',
      'https',
      '/',
      '@',
      ':',
      '[',
      ']',
      '%',
      '?',
      '#',
      '..',
      '\\',
      'é',
      '\t',
      '\n',
      '0x7f.1',
      '//',
    ],
    run(input) {
      const text = textOf(input);
      const url = outcomeOf(
        () => defaultServerUrl(text, 'server'),
        (error) => error instanceof ConfigError && error.code === 'ERR_KUBECONFIG_SERVER',
      );
      if (url !== undefined) {
        const { protocol, username, password } = new URL(url);
        expectThat(/^https?:$/.test(protocol) && username + password === '', shown(url));
        const again = defaultServerUrl(url, 'server');
        expectThat(again === url, `${shown(url)} becomes ${shown(again)}`);
      }
      proxyUrlProblem(text);
    },
  };
}

const predicates = Object.entries(errors)
  .filter(([name]) => /^(is|suggests|reasonFor)[A-Z]/.test(name))
  .map(([, predicate]) => predicate as (error: unknown) => unknown);

/** Bodies of failed answers, and error events of a watch. */
export function statusTarget(): FuzzTarget {
  const good =
    '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"m","reason":"NotFound","details":{"name":"x","causes":[{"reason":"a","message":"b","field":"c"}],"retryAfterSeconds":1},"code":404}';
  return {
    seeds: bytes(good),
    words: [
      '"code":',
      '"details":',
      '"causes":',
      '"retryAfterSeconds":',
      '"message":',
      'null',
      '{}',
      '[]',
      '-1',
      '"x"',
      '1e99',
    ],
    run(input) {
      const value = outcomeOf(
        () => JSON.parse(textOf(input)) as unknown,
        (error) => error instanceof SyntaxError,
      );
      const status = asStatus(value);
      if (status === undefined) return;
      const error = new StatusError(status);
      checkPredicates(error);
      expectThat(typeof error.message === 'string', 'the message is not a string');
    },
  };
}

function checkPredicates(error: StatusError): void {
  void [error.statusCode, error.reason, error.retryAfterSeconds, String(error), error.stack];
  for (const predicate of predicates) {
    const answer: unknown = predicate(error);
    if (answer !== undefined && !['boolean', 'number', 'string'].includes(typeof answer))
      throw new Disagreement(`${predicate.name} returned ${shown(answer)}`);
  }
}

/** What an exec plugin prints: credentials, or an error that quotes nothing. */
export function execCredentialTarget(): FuzzTarget {
  const apiVersion = 'client.authentication.k8s.io/v1';
  return {
    seeds: bytes(
      `{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":{"token":"${secret}","expirationTimestamp":"2026-01-02T03:04:05Z"}}`,
      `a.${Buffer.from('{"exp":1}').toString('base64url')}.b`,
    ),
    words: [
      '"status":{',
      '"token":',
      '"expirationTimestamp":',
      '"clientCertificateData":"',
      '"clientKeyData":"',
      'null',
      '{}',
      '1e400',
      '\\n',
      secret,
    ],
    async run(input) {
      const text = textOf(input);
      try {
        await parseExecCredential(text, 'plugin', apiVersion);
      } catch (error) {
        if (!(error instanceof CredentialsError)) throw error;
        expectThat(!error.message.includes('hunter2'), 'the error quotes a secret');
      }
      const expiry = expiryOf(text);
      expectThat(expiry === undefined || !Number.isNaN(expiry), `expiry ${expiry}`);
    },
  };
}
