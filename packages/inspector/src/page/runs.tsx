import type { JSX } from 'preact';
import type { ControllerDetailModel, ControllerModel, RunModel } from '../model.js';
import { KeyLink } from './controllers.js';
import { count, duration } from './format.js';
import { Section, Table, Time } from './parts.js';
import { hrefOf } from './route.js';

const results: Readonly<Record<RunModel['result'], string>> = {
  success: 'succeeded',
  requeue: 'succeeded, again with backoff',
  requeueAfter: 'succeeded, again later',
  error: 'failed',
  stopped: 'stopped',
};

/** The last failed runs, with their stacks; nothing without any. */
export function Failures({
  controller,
  detail,
  nowMs,
}: {
  readonly controller: ControllerModel;
  readonly detail: ControllerDetailModel | undefined;
  readonly nowMs: number;
}): JSX.Element | null {
  if (detail === undefined || detail.failures.length === 0) return null;
  return (
    <Section title="Last failures">
      <ol class="failures">
        {detail.failures.map((run, index) => (
          <li key={run.runId}>
            <details open={index === 0}>
              <summary>
                <span class="message">{run.message}</span>
                <span class="sub">
                  {run.key}, attempt {count(run.attempt)}, <Time ms={run.endedAtMs} nowMs={nowMs} />, after{' '}
                  {milliseconds(run.durationMs)}
                </span>
              </summary>
              <pre tabIndex={0} role="region" aria-label={`Stack of ${run.runId}`}>
                {run.stack}
              </pre>
              <p class="note">
                Run <code>{run.runId}</code>,{' '}
                <a href={hrefOf({ view: 'controller', id: controller.id, key: run.key })}>
                  all about {run.key}
                </a>
              </p>
            </details>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The last runs. */
export function Runs({
  controller,
  detail,
  nowMs,
  withKey = false,
}: {
  readonly controller: ControllerModel;
  readonly detail: ControllerDetailModel | undefined;
  readonly nowMs: number;
  readonly withKey?: boolean;
}): JSX.Element {
  return (
    <Section title="Last runs">
      {detail === undefined ? (
        <p class="empty">Loading…</p>
      ) : (
        <Table
          caption="Last runs"
          rows={detail.runs}
          keyOf={({ runId }) => runId}
          rowClass={({ result }) => (result === 'error' ? 'stale' : '')}
          empty="None of the last 200 runs."
          cols={[
            ...(withKey
              ? [
                  {
                    title: 'Key',
                    cell: ({ key }: RunModel) => <KeyLink controller={controller} of={key} />,
                  },
                ]
              : []),
            { title: 'Ended', cell: ({ endedAtMs }) => <Time ms={endedAtMs} nowMs={nowMs} /> },
            { title: 'Result', cell: ({ result, message }) => message ?? results[result] },
            { title: 'Took', tight: true, cell: ({ durationMs }) => milliseconds(durationMs) },
            { title: 'Attempt', right: true, cell: ({ attempt }) => count(attempt) },
            { title: 'Why', cell: ({ reasons }) => reasons.join(', ') },
          ]}
        />
      )}
    </Section>
  );
}

/** A duration of a run, which is often short: `12 ms`. */
function milliseconds(ms: number): string {
  return ms < 950 ? `${Math.round(ms)} ms` : duration(ms);
}
