// Records the command in a terminal as animated SVG, after `npm run build`; needs tmux:
//
//     node docs/images/record.mjs
//
// Writes demo.svg and table.svg beside itself. The text is what tmux shows; colours follow the reader's scheme.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const here = import.meta.dirname;
const main = join(here, '../../packages/cli/dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'record-'));
const kubeconfig = join(folder, 'kubeconfig');
const lineHeight = 17;
const charWidth = 7.83; // of 13 px monospace; textLength makes it exact in every font

function tmux(...args) {
  return execFileSync('tmux', ['-L', 'record', ...args], { encoding: 'utf8' });
}

/** The same lines, each beginning with the style that tmux carries over from the line before. */
function selfContained(lines) {
  let style = '';
  return lines.map((line) => {
    const whole = style + line;
    // oxlint-disable-next-line no-control-regex
    for (const [sequence, codes] of line.matchAll(/\u001b\[([\d;]*)m/g))
      style = /^(0|$)/.test(codes) ? sequence : style + sequence;
    return whole;
  });
}

/** What a terminal shows while a command runs: one array of lines each `everyMs`. */
async function record(command, { columns, rows, waitMs, everyMs, frames }) {
  const shell = `TERM=xterm-256color ${command}; sleep 60`;
  tmux('new-session', '-d', '-s', 'record', '-x', String(columns), '-y', String(rows), shell);
  tmux('set', '-g', 'status', 'off');
  await sleep(waitMs);
  const recorded = [];
  for (let frame = 0; frame < frames; frame++) {
    const shown = selfContained(tmux('capture-pane', '-ep', '-t', 'record').split('\n')).slice(0, rows);
    recorded.push(Array.from({ length: rows }, (_, row) => shown[row] ?? ''));
    await sleep(everyMs);
  }
  tmux('kill-session', '-t', 'record');
  return recorded;
}

/** Classes of the SGR codes that the command writes. */
const names = { 31: 'r', 32: 'g', 33: 'y', 34: 'b', 35: 'm', 36: 'c', 90: 'd', 2: 'd', 1: 's', 7: 'i' };
const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** One line with SGR sequences as SVG: a text for each run, and a box behind reversed ones. */
function lineSvg(line) {
  let column = 0;
  let styles = new Set();
  let svg = '';
  // oxlint-disable-next-line no-control-regex
  for (const [, sequence, text] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
    if (text === undefined) {
      for (const code of (sequence || '0').split(';').map(Number)) {
        if (code === 0) styles = new Set();
        else if (code === 39) styles = new Set([...styles].filter((each) => !/^[rgybmc]$/.test(each)));
        else if (names[code] !== undefined) styles.add(names[code]);
      }
      continue;
    }
    const width = [...text].length;
    const x = (column * charWidth).toFixed(1);
    if (styles.has('i'))
      svg += `<rect x="${x}" y="-13" width="${(width * charWidth).toFixed(1)}" height="${lineHeight}"/>`;
    const shown = text.trimEnd();
    const indent = shown.length - shown.trimStart().length;
    const length = [...shown].length - indent;
    if (length > 0) {
      const style = styles.size === 0 ? '' : ` class="${[...styles].join(' ')}"`;
      const start = ((column + indent) * charWidth).toFixed(1);
      svg += `<text x="${start}" textLength="${(length * charWidth).toFixed(1)}"${style}>${xml(shown.trimStart())}</text>`;
    }
    column += width;
  }
  return svg;
}

/** The frames as one SVG: each line is drawn once for as long as it stays the same. */
function animation(frames, { title, columns, everyMs }) {
  const rows = frames[0].length;
  const width = Math.ceil(columns * charWidth) + 24;
  const height = rows * lineHeight + 44;
  const seconds = (frames.length * everyMs) / 1000;
  const at = (frame) => Number((frame / frames.length).toFixed(4));
  const lines = [];
  for (let row = 0; row < rows; row++) {
    for (let from = 0, to = 0; from < frames.length; from = to) {
      const line = frames[from][row];
      while (to < frames.length && frames[to][row] === line) to++;
      const svg = lineSvg(line);
      if (svg === '') continue;
      const place = `<g transform="translate(12 ${46 + row * lineHeight})"`;
      if (from === 0 && to === frames.length) lines.push(`${place}>${svg}</g>`);
      else {
        const [values, times] =
          from === 0
            ? ['visible;hidden', `0;${at(to)}`]
            : to === frames.length
              ? ['hidden;visible', `0;${at(from)}`]
              : ['hidden;visible;hidden', `0;${at(from)};${at(to)}`];
        const last = to === frames.length ? '' : ' visibility="hidden"';
        lines.push(
          `${place}${last}><animate attributeName="visibility" values="${values}" keyTimes="${times}" calcMode="discrete" dur="${seconds}s" repeatCount="indefinite"/>${svg}</g>`,
        );
      }
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<title>${title}</title>
<style>
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328;white-space:pre}
.frame{fill:#fff;stroke:#d0d7de}.dot{fill:#d0d7de}rect{fill:#1f2328}
.s{font-weight:600}.r{fill:#c4202b}.g{fill:#1a7f37}.y{fill:#9a6700}.b{fill:#0969da}.m{fill:#8250df}.c{fill:#0b7285}.d{fill:#656d76}.i{fill:#fff}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.frame{fill:#0d1117;stroke:#30363d}.dot{fill:#30363d}rect{fill:#e6edf3}
.r{fill:#ff7b72}.g{fill:#56d364}.y{fill:#e3b341}.b{fill:#79c0ff}.m{fill:#d2a8ff}.c{fill:#76e3ea}.d{fill:#8b949e}.i{fill:#0d1117}}
</style>
<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<circle class="dot" cx="18" cy="16" r="5"/><circle class="dot" cx="36" cy="16" r="5"/><circle class="dot" cx="54" cy="16" r="5"/>
${lines.join('\n')}
</svg>
`;
}

async function write(name, command, options) {
  const svg = animation(await record(command, options), options);
  writeFileSync(join(here, name), svg);
  console.log(`${name}: ${Math.round(svg.length / 1000)} kB`);
}

const node = `'${process.execPath}' '${main}'`;
const server = spawn(process.execPath, [main, 'serve', '--workload', '--kubeconfig-out', kubeconfig], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await once(server.stdout, 'data');
  await write('table.svg', `KUBECONFIG='${kubeconfig}' ${node} watch pods,deployments,nodes -A`, {
    title:
      'A live table of pods: rows that were added, changed or deleted have a colour, and one line says how fresh the cache is',
    columns: 84,
    rows: 18,
    waitMs: 8_000,
    everyMs: 500,
    frames: 32,
  });
  await write('demo.svg', `${node} demo`, {
    title:
      'The demo: a rollout, an outage during which the caches are stale, and how informers resume without a list',
    columns: 100,
    rows: 20,
    waitMs: 4_000,
    everyMs: 1_000,
    frames: 24,
  });
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
