/**
 * The API's rules for names, labels and label values (apimachinery's util/validation).
 *
 * Each function returns the problems in the API server's words; none if the value is valid.
 */

const labelPart = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const labelValue = `(${labelPart})?`;
const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const dnsSubdomain = `${dnsLabel}(\\.${dnsLabel})*`;
const dns1035Label = '[a-z]([-a-z0-9]*[a-z0-9])?';

const labelPartPattern = new RegExp(`^${labelPart}$`);
const labelValuePattern = new RegExp(`^${labelValue}$`);
const dnsLabelPattern = new RegExp(`^${dnsLabel}$`);
const dnsSubdomainPattern = new RegExp(`^${dnsSubdomain}$`);
const dns1035LabelPattern = new RegExp(`^${dns1035Label}$`);

const qualifiedCharacters =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const labelKeyExamples = ['MyName', 'my.name', '123-abc'];

/** content.IsLabelKey: `app`, `example.com/app`. Also the rule of annotation keys and finalizers ("qualified name"). */
export function labelKeyProblems(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 2) {
    const form = patternProblem(qualifiedCharacters, labelPart, labelKeyExamples);
    return [
      `a valid label key ${form} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const problems: string[] = [];
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  if (prefix === '') problems.push('prefix part must be non-empty');
  else if (prefix !== undefined) {
    problems.push(...dnsSubdomainProblems(prefix).map((problem) => `prefix part ${problem}`));
  }
  if (name === '') problems.push('name part must be non-empty');
  else problems.push(...lengthProblems(name, 63).map((problem) => `name part ${problem}`));
  if (!labelPartPattern.test(name)) {
    problems.push(`name part ${patternProblem(qualifiedCharacters, labelPart, labelKeyExamples)}`);
  }
  return problems;
}

/** content.IsLabelValue. */
export function labelValueProblems(value: string): string[] {
  const problems = lengthProblems(value, 63);
  if (!labelValuePattern.test(value)) {
    const rule = `a valid label must be an empty string or ${qualifiedCharacters.replace('must ', '')}`;
    problems.push(patternProblem(rule, labelValue, ['MyValue', 'my_value', '12345']));
  }
  return problems;
}

/** content.IsDNS1123Subdomain: the names of most objects. */
export function dnsSubdomainProblems(value: string): string[] {
  const problems = lengthProblems(value, 253);
  if (!dnsSubdomainPattern.test(value)) {
    const rule =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    problems.push(patternProblem(rule, dnsSubdomain, ['example.com']));
  }
  return problems;
}

/** content.IsDNS1123Label: the names of namespaces. */
export function dnsLabelProblems(value: string): string[] {
  const problems = lengthProblems(value, 63);
  if (dnsLabelPattern.test(value)) return problems;
  if (dnsSubdomainPattern.test(value)) return [...problems, 'must not contain dots'];
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...problems, patternProblem(rule, dnsLabel, ['my-name', '123-abc'])];
}

/** validation.IsDNS1035Label: the names of services. */
export function dns1035LabelProblems(value: string): string[] {
  const problems = lengthProblems(value, 63);
  if (!dns1035LabelPattern.test(value)) {
    const rule =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
    problems.push(patternProblem(rule, dns1035Label, ['my-name', 'abc-123']));
  }
  return problems;
}

/** content.IsPathSegmentName: the minimum for any name, so that it is valid in a URL; the rule for RBAC roles. */
export function pathSegmentProblems(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
}

function lengthProblems(value: string, maxBytes: number): string[] {
  return Buffer.byteLength(value) > maxBytes ? [`must be no more than ${String(maxBytes)} bytes`] : [];
}

function patternProblem(rule: string, pattern: string, examples: readonly string[]): string {
  const quoted = examples.map((example) => `'${example}', `).join(' or ');
  return `${rule} (e.g. ${quoted}regex used for validation is '${pattern}')`;
}
