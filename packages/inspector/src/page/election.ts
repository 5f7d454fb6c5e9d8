import type { ElectionModel } from '../model.js';
import { since } from './format.js';

/** The state in a word. While the Lease cannot be read or renewed, nobody here knows who leads. */
export function electionWord({ state, failing }: ElectionModel): string {
  if (failing !== undefined) return 'Unknown';
  return state === 'leads' ? 'Leads' : state === 'standby' ? 'Standby' : 'No leader';
}

/** Who leads, and since when. */
export function electionText({ state, leader, sinceMs, failing }: ElectionModel, nowMs: number): string {
  const lead = sinceMs === undefined ? 'leads' : `has led ${since(sinceMs, nowMs)}`;
  if (failing !== undefined) return `Last known leader: ${leader || 'none'}.`;
  switch (state) {
    case 'leads':
      return `This process ${lead}.`;
    case 'standby':
    case 'noHolder':
      return `${leader === '' ? 'No process leads' : `${leader} ${lead}`}; this process is a candidate.`;
    case 'wasHolder':
      return 'The term of this process has ended, and nobody has taken the Lease.';
    case 'stopped':
      return `This process does not take part${leader === '' ? '' : `; ${leader} ${lead}`}.`;
  }
}
