// The rows of the table: what is measured, and on which Node.
import { fileURLToPath } from 'node:url';
import { clientGo } from '../client-go/build.mjs';

// The package as it is built for users: one file a folder.
const builtEntry = new URL('../built/node_modules/kube-informers/dist/index.js', import.meta.url).href;

function file(name) {
  return new URL(`./${name}.mjs`, import.meta.url).href;
}

const lists = [
  { watchList: false, way: 'list' },
  { watchList: true, way: 'watch-list' },
];
const both = ['24', '20'];

/** The Nodes of bench/node_modules, older first. */
export const nodes = ['20', '24'];

/** A row of this library. */
function ours(name, nodes, options, more = {}) {
  return {
    name: `kube-informers ${name}`,
    nodes,
    module: file('kube-informers'),
    options,
    ...more,
  };
}

/**
 * Name, module, options. `nodes` are the Nodes it is measured on, the newest first; results without a row that `isMain` are not
 * shown on pages; `goals` names its goals in report/goals.mjs; with `isGo` it is the program with client-go; with `protobuf` the
 * server has protobuf for who accepts it.
 */
export const participants = [
  {
    name: 'floor',
    nodes: both,
    module: file('floor'),
    options: {},
  },
  {
    name: 'floor, watch-list',
    nodes: ['24'],
    module: file('floor'),
    options: { watchList: true },
  },
  {
    name: 'client-node 2.0.1',
    nodes: ['24'],
    module: file('client-node'),
    options: { version: 2 },
  },
  {
    name: 'client-node 1.4.0',
    nodes: ['20'],
    module: file('client-node'),
    options: { version: 1 },
  },
  {
    name: 'kubernetes-fluent-client 3.11.6',
    nodes: ['24'],
    module: file('fluent-client'),
    options: {},
  },
  ...[true, false].map((watchList) => ({
    name: `${clientGo}, ${watchList ? 'watch-list' : 'list'}`,
    // The program is ../client-go/cost, with no Node.
    isGo: true,
    nodes: [undefined],
    options: { env: { KUBE_FEATURE_WatchListClient: String(watchList) } },
    protobuf: true,
  })),
  ...lists.map(({ watchList, way }) =>
    ours(`DeltaFIFO, ${way}`, both, { watchList }, { isMain: !watchList, goals: 'ordinary' }),
  ),
  ours('DeltaFIFO, no managedFields', ['24'], {
    watchList: false,
    dropManagedFields: true,
  }),
  ...lists.map(({ watchList, way }) =>
    ours(`compact, ${way}`, both, { watchList, compact: true }, { isMain: !watchList, goals: 'compact' }),
  ),
  ours('compact, no managedFields', ['24'], {
    watchList: false,
    compact: true,
    dropManagedFields: true,
  }),
  ours('compact, status read', ['24'], {
    watchList: false,
    compact: true,
    readStatus: true,
  }),
  ...lists.flatMap(({ watchList, way }) => [
    ours(`fields, ${way}`, both, { watchList, fields: true }, { goals: 'fields' }),
    ours(
      `fields, protobuf, ${way}`,
      both,
      { watchList, fields: true },
      { goals: 'fieldsAsProtobuf', protobuf: true },
    ),
  ]),
  ours('compact, fields', ['24'], { watchList: false, compact: true, fields: true }),
];

/** The row that all others are compared with. */
export const reference = { name: 'floor', node: '24' };

/**
 * Who runs on what: `{ row, participant, node, binary, options }`. `goBinary` is the program with client-go; without it, that has
 * no rows.
 *
 * `only` keeps the rows whose name holds one of these texts. `nodePath` runs everyone once, on that binary. `entry` is the
 * kube-informers that is measured, a URL; by default what `npm run bench` has built.
 */
export function rowsOf({ only = [], nodePath, entry = builtEntry, goBinary } = {}) {
  for (const text of only) {
    if (!participants.some(({ name }) => name.includes(text)))
      throw new Error(
        `--only: no row has ${JSON.stringify(text)} in its name, got these: ${participants.map(({ name }) => name).join('; ')}`,
      );
  }
  const rows = [];
  for (const participant of participants) {
    const named = only.some((text) => participant.name.includes(text));
    if (only.length > 0 && !named && participant.name !== reference.name) continue;
    if (participant.isGo) {
      const binary = goBinary;
      if (binary !== undefined)
        rows.push({ row: participant.name, participant, binary, options: participant.options });
      continue;
    }
    const options = { ...participant.options, entry };
    if (nodePath !== undefined) {
      rows.push({ row: participant.name, participant, node: nodePath, binary: nodePath, options });
      continue;
    }
    for (const node of participant.nodes) {
      rows.push({ row: rowName(participant, node), participant, node, binary: nodeBinary(node), options });
    }
  }
  return rows;
}

/** How a row of the default table is called. */
export function rowName({ name }, node) {
  return node === undefined ? name : `${name}, Node ${node}`;
}

/** Where bench/node_modules has this version of Node. */
export function nodeBinary(node) {
  return fileURLToPath(new URL(`../node_modules/node${node}/bin/node`, import.meta.url));
}
