import { describe, test } from 'vitest';
import { someOf } from '../nightly.test-support.js';
import { embeddedStage, meaningless, runCell } from './cell.js';
import { expected } from './expected.js';
import { expectRight } from './matrix.js';
import { faultRows } from './rows.js';

/** Moments at which bytes of lists, watch-lists and watches arrive: these caches have their own decoders for them. */
const moments = ['first list', 'before mark', 'idle'] as const;
const bytewise =
  /^(reset mid-body|cut after N bytes|cut mid-line|cut in a UTF-8 character|corrupt line|stall mid-body|410|ERROR event 410|502 with HTML)$/;

describe.each([
  ['with a compact cache', { ...embeddedStage, compact: true }],
  ['that reads protobuf', { ...embeddedStage, protobuf: true }],
])('an informer %s handles a fault like one without', (_what, stage) => {
  for (const row of faultRows.filter(({ name }) => bytewise.test(name))) {
    const possible = moments.filter((moment) => meaningless(row, moment) === undefined);
    for (const moment of someOf(possible, faultRows.indexOf(row), 2)) {
      test(`${row.name}, ${moment}`, async () => {
        const result = await runCell(row, moment, stage);
        expectRight(result, expected[row.name]?.[moment], moment);
      });
    }
  }
});
