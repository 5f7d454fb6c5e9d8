import type { ElectionModel } from '../model.js';
import { duration } from './format.js';

/** Who leads, and since when. */
export function electionText({ state, leader, sinceMs }: ElectionModel, nowMs: number): string {
  const since = sinceMs === undefined ? '' : ` for ${duration(Math.max(0, nowMs - sinceMs))}`;
  switch (state) {
    case 'leads':
      return `This process leads${since}.`;
    case 'standby':
      return `${leader} leads${since}; this process is a candidate.`;
    case 'wasHolder':
      return 'This process was the holder. Its term has ended, and no other process has taken the Lease.';
    case 'noHolder':
      return 'No process leads; this process is a candidate.';
    case 'stopped':
      return leader === ''
        ? 'This process does not take part.'
        : `${leader} leads${since}; this process does not take part.`;
  }
}
