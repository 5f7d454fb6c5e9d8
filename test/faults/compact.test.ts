import { describe, test } from 'vitest';
import { embeddedStage, meaningless, runCell } from './cell.js';
import { expected } from './expected.js';
import { expectRight, queues } from './matrix.js';
import { faultRows } from './rows.js';

/** Where bytes of lists, watch-lists and watches are under way: their decoders are what a compact cache has of its own. */
const moments = ['first list', 'before mark', 'idle'] as const;
const bytewise =
  /^(reset mid-body|cut after N bytes|cut mid-line|cut in a UTF-8 character|corrupt line|stall mid-body|410|ERROR event 410|502 with HTML)$/;

describe('an informer with a compact cache meets a fault as one without does', () => {
  for (const row of faultRows.filter(({ name }) => bytewise.test(name))) {
    for (const moment of moments) {
      if (meaningless(row, moment) !== undefined) continue;
      // Views go with queues: one has a transform, the other has none and so takes the bytes as they come.
      test.each(queues)(`${row.name}, ${moment}, %s`, async (queue) => {
        const result = await runCell(row, moment, queue, { ...embeddedStage, compact: true });
        expectRight(result, expected[row.name]?.[moment], moment);
      });
    }
  }
});
