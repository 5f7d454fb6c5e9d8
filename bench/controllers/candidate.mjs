// A candidate of the takeover benchmark: a Manager with an election.
import { namespace } from './tasks.mjs';

/** Runs until the signal aborts; calls `report` with 'leads' when its term begins. */
export async function candidate(library, { url, identity, timings }, { report, signal }) {
  const { Clientset, Manager } = library;
  const clientset = new Clientset({ host: url });
  const leading = {
    name: 'leading',
    needsElection: true,
    run: async ({ signal: end }) => {
      report('leads');
      await new Promise((resolve) => {
        if (end.aborted) resolve();
        else end.addEventListener('abort', resolve, { once: true });
      });
    },
  };
  const manager = new Manager(clientset, {
    runnables: [leading],
    election: { namespace, name: 'takeover', identity, ...timings },
  });
  const ended = manager.run({ signal });
  report('started');
  await ended;
  await clientset.close();
}
