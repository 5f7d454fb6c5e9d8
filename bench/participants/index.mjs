// The rows of the table: who is measured, on which Node.
import { fileURLToPath } from 'node:url';

const entry = new URL('../dist/index.js', import.meta.url).href;

function file(name) {
  return new URL(`./${name}.mjs`, import.meta.url).href;
}

const queues = ['DeltaFIFO', 'RealFIFO'];
const lists = [
  { watchList: false, way: 'list' },
  { watchList: true, way: 'watch-list' },
];

/** Name, module, options; `node` is the Node it is measured on by default, one of `nodes`. */
export const participants = [
  { name: 'floor', nodes: ['24', '20'], module: file('floor'), options: {} },
  { name: 'floor, watch-list', nodes: [], module: file('floor'), options: { watchList: true } },
  { name: 'client-node 2.0.1', nodes: ['24'], module: file('client-node'), options: { version: 2 } },
  { name: 'client-node 1.4.0', nodes: ['20'], module: file('client-node'), options: { version: 1 } },
  { name: 'kubernetes-fluent-client 3.11.6', nodes: ['24'], module: file('fluent-client'), options: {} },
  ...queues.flatMap((queue) =>
    lists.map(({ watchList, way }) => ({
      name: `kube-informers ${queue}, ${way}`,
      nodes: ['24', '20'],
      module: file('kube-informers'),
      options: { queue, watchList, entry },
    })),
  ),
];

/** The row that all others are compared with. */
export const reference = { name: 'floor', node: '24' };

/**
 * Who runs on what: `{ row, participant, node, binary }`.
 *
 * `only` keeps the rows whose name holds one of these texts; one that is in no default row runs on Node 24.
 * `nodePath` runs everyone once, on that binary.
 */
export function rowsOf({ only = [], nodePath } = {}) {
  const rows = [];
  for (const participant of participants) {
    const named = only.some((text) => participant.name.includes(text));
    if (only.length > 0 && !named && participant.name !== reference.name) continue;
    const nodes = participant.nodes.length > 0 ? participant.nodes : named ? ['24'] : [];
    if (nodePath !== undefined && nodes.length > 0) {
      rows.push({ row: participant.name, participant, node: nodePath, binary: nodePath });
      continue;
    }
    for (const node of nodes) {
      rows.push({ row: `${participant.name}, Node ${node}`, participant, node, binary: nodeBinary(node) });
    }
  }
  return rows;
}

/** Where bench/node_modules has this version of Node. */
export function nodeBinary(node) {
  return fileURLToPath(new URL(`../node_modules/node${node}/bin/node`, import.meta.url));
}
