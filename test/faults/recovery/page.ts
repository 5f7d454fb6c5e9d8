import { ruleNames } from './rules.js';
import type { RuleName } from './rules.js';
import { kinds, patterns, simulate, simulateManyClients } from './simulation.js';
import type { Outcome, ManyClientsOutcome } from './simulation.js';

const hours = 4;
const clients = 1000;

/** The results of one client in a pattern of faults, by rule. */
export interface SimulatedRow {
  readonly pattern: string;
  readonly kind: string;
  readonly outcomes: Readonly<Record<RuleName, Outcome>>;
}

/** The results of many clients. */
export interface ManyClientsRow {
  readonly name: string;
  readonly outcomes: Readonly<Record<RuleName, ManyClientsOutcome>>;
}

async function byRule<T>(play: (rule: RuleName) => Promise<T>): Promise<Record<RuleName, T>> {
  return { 'client-go': await play('client-go'), 'kube-informers': await play('kube-informers') };
}

export async function simulatedRows(): Promise<SimulatedRow[]> {
  const rows: SimulatedRow[] = [];
  for (const pattern of patterns) {
    for (const { kind, name } of kinds) {
      // A momentary fault affects only the open watch.
      if (pattern.lastsMs === 0 && (kind === 'cut list' || kind === 'refused')) continue;
      const play = (rule: RuleName): Promise<Outcome> => simulate(rule, kind, pattern, hours * 3_600_000, 1);
      rows.push({ pattern: pattern.name, kind: name, outcomes: await byRule(play) });
    }
  }
  return rows;
}

export async function manyClientsRows(): Promise<ManyClientsRow[]> {
  const manyClients = [
    ['410 on every watch', '410', 0],
    ['500 on every watch', '500', 0],
    ['every watch cut', 'cut', 0],
    ['refused for 30 s', 'refused', 30_000],
    ['refused for 5 min', 'refused', 300_000],
    ['500 for 30 s', '500', 30_000],
  ] as const;
  const rows: ManyClientsRow[] = [];
  for (const [name, kind, lastsMs] of manyClients)
    rows.push({ name, outcomes: await byRule((rule) => simulateManyClients(rule, kind, lastsMs, clients)) });
  return rows;
}

/** docs/recovery.md. */
export function page(rows: readonly SimulatedRow[], manyClients: readonly ManyClientsRow[]): string {
  return `# Recovery compared with client-go

A fault is over. How soon is the cache current again, and how many requests does that cost the server? \`npm run recovery\` simulates it
and writes this page; do not edit it.

The simulation runs an informer without watch-lists on virtual time. It counts the time that the client waits before each request,
not the time of the request itself, and leaves out retries of the REST client and the detection of silence.

- **client-go**: a model of its Reflector (\`tools/cache/reflector.go\`).
- **kube-informers**: the Reflector itself. [faults.md](faults.md) describes its rules.

## One client

Each cell: share of ${hours} hours in which the server worked and the cache was behind · requests per minute · most requests within a
second. Faults occur at random (Poisson) or a fixed time after each recovery.

${table(
  ['faults', '', ...ruleNames],
  rows.map(({ pattern, kind, outcomes }) => [
    pattern,
    kind,
    ...ruleNames.map((rule) => cell(outcomes[rule])),
  ]),
)}

## ${clients.toLocaleString('en-US')} clients at once

All have watched for two minutes when the fault affects all of them. Each cell: most requests within 100 ms and within a second ·
requests from the end of the fault until every cache is current · seconds until half of them, and all, are current again.

${table(
  ['fault', ...ruleNames],
  manyClients.map(({ name, outcomes }) => [
    name,
    ...ruleNames.map((rule) => manyClientsCell(outcomes[rule])),
  ]),
)}
`;
}

function cell({ behind, requestsPerMinute, peakPerSecond }: Outcome): string {
  return `${(behind * 100).toFixed(1)} % · ${requestsPerMinute.toFixed(1)} · ${peakPerSecond}`;
}

function manyClientsCell({ peakPer100Ms, peakPerSecond, requests, halfS, allS }: ManyClientsOutcome): string {
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
