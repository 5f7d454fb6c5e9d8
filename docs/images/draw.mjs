// Draws the pictures of the guide: `node docs/images/draw.mjs`. They are 360 units wide, so that a phone shows them at full size,
// and follow the colour scheme of the page.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const width = 360;

const style = `
    text { font: 14px system-ui, sans-serif; fill: #213547; text-anchor: middle }
    .note { font-size: 12.5px; fill: #566573; paint-order: stroke; stroke: #fff; stroke-width: 5 }
    .left { text-anchor: start }
    .box { fill: #f4f6fb; stroke: #8a98b8 }
    .main { fill: #dfe7ff; stroke: #3451b2 }
    .bad { fill: #fde4e4; stroke: #c0392b }
    .line { fill: none; stroke: #566573; stroke-width: 1.5 }
    .dashed { stroke-dasharray: 4 4 }
    .head { fill: #566573 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6e8ee }
      .note { fill: #aab3c5; stroke: #1b1b1f }
      .box { fill: #24272f; stroke: #6b7894 }
      .main { fill: #26325c; stroke: #8fa6ff }
      .bad { fill: #4a2326; stroke: #ff8a80 }
      .line { stroke: #aab3c5 }
      .head { fill: #aab3c5 }
    }`;

function picture(name, title, height, parts) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
  <title>${title}</title>
  <style>${style}
  </style>
  <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto" markerUnits="userSpaceOnUse"><path class="head" d="M0 0l8 4-8 4z" /></marker>
  ${parts.join('\n  ')}
