import { expect, test } from 'vitest';
import { healthOf } from './health-colour.js';

test.each([
  [['1/1', 'Running'], 'well'],
  [['0/0', 'Running'], 'well'],
  [['0/1', 'Running'], 'waiting'],
  [['1/1', 'Terminating'], 'waiting'],
  [['0/1', 'Init:0/2'], 'waiting'],
  [['0/1', 'CrashLoopBackOff'], 'failing'],
  [['0/1', 'Init:Error'], 'failing'],
  [['0/1', 'ErrImagePull'], 'failing'],
  [['0/1', 'Completed'], 'done'],
])('pod %j is %s', (cells, health) => {
  expect(healthOf(['READY', 'STATUS'], cells)).toBe(health);
});

test('a deployment with too few replicas waits, a node that is not ready fails', () => {
  expect(healthOf(['NAME', 'READY'], ['web', '2/3'])).toBe('waiting');
  expect(healthOf(['NAME', 'STATUS'], ['node-1', 'NotReady,SchedulingDisabled'])).toBe('failing');
  expect(healthOf(['NAME', 'DATA'], ['Error', '2'])).toBe('well');
});
