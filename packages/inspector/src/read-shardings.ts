import type { Manager } from 'kube-informers/controller';
import type { Sharding } from 'kube-informers/sharding';
import type { ShardingModel, SlotRunModel } from './model.js';
import { failingOf, messageOf } from './read-controllers.js';
import { shownText } from './words.js';

/** Replicas of a sharding that are listed. */
export const listedMembers = 100;

/** Reads the shardings of the managers' controllers, each once. */
export function readShardings(managers: readonly Manager[]): ShardingModel[] {
  const shardings = new Map<Sharding, Manager>();
  for (const manager of managers)
    for (const { sharding } of manager.controllers)
      if (sharding !== undefined && !shardings.has(sharding)) shardings.set(sharding, manager);
  return Array.from(shardings, ([sharding, { factories }]) => readSharding(sharding, factories));
}

function readSharding(sharding: Sharding, factories: Manager['factories']): ShardingModel {
  const stats = sharding.stats();
  const { members } = stats;
  return {
    name: stats.name,
    identity: stats.identity,
    activity: stats.activity,
    slots: stats.slots,
    owned: runsOf(stats.owned),
    draining: runsOf(stats.draining),
    waiting: runsOf(stats.waiting),
    members: members
      .slice(0, listedMembers)
      .map((member) => ({ ...member, identity: shownText(member.identity) })),
    memberCount: members.length,
    failing: failingOf(stats.failing, factories),
    expired: messageOf(() => sharding.check()),
    facts: [
      ['Runs in process', String(stats.activeRuns)],
      ['Renewals', String(stats.renewals)],
      ['Slots gained', String(stats.gainedSlots)],
      ['Slots given up', String(stats.releasedSlots)],
      ['Terms lost', String(stats.lostTerms)],
      ['Failed requests', String(stats.failures)],
    ],
  };
}

/** Joins numbers in ascending order that follow each other. */
function runsOf(slots: readonly number[]): SlotRunModel[] {
  const runs: [number, number][] = [];
  for (const slot of slots) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === slot - 1) last[1] = slot;
    else runs.push([slot, slot]);
  }
  return runs;
}
