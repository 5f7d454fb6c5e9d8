import type { EventRecorderStats } from '../events/event-recorder.js';
import type { LeaderElectionStats } from '../leaderelection/election-reporter.js';
import type { ShardingStats } from '../sharding/sharding-reporter.js';
import type { Row } from './family.js';

/** The metrics of elections. */
export const electorMetrics: readonly Row<LeaderElectionStats>[] = [
  [
    'gauge',
    'leader_election_master_status',
    '1 while this process leads.',
    ({ masterStatus }) => masterStatus,
  ],
  [
    'counter',
    'leader_election_slowpath_total',
    'Renewals that had to read the Lease first.',
    ({ slowpathTotal }) => slowpathTotal,
  ],
  ['counter', 'kube_informers_leader_terms_total', 'Terms that began.', ({ terms }) => terms],
  [
    'counter',
    'kube_informers_leader_lost_terms_total',
    'Terms that ended because leadership was lost.',
    ({ lostTerms }) => lostTerms,
  ],
  [
    'counter',
    'kube_informers_leader_failures_total',
    'Failed requests for the Lease and the LeaseCandidate.',
    ({ failures }) => failures,
  ],
  [
    'counter',
    'kube_informers_leader_renewals_total',
    'Renewals of the Lease that succeeded.',
    ({ renewals }) => renewals,
  ],
  [
    'counter',
    'kube_informers_leader_left_to_expire_total',
    'Terms whose Lease was not released at their end, so that the next leader waits until it expires.',
    ({ leftToExpire }) => leftToExpire,
  ],
  [
    'gauge',
    'kube_informers_leader_transitions',
    'Changes of the holder that the Lease counts: a step back shows a Lease that was deleted.',
    ({ transitions }) => transitions,
  ],
];

/** The metrics of shardings. */
export const shardingMetrics: readonly Row<ShardingStats>[] = [
  [
    'gauge',
    'kube_informers_sharding_replicas',
    'Replicas that this one knows, including itself; 0 while it does not take part.',
    ({ members }) => members.length,
  ],
  ['gauge', 'kube_informers_sharding_all_slots', 'Slots of all replicas together.', ({ slots }) => slots],
  [
    'gauge',
    'kube_informers_sharding_slots',
    'Slots of this replica: owned, draining (start no more runs), or waiting for another replica.',
    ({ owned, draining, waiting }) => [
      ['owned', owned.length],
      ['draining', draining.length],
      ['waiting', waiting.length],
    ],
    'state',
  ],
  [
    'counter',
    'kube_informers_sharding_gained_slots_total',
    'Slots that this replica took.',
    ({ gainedSlots }) => gainedSlots,
  ],
  [
    'counter',
    'kube_informers_sharding_released_slots_total',
    'Slots that this replica gave up.',
    ({ releasedSlots }) => releasedSlots,
  ],
  [
    'counter',
    'kube_informers_sharding_lost_terms_total',
    'Times that the Lease of this replica was in doubt, so that it lost all slots.',
    ({ lostTerms }) => lostTerms,
  ],
  [
    'counter',
    'kube_informers_sharding_renewals_total',
    'Renewals of the Lease of this replica.',
    ({ renewals }) => renewals,
  ],
  [
    'counter',
    'kube_informers_sharding_failures_total',
    'Failed requests for the Leases of the replicas.',
    ({ failures }) => failures,
  ],
  [
    'gauge',
    'kube_informers_sharding_active_runs',
    'Runs that keep their slot with this replica.',
    ({ activeRuns }) => activeRuns,
  ],
];

/** The metrics of EventRecorders. */
export const recorderMetrics: readonly Row<EventRecorderStats>[] = [
  [
    'counter',
    'kube_informers_events_recorded_total',
    'Events about objects that were accepted.',
    ({ recorded }) => recorded,
  ],
  [
    'counter',
    'kube_informers_events_dropped_total',
    'Events about objects that were dropped, by reason.',
    ({ dropped }) => Object.entries(dropped),
    'reason',
  ],
  [
    'counter',
    'kube_informers_events_created_total',
    'Event objects that were created.',
    ({ created }) => created,
  ],
  ['counter', 'kube_informers_events_patched_total', 'Patches of event objects.', ({ patched }) => patched],
  [
    'counter',
    'kube_informers_events_retries_total',
    'Requests for event objects that were repeated.',
    ({ retries }) => retries,
  ],
  [
    'gauge',
    'kube_informers_events_queued',
    'Events about objects that wait to be sent.',
    ({ queued }) => queued,
  ],
];
