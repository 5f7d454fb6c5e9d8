import { ruleNames } from './rules.js';
import type { RuleName } from './rules.js';
import { kinds, patterns, simulate, storm } from './simulation.js';
import type { Outcome, StormOutcome } from './simulation.js';

const hours = 4;
const clients = 1000;

/** What one client came to in a pattern of faults, by each rule. */
export interface SimulatedRow {
  readonly pattern: string;
  readonly kind: string;
  readonly outcomes: Readonly<Record<RuleName, Outcome>>;
}

/** What many clients came to. */
export interface StormRow {
  readonly name: string;
  readonly outcomes: Readonly<Record<RuleName, StormOutcome>>;
}

async function byRule<T>(play: (rule: RuleName) => Promise<T>): Promise<Record<RuleName, T>> {
  return { 'client-go': await play('client-go'), before: await play('before'), now: await play('now') };
}

export async function simulatedRows(): Promise<SimulatedRow[]> {
  const rows: SimulatedRow[] = [];
  for (const pattern of patterns) {
    for (const { kind, name } of kinds) {
      // A fault that is over at once meets the open watch alone.
      if (pattern.lastsMs === 0 && (kind === 'cut list' || kind === 'refused')) continue;
      const play = (rule: RuleName): Promise<Outcome> => simulate(rule, kind, pattern, hours * 3_600_000, 1);
      rows.push({ pattern: pattern.name, kind: name, outcomes: await byRule(play) });
    }
  }
  return rows;
}

export async function stormRows(): Promise<StormRow[]> {
  const storms = [
    ['410 on every watch', '410', 0],
    ['500 on every watch', '500', 0],
    ['every watch cut', 'cut', 0],
    ['refused for 30 s', 'refused', 30_000],
    ['refused for 5 min', 'refused', 300_000],
    ['500 for 30 s', '500', 30_000],
  ] as const;
  const rows: StormRow[] = [];
  for (const [name, kind, lastsMs] of storms)
    rows.push({ name, outcomes: await byRule((rule) => storm(rule, kind, lastsMs, clients)) });
  return rows;
}

/** docs/recovery.md. */
export function page(rows: readonly SimulatedRow[], storms: readonly StormRow[]): string {
  return `# How soon a cache is current again

Written by \`npm run recovery\`, which simulates an informer without watch-lists on virtual time; do not edit. The time of a
request and its answer is not counted, only the time that the client waits before it asks. What the REST client repeats by
itself (429 with Retry-After, a connection that breaks before the answer) and how silence is noticed are not part of it.

- **client-go**: a model of its Reflector (\`tools/cache/reflector.go\`).
- **before**: a model of the rule of version 0.1.0.
- **now**: this project's Reflector itself. [docs/faults.md](faults.md) describes its rule.

## One client

Three figures each: how long the server was well and the cache behind, in percent of ${hours} hours · requests a minute · most
requests within a second. Faults come at random (Poisson) or so long after each recovery.

${table(
  ['faults', '', ...ruleNames],
  rows.map(({ pattern, kind, outcomes }) => [
    pattern,
    kind,
    ...ruleNames.map((rule) => cell(outcomes[rule])),
  ]),
)}

## ${clients.toLocaleString('en-US')} clients at once

All have watched for two minutes when the fault strikes all of them. Most requests within 100 ms and within a second · all
requests, from the end of the fault until every cache is current · seconds until half of them, and all, are current again.

${table(
  ['fault', ...ruleNames],
  storms.map(({ name, outcomes }) => [name, ...ruleNames.map((rule) => stormCell(outcomes[rule]))]),
)}
`;
}

function cell({ behind, requestsPerMinute, peakPerSecond }: Outcome): string {
  return `${(behind * 100).toFixed(1)} % · ${requestsPerMinute.toFixed(1)} · ${peakPerSecond}`;
}

function stormCell({ peakPer100Ms, peakPerSecond, requests, halfS, allS }: StormOutcome): string {
  return `${peakPer100Ms}, ${peakPerSecond} · ${requests} · ${halfS.toFixed(1)}, ${allS.toFixed(1)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const texts = [head, ...rows];
  const widths = head.map((_title, index) => Math.max(...texts.map((line) => (line[index] ?? '').length)));
  const lines = texts.map(
    (line) => `| ${line.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}
