import type { JSX } from 'preact';
import type { StateModel } from '../model.js';
import { count } from './format.js';
import { Facts, Section, Table } from './parts.js';

/** What the clients ask the servers. */
export function Requests({ state }: { readonly state: StateModel }): JSX.Element {
  if (state.clients.length === 0) return <p class="empty">No client has counted requests.</p>;
  return (
    <>
      {state.clients.map((client, index) => (
        <Section key={index} title={client.server}>
          <Facts facts={client.facts} />
          <Table
            caption={`Requests to ${client.server}`}
            rows={client.byCode}
            keyOf={({ name }) => name}
            empty="No request yet."
            cols={[
              { title: 'Request', cell: ({ name }) => name },
              { title: 'Number', right: true, cell: (row) => count(row.count) },
            ]}
          />
        </Section>
      ))}
    </>
  );
}