</svg>
`;
  writeFileSync(join(import.meta.dirname, `${name}.svg`), svg);
}

const lineHeight = 17;

/** Lines of text, centred at a point. */
function text(x, y, lines, className = '') {
  const first = y - ((lines.length - 1) * lineHeight) / 2 + 5;
  return lines
    .map(
      (line, index) => `<text class="${className}" x="${x}" y="${first + index * lineHeight}">${line}</text>`,
    )
    .join('');
}

function box(x, y, w, h, lines, kind = 'box') {
  return `<rect class="${kind}" x="${x}" y="${y}" width="${w}" height="${h}" rx="7" />${text(x + w / 2, y + h / 2, lines)}`;
}

/** A line with a head at its end, through points. */
function arrow(points, className = '') {
  return `<polyline class="line ${className}" points="${points.join(' ')}" marker-end="url(#head)" />`;
}

const note = (x, y, ...lines) => text(x, y, lines, 'note');
const left = (x, y, ...lines) => text(x, y, lines, 'note left');

picture(
  'informer',
  'Changes go from the API server through a queue into the cache, and then to handlers',
  402,
  [
    box(110, 6, 140, 38, ['API server']),
    arrow([
      [180, 44],
      [180, 92],
    ]),
    left(190, 68, 'list once, then watch'),
    box(20, 94, 320, 220, []),
    text(62, 112, ['informer']),
    box(110, 122, 140, 38, ['Reflector']),
    arrow([
      [180, 160],
      [180, 190],
    ]),
    box(110, 192, 140, 38, ['queue']),
    arrow([
      [180, 230],
      [180, 260],
    ]),
    box(110, 262, 140, 40, ['cache'], 'main'),
    arrow([
      [140, 302],
      [90, 354],
    ]),
    arrow(
      [
        [270, 356],
        [222, 306],
      ],
      'dashed',
    ),
    box(20, 356, 140, 40, ['your handlers']),
    box(200, 356, 140, 40, ['your listers']),
    left(46, 332, 'after'),
    left(262, 332, 'no request'),
  ],
);

picture(
  'reconcile',
  'An event becomes a key in the queue; a run compares caches and desired state, and writes',
  430,
  [
    box(20, 6, 140, 38, ['caches'], 'main'),
    box(200, 6, 140, 38, ['API server']),
    arrow([
      [200, 25],
      [162, 25],
    ]),
    note(180, 58, 'watch'),
    arrow([
      [90, 44],
      [90, 108],
    ]),
    left(98, 82, 'an event: which key?'),
    box(20, 110, 140, 52, ['work queue', 'each key once']),
    arrow([
      [90, 162],
      [90, 218],
    ]),
    left(98, 190, 'one run of a key at a time'),
    box(20, 220, 320, 70, ['your reconcile', 'compares the object with what should be'], 'main'),
    arrow([
      [310, 220],
      [310, 46],
    ]),
    note(262, 130, 'writes the'),
    note(262, 147, 'difference'),
    arrow([
      [100, 290],
      [100, 342],
    ]),
    left(108, 316, 'done'),
    arrow([
      [230, 290],
      [230, 342],
    ]),
    left(238, 316, 'fails, or asks'),
    box(30, 344, 130, 50, ['waits for the', 'next event']),
    box(200, 344, 140, 50, ['again later,', 'with backoff']),
    arrow(
      [
        [200, 414],
        [8, 414],
        [8, 136],
        [18, 136],
      ],
      'dashed',
    ),
    `<polyline class="line dashed" points="270 394 270 414 200 414" />`,
  ],
);

picture(
  'own-writes',
  'The next run of a key waits until the cache shows what the run before it wrote',
  400,
  sequence(['reconcile', 'API server', 'cache'], 400, [
    { at: 60, block: 0, to: 128, lines: ['run 1'], kind: 'main' },
    { at: 84, from: 0, into: 1, label: 'create Pod' },
    { at: 112, from: 1, into: 0, label: 'version 42' },
    { at: 156, note: 'an event arrives; the cache is at 41' },
    { at: 172, block: 0, to: 276, lines: ['run 2', 'waits'] },
    { at: 234, from: 1, into: 2, label: 'watch: 42' },
    { at: 276, from: 2, into: 0, label: 'has 42' },
    { at: 292, block: 0, to: 344, lines: ['run 2'], kind: 'main' },
    { at: 322, from: 2, into: 0, label: 'sees the Pod' },
    { at: 378, note: 'No run reads data that is older than its own writes.' },
  ]),
);

picture(
  'lease',
  'A stopped leader refuses its own writes before another replica may lead',
  430,
  sequence(['replica A', 'Lease', 'replica B'], 430, [
    { at: 60, block: 0, to: 190, lines: ['leads'], kind: 'main' },
    { at: 84, from: 0, into: 1, label: 'renews' },
    { at: 120, from: 2, into: 1, label: 'sees it' },
    { at: 150, note: 'then A is cut off' },
    { at: 190, block: 0, to: 300, lines: ['writes', 'refused'], kind: 'bad' },
    { at: 212, right: '10 s after A sent', second: 'its last renewal' },
    { at: 284, right: '15 s after B saw', second: 'that renewal' },
    { at: 314, from: 2, into: 1, label: 'takes it' },
    { at: 326, block: 2, to: 386, lines: ['leads'], kind: 'main' },
    { at: 410, note: 'Between the two, nobody writes: 5 s.' },
  ]),
);

picture(
  'slots',
  'A replica takes a slot only after the other has finished its runs and given it up',
  424,
  sequence(['replica A', 'Leases', 'replica B'], 424, [
    { at: 60, block: 0, to: 150, lines: ['owns', 'slot 7'], kind: 'main' },
    { at: 84, from: 2, into: 1, label: 'joins' },
    { at: 116, from: 1, into: 0, label: 'lists' },
    { at: 150, block: 0, to: 236, lines: ['ends runs', 'of slot 7'] },
    { at: 190, right: 'no new runs;', second: 'up to 30 s' },
    { at: 244, from: 0, into: 1, label: 'gives up 7' },
    { at: 276, from: 2, into: 1, label: 'claims 7' },
    { at: 308, from: 1, into: 2, label: 'nobody else' },
    { at: 322, block: 2, to: 382, lines: ['owns', 'slot 7'], kind: 'main' },
    { at: 406, note: 'No two replicas write for an object at a time.' },
  ]),
);

picture(
  'fault-proxy',
  'The fault proxy stands between a client and an API server and breaks chosen requests',
  300,
  [
    box(90, 6, 180, 50, ['any client', 'your program, curl, …']),
    arrow([
      [150, 56],
      [150, 114],
    ]),
    arrow([
      [210, 114],
      [210, 58],
    ]),
    box(40, 116, 280, 66, ['FaultProxy', 'reset · stall · delay · cut · answer'], 'bad'),
    left(222, 86, 'what your rules'),
    left(222, 102, 'make of it'),
    arrow([
      [150, 182],
      [150, 240],
    ]),
    arrow([
      [210, 240],
      [210, 184],
    ]),
    left(222, 212, 'real responses'),
    box(90, 242, 180, 50, ['any API server', 'embedded or a cluster']),
  ],
);

/** Columns with a lifeline each, and what happens from top to bottom. */
function sequence(names, height, steps) {
  const columns = [60, 190, 310];
  const parts = columns.flatMap((x, index) => [
    box(x - 46, 6, 92, 34, [names[index]]),
    `<line class="line dashed" x1="${x}" y1="40" x2="${x}" y2="${height - 40}" />`,
  ]);
  for (const step of steps) {
    if (step.block !== undefined)
      parts.push(box(columns[step.block] - 38, step.at, 76, step.to - step.at, step.lines, step.kind));
    else if (step.note !== undefined) parts.push(note(width / 2, step.at, step.note));
    else if (step.right !== undefined) parts.push(left(110, step.at, step.right, step.second));
    else {
      const towards = Math.sign(columns[step.into] - columns[step.from]);
      const edge = (index) => (index === 1 ? 3 : 40);
      const [start, end] = [
        columns[step.from] + towards * edge(step.from),
        columns[step.into] - towards * edge(step.into),
      ];
      const middle = step.from + step.into === 2 ? 145 : (start + end) / 2;
      parts.push(
        note(middle, step.at - 11, step.label),
        arrow([
          [start, step.at],
          [end, step.at],
        ]),
      );
    }
  }
  return parts;
}
