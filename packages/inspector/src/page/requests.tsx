import type { JSX } from 'preact';
import type { StateModel } from '../model.js';
import { bytes } from './format.js';
import { Counts, Facts, Section, nonZero } from './parts.js';

/** What the clients ask the servers. */
export function Requests({ state }: { readonly state: StateModel }): JSX.Element {
  if (state.clients.length === 0) return <p class="empty">No client has counted requests.</p>;
  return (
    <>
      {state.clients.map((client, index) => (
        <Section key={index} title={client.server}>
          <Facts
            facts={nonZero([
              ...client.facts,
              ['Received', bytes(client.receivedBytes)],
              ['Sent', bytes(client.sentBytes)],
            ])}
          />
          <Counts title="Requests by response" counts={client.byCode} />
        </Section>
      ))}
    </>
  );
}
