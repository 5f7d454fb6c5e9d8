/** `format` of Kubernetes: rules for names and some formats of OpenAPI. */
import { actualSize, regexLengthFactor, scale, stringTraversalFactor } from '../functions.js';
import type { Overload } from '../functions.js';
import { CelList, CelObject, listOf, objectType, Optional, optionalOf, STRING } from '../values.js';
import type { CelError, CelValue } from '../values.js';
import {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelKeyProblems,
  labelValueProblems,
} from '../../values/names.js';
import { hasFormat } from '../../structural/formats.js';
import { argument, fn, method, noSuchOverload } from './define.js';
import { requestUriProblem } from './urls.js';

/** What is wrong with a text. */
type Problems = (text: string) => readonly string[];

export const FORMAT = objectType('kubernetes.NamedFormat');

export class FormatValue extends CelObject {
  readonly type = FORMAT;
  readonly name: string;
  /** None if a text has the format. */
  readonly problems: Problems;
  /** The length of the pattern that costs are computed with. */
  readonly patternLength: number;

  constructor(name: string, patternLength: number, problems: Problems) {
    super();
    this.name = name;
    this.problems = problems;
    this.patternLength = patternLength;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof FormatValue ? other.name === this.name : noSuchOverload;
  }
}

/** These checks of the server count in other words than those of labels. */
function inCharacters(problems: Problems): Problems {
  return (text) => problems(text).map((problem) => problem.replace(/ bytes$/, ' characters'));
}

const dnsLabel = inCharacters(dnsLabelProblems);
const dnsSubdomain = inCharacters(dnsSubdomainProblems);
const dns1035Label = inCharacters(dns1035LabelProblems);

/** A prefix of a name may end with a dash, which the server replaces together with the character before it. */
function asPrefix(problems: Problems): Problems {
  return (text) => problems(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);
}

/** A format of OpenAPI, and the only thing the server says of a text that does not have it. */
function openApi(format: string, problem: string): Problems {
  return (text) => (hasFormat(text, format) === true ? [] : [problem]);
}

const formats: Readonly<Record<string, FormatValue>> = {
  dns1123Label: new FormatValue('DNS1123Label', 30, dnsLabel),
  dns1123Subdomain: new FormatValue('DNS1123Subdomain', 60, dnsSubdomain),
  dns1035Label: new FormatValue('DNS1035Label', 30, dns1035Label),
  qualifiedName: new FormatValue('QualifiedName', 60, labelKeyProblems),
  dns1123LabelPrefix: new FormatValue('DNS1123LabelPrefix', 30, asPrefix(dnsLabel)),
  dns1123SubdomainPrefix: new FormatValue('DNS1123SubdomainPrefix', 60, asPrefix(dnsSubdomain)),
  dns1035LabelPrefix: new FormatValue('DNS1035LabelPrefix', 30, asPrefix(dns1035Label)),
  labelValue: new FormatValue('LabelValue', 40, labelValueProblems),
  uri: new FormatValue('URI', 1103, (text) => {
    const problem = requestUriProblem(text);
    return problem === undefined ? [] : [problem];
  }),
  uuid: new FormatValue('uuid', 70, openApi('uuid', 'does not match the UUID format')),
  byte: new FormatValue('byte', 84, openApi('byte', 'invalid base64')),
  date: new FormatValue('date', 71, openApi('date', 'invalid date')),
  datetime: new FormatValue('datetime', 71, openApi('datetime', 'invalid datetime')),
};

function validate(format: FormatValue, text: string): Optional {
  const problems = format.problems(text);
  return problems.length === 0 ? Optional.none : new Optional(CelList.of(problems));
}

// Estimates take all patterns to be as long as this.
const estimatedPatternLength = 128;

export const namedFormats: readonly Overload[] = [
  fn('format.named', 'format-named', [STRING], optionalOf(FORMAT), (name: string) =>
    Object.hasOwn(formats, name) ? new Optional(formats[name]) : Optional.none,
  ),
  ...Object.entries(formats).map(([name, value]) =>
    fn(`format.${name}`, `format.${name}`, [], FORMAT, () => value),
  ),
  method('validate', 'format-validate', [FORMAT, STRING], optionalOf(listOf(STRING)), validate, {
    cost: ([format, text]) => {
      const patternLength = format instanceof FormatValue ? format.patternLength : 0;
      return (
        Math.ceil((1 + actualSize(text ?? null)) * stringTraversalFactor) *
        Math.ceil(patternLength * regexLengthFactor)
      );
    },
    estimate: (args) => {
      const read = scale(argument(args, 1).size, stringTraversalFactor);
      return { cost: scale(read, estimatedPatternLength * regexLengthFactor) };
    },
  }),
];
