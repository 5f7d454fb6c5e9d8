import { offeredLines, shells } from '../../../packages/cli/src/completion.js';
import { shownDetails } from '../../../packages/cli/src/object-details.js';
import { textWidth } from '../../../packages/cli/src/text-width.js';
import type { KubernetesObject } from 'kube-informers';
import { isObject } from '../../../packages/kube-informers/src/util/type-checks.js';
import { expectThat } from '../target.js';
import type { FuzzTarget } from '../target.js';

const bytes = (...values: readonly unknown[]): Buffer[] =>
  values.map((value) => Buffer.from(JSON.stringify(value)));

function parsed(input: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(input).toString());
  } catch {
    return undefined; // Not JSON: no server's answer.
  }
}

// Those of a terminal, and what breaks or reorders lines.
const controls = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** What the live table shows of an object and its Events: any JSON, in lines that fit and control nothing. */
export function detailsTarget(): FuzzTarget {
  return {
    seeds: bytes(
      {
        width: 40,
        object: {
          status: {
            conditions: [
              {
                type: 'Ready',
                status: 'False',
                reason: 'Waits',
                message: 'for a volume',
                lastTransitionTime: '2026-01-01T00:00:00Z',
              },
            ],
          },
        },
        events: [
          {
            type: 'Warning',
            reason: 'BackOff',
            message: 'restarts',
            count: 3,
            lastTimestamp: '2026-01-01T00:00:00Z',
          },
          { note: 'new', series: { count: 2, lastObservedTime: '2026-01-01T00:00:00.000001Z' } },
        ],
      },
      { width: 1, object: { status: { conditions: [null, [], { type: {} }] } }, events: [null, 'x', {}] },
    ),
    words: [
      '"conditions":',
      '"message":',
      '\\u001b[2J',
      '\\n',
      '\\u202e',
      '\u{1f468}\u200d',
      '1e309',
      'null',
    ],
    run(input) {
      const given = parsed(input);
      if (!isObject(given)) return;
      const width = Number.isInteger(given['width'])
        ? Math.min(Math.max(Number(given['width']), 8), 200)
        : 80;
      // Whatever a server may send.
      const { object, events } = given as { readonly object?: unknown; readonly events?: unknown };
      const lines = shownDetails(
        (isObject(object) ? object : {}) as KubernetesObject,
        (Array.isArray(events) ? events.filter(isObject) : []) as KubernetesObject[],
        { state: '', nowMs: Date.parse('2026-01-02T00:00:00Z'), width },
      );
      for (const line of lines) {
        expectThat(!controls.test(line), `a control character in ${JSON.stringify(line)}`);
        expectThat(textWidth(line) <= width, `${textWidth(line)} of ${width} columns`);
      }
    },
  };
}

/** What a shell gets to complete: words that mean nothing to it, one in a line. */
export function completionTarget(): FuzzTarget {
  return {
    seeds: bytes(
      ['web', 'web', 'Pod, v1'],
      ['a:b', 'a:bc', 'x'],
      ['', '$(touch owned)', '`x`'],
      ['', 'a', 'x\n:files\ty'],
    ),
    words: ['$(', '`', '\\n', '\\t', ';', ':files', '\\u001b[', "'", '\\u0000'],
    run(input) {
      const given = parsed(input);
      if (!Array.isArray(given)) return;
      const [current = '', word = '', description = ''] = given.map(String);
      for (const shell of shells) {
        for (const line of offeredLines(shell, current, [{ word, description }])) {
          const [offered = '', ...described] = line.split('\t');
          expectThat(/^[\w.:/@%+,=-]*$/.test(offered), `the word ${JSON.stringify(offered)}`);
          expectThat(
            described.length === (shell === 'bash' || line === ':files' ? 0 : 1),
            'the parts of a line',
          );
          expectThat(!controls.test(described.join('')), `the description ${JSON.stringify(described)}`);
        }
      }
    },
  };
}
