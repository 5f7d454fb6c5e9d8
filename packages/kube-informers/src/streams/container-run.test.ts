import { expect, test } from 'vitest';
import type { corev1 } from '../resources/types.js';
import { outlookOf } from './container-run.js';

test.each([
  ['Always', 0, 'waits'],
  ['Always', 1, 'waits'],
  ['OnFailure', 0, 'ended'],
  ['OnFailure', 1, 'waits'],
  ['Never', 1, 'ended'],
] as const)('with restartPolicy %s, a container with exit code %i %s', (restartPolicy, exitCode, outlook) => {
  const status = (more: object): corev1.Pod => ({
    metadata: { name: 'web', ...more },
    spec: { restartPolicy, containers: [{ name: 'app' }] },
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'app',
          image: '',
          imageID: '',
          ready: false,
          restartCount: 0,
          state: { terminated: { exitCode } },
        },
      ],
    },
  });
  expect(outlookOf(status({}), 'app')).toBe(outlook);
  expect(outlookOf(status({ deletionTimestamp: '2026-01-01T00:00:00Z' }), 'app')).toBe('ended');
});
