// Tables beside those of the rows: imports, and many informers in one process.
import { markdownTable } from './tables.mjs';

/** The import that the others are compared with, on the same Node. */
const peer = 'client-node 1.4.0';

/** The cost of each import, on every Node or on one, from a file of kind `import`. */
export function importTable({ results }, only) {
  const shares = (row) => {
    const other = results.rows.find(({ name, node }) => name === peer && node === row.node);
    return ['ms', 'rssMiB'].map((figure) => (row[figure] / other[figure]).toFixed(2));
  };
  return markdownTable({
    header: ['import', 'ms', 'RSS MiB', 'heap + external MiB', `ms ÷ ${peer}`, 'RSS ÷ the same'],
    rows: results.rows
      .filter(({ node }) => only === undefined || node === only)
      .map((row) => [
        `${row.name}, Node ${row.node}`,
        row.ms.toFixed(0),
        row.rssMiB.toFixed(1),
        row.heapMiB.toFixed(1),
        ...shares(row),
      ]),
  });
}

const figuresOfMany = [
  ['heap + external, KiB', 'heapKiB'],
  ['of that, without its pods, KiB', 'bareHeapKiB'],
  ['RSS, KiB', 'rssKiB'],
  ['open sockets', 'sockets'],
  ['timers', 'timers'],
];

/** The cost of one of many informers on each Node, from files of kind `many`: `{ node, results }`. */
export function manyTable(found) {
  const { informers, pods } = found[0].results.options;
  return markdownTable({
    header: [
      `each of ${informers} informers with ${pods} pods, two indexes and a handler`,
      ...found.map(({ node }) => `Node ${node}`),
    ],
    rows: figuresOfMany.map(([title, figure]) => [
      title,
      ...found.map(({ results }) => results.each[figure].toFixed(1)),
    ]),
  });
}
