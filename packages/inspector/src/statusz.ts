import { humanDuration, isoTime, printable } from 'kube-informers/internal';
import type { InformerModel, SlotRunModel, StateModel } from './model.js';
import { electionWords, shownText } from './words.js';

/** The state as plain text. */
export function statusText({
  atMs,
  program,
  verdict,
  informers,
  controllers,
  elections,
  shardings,
}: StateModel): string {
  const lines = [
    'kube-informers statusz',
    'Warning: this text may change; programs read it as JSON (Accept: application/json).',
    '',
    `Time: ${isoTime(atMs)}`,
    `Up: ${humanDuration(program.uptimeMs)}`,
    `Version: kube-informers ${program.version}, ${program.runtime}`,
    `Verdict: ${verdict.text}`,
    ...verdict.problems.flatMap(({ what, detail, todo }) => [
      `  - ${what}`,
      ...(detail === undefined ? [] : [`    ${detail}`]),
      `    ${todo}`,
    ]),
    '',
    'Informers:',
    ...informers.flatMap((informer) => informerLines(informer)),
  ];
  if (elections.length > 0) lines.push('', 'Elections:');
  for (const { name, identity, leader, state, sinceMs } of elections)
    lines.push(
      `  ${name}: ${electionWords[state]}; identity ${identity}, leader ${leader === '' ? 'none' : leader}${sinceMs === undefined ? '' : ` since ${isoTime(sinceMs)}`}`,
    );
  if (shardings.length > 0) lines.push('', 'Shardings:');
  for (const {
    name,
    activity,
    identity,
    slots,
    owned,
    draining,
    waiting,
    memberCount,
    failing,
  } of shardings) {
    lines.push(
      `  ${name}: ${activity}; identity ${identity}, ${slotCount(owned)} of ${slots} slots, ${slotCount(draining)} draining, ${slotCount(waiting)} waiting, ${memberCount === 1 ? '1 replica' : `${memberCount} replicas`}`,
    );
    if (failing !== undefined) lines.push(`    ${failing.message}`);
  }
  if (controllers.length > 0) lines.push('', 'Controllers:');
  for (const { name, queue, workers, maxWorkers, success, errors, parked } of controllers)
    lines.push(
      `  ${name}: ${queue.depth} waiting, ${queue.delayed} delayed, ${workers} of ${maxWorkers} running, ${success} succeeded, ${errors} failed, ${parked.length} given up`,
    );
  return `${lines.map((line) => shownText(printable(line))).join('\n')}\n`;
}

function informerLines(informer: InformerModel): string[] {
  const { name, freshness, scope, state, objects, lastByteAgeMs, why, staleSinceMs } = informer;
  const last = lastByteAgeMs === undefined ? 'no byte yet' : `last byte ${humanDuration(lastByteAgeMs)} ago`;
  const held = objects === 1 ? '1 object' : `${objects} objects`;
  const since = freshness !== 'stale' || staleSinceMs === undefined ? '' : ` since ${isoTime(staleSinceMs)}`;
  const line = `  ${name} (${scope}): ${freshness}${since}, ${state}, ${held}, ${last}`;
  return why === undefined ? [line] : [line, `    ${why}`];
}

function slotCount(runs: readonly SlotRunModel[]): number {
  return runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
