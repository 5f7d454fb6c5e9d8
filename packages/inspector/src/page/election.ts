import type { ElectionModel } from '../model.js';
import { since } from './format.js';

/** Who leads, and since when. */
export function electionText({ state, leader, sinceMs }: ElectionModel, nowMs: number): string {
  const lead = sinceMs === undefined ? 'leads' : `has led ${since(sinceMs, nowMs)}`;
  switch (state) {
    case 'leads':
      return `This process ${lead}.`;
    case 'standby':
      return `${leader} ${lead}; this process is a candidate.`;
    case 'wasHolder':
      return 'This process was the holder. Its term has ended, and no other process has taken the Lease.';
    case 'noHolder':
      return 'No process leads; this process is a candidate.';
    case 'stopped':
      return leader === ''
        ? 'This process does not take part.'
        : `${leader} ${lead}; this process does not take part.`;
  }
}
