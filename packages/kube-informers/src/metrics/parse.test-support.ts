import type { MetricType } from './family.js';
import type { MetricsFormat } from './text.js';

export interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
export interface ParsedFamily {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly samples: readonly ParsedSample[];
}

const escaped: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\"': '"' };
const unescape = (text: string): string => text.replaceAll(/\\./g, (pair) => escaped[pair] ?? fail(pair));

/** Reads metrics text, and throws for anything that the format does not allow. */
export function parseMetrics(text: string, format: MetricsFormat): Map<string, ParsedFamily> {
  const isOpen = format === 'openmetrics';
  if (!text.endsWith(isOpen ? '# EOF\n' : '\n')) fail('the end');
  const lines = text.split('\n').slice(0, isOpen ? -2 : -1);
  const parsed = new Map<string, ParsedFamily>();
  for (let at = 0; at < lines.length;) {
    const [, name = '', help = ''] = /^# HELP ([a-z_]+) (.*)$/.exec(lines[at++] ?? '') ?? fail(lines[at - 1]);
    if (/(?:^|[^\\])(?:\\\\)*\\(?![\\n"])/.test(help) || (isOpen && /^"|[^\\]"/.test(help))) fail(help);
    const typed = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(lines[at++] ?? '');
    if (typed?.[1] !== name || parsed.has(name)) fail(name);
    const type = typed?.[2] as MetricType;
    const samples: ParsedSample[] = [];
    const seen = new Set<string>();
    while (at < lines.length && !lines[at]?.startsWith('#')) {
      const line = lines[at++] ?? '';
      const [, sample = '', pairs = '', value = ''] =
        /^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\n"])*",?)*)\} ([-+.\deInfNa]+)$/.exec(line) ?? fail(line);
      if (seen.has(`${sample}{${pairs}}`)) fail(`twice: ${line}`);
      seen.add(`${sample}{${pairs}}`);
      const suffixes =
        type === 'histogram'
          ? ['_bucket', '_sum', '_count']
          : type === 'counter' && isOpen
            ? ['_total']
            : [''];
      if (!suffixes.some((suffix) => sample === name + suffix)) fail(line);
      const labels = Object.fromEntries(
        Array.from(pairs.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g), ([, label = '', text = '']) => [
          label,
          unescape(text),
        ]),
      );
      const number = Number(value.replace('Inf', 'Infinity'));
      if (Number.isNaN(number) && value !== 'NaN') fail(line);
      samples.push({ name: sample, labels, value: number });
    }
    if (samples.length === 0) fail(`no samples: ${name}`);
    parsed.set(name, { name, help: unescape(help), type, samples });
  }
  return parsed;
}

function fail(what: string | undefined): never {
  throw new Error(`not valid: ${String(what)}`);
}
