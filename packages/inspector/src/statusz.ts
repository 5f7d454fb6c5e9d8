import { humanDuration, isoTime, printable } from 'kube-informers/internal';
import type { IncidentsModel, InformerModel, ProgramModel, SlotRunModel, StateModel } from './model.js';
import { textOf } from './verdict.js';
import { electionWords, shownText } from './words.js';

/** The state as plain text. */
export function statusText(
  { atMs, program, verdict, informers, controllers, elections, shardings }: StateModel,
  { sinceMs, incidents }: IncidentsModel,
): string {
  const lines = [
    'kube-informers statusz',
    'Warning: this text may change; programs read it as JSON (Accept: application/json).',
    '',
    `Time: ${isoTime(atMs)}`,
    `Program: ${programText(program)}`,
    `Up: ${humanDuration(program.uptimeMs)}`,
    `Version: kube-informers ${program.library}, ${program.runtime}`,
    `Verdict: ${verdict.text}`,
    ...verdict.problems.flatMap(({ detail, todo, sinceMs: begin, ...problem }) => [
      `  - ${textOf(problem)}${begin === undefined ? '' : `, since ${isoTime(begin)}`}`,
      ...(detail === undefined ? [] : [`    ${detail}`]),
      `    ${todo}`,
    ]),
    '',
    `Incidents since ${isoTime(sinceMs)}, at most of one day:${incidents.length === 0 ? ' none' : ''}`,
    ...incidents.map(
      ({ beginMs, endMs, what }) =>
        `  ${isoTime(beginMs)} to ${endMs === undefined ? 'now' : isoTime(endMs)} (${humanDuration((endMs ?? atMs) - beginMs)}): ${what}`,
    ),
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
  for (const { name, queue, workers, maxWorkers, success, errors, givenUp } of controllers)
    lines.push(
      `  ${name}: ${queue.depth} waiting, ${queue.delayed} delayed, ${workers} of ${maxWorkers} running, ${success} succeeded, ${errors} failed, ${givenUp.length} given up`,
    );
  return `${lines.map((line) => shownText(printable(line))).join('\n')}\n`;
}

function programText({ name, version, pod, host, namespace, cluster }: ProgramModel): string {
  const parts = [
    version === undefined ? name : `${name} ${version}`,
    pod === undefined
      ? host && `host ${host}`
      : `Pod ${namespace === undefined ? pod : `${namespace}/${pod}`}`,
    cluster && `cluster ${cluster}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
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
