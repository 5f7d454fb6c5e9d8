// What is told of beside the rows of the table: single operations, imports, and many informers in one process.
import { markdownTable, verdict } from './tables.mjs';

/** Each operation of the machine beside bare structures, on each Node: from files of kind `micro`, `{ node, results }`. */
export function microTable(found) {
  const names = [...new Set(found.flatMap(({ results }) => results.rows.map(({ name }) => name)))];
  return markdownTable({
    header: [
      'one operation',
      ...found.flatMap(({ node }) => [
        `Node ${node}: ours µs`,
        'bare µs',
        'ours ÷ bare (≤ 1.3)',
        'share of a JSON.parse',
      ]),
      'bare',
    ],
    rows: names.map((name) => {
      const rows = found.map(({ results }) => results.rows.find((row) => row.name === name));
      return [
        name,
        ...rows.flatMap((row) =>
          row === undefined
            ? ['–', '–', '–', '–']
            : [
                row.oursMicros.toFixed(3),
                row.bareMicros.toFixed(3),
                verdict(row.ratio, { most: 1.3 }),
                row.shareOfParse.toFixed(3),
              ],
        ),
        rows.find((row) => row !== undefined).bareName,
      ];
    }),
  });
}

/** Whose import ours is compared with, on the same Node, and by how much it is to be cheaper. */
const peer = 'client-node 1.4.0';
const shareOfPeer = 0.25;

/** What each import costs: from a file of kind `import`. */
export function importTable({ results }) {
  const shares = (row) => {
    const other = results.rows.find(({ name, node }) => name === peer && node === row.node);
    return ['ms', 'rssMiB'].map((figure) => {
      const share = row[figure] / other[figure];
      return row.goal ? verdict(share, { most: shareOfPeer }) : share.toFixed(2);
    });
  };
  return markdownTable({
    header: [
      'import',
      'ms',
      '± %',
      'CPU ms',
      'RSS MiB',
      'heap + external MiB',
      `ms ÷ ${peer} (≤ ${shareOfPeer})`,
      `RSS ÷ ${peer} (≤ ${shareOfPeer})`,
    ],
    rows: results.rows.map((row) => [
      `${row.name}, Node ${row.node}`,
      row.ms.toFixed(0),
      (row.spread * 100).toFixed(0),
      row.cpuMs.toFixed(0),
      row.rssMiB.toFixed(1),
      row.heapMiB.toFixed(1),
      ...shares(row),
    ]),
  });
}

const figuresOfMany = [
  ['heap + external, KiB', 'heapKiB'],
  ['the same without its pods, KiB', 'bareHeapKiB'],
  ['RSS, KiB', 'rssKiB'],
  ['open sockets', 'sockets'],
  ['timers', 'timers'],
];

/** What one of many informers costs, on each Node: from files of kind `many`, `{ node, results }`. */
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
