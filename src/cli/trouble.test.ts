import { expect, test } from 'vitest';
import { newUnauthorized, newResourceExpired } from '../meta/index.js';
import { TransportError } from '../util/errors.js';
import { TextBuffer } from './cli.test-support.js';
import { TroubleReporter } from './trouble.js';

const refused = new TransportError('ERR_CONNECTION_REFUSED', 'connection refused');
const reset = new TransportError('ERR_CONNECTION_RESET', 'connection reset');

function reporter(): { readonly trouble: TroubleReporter; readonly sink: TextBuffer } {
  const sink = new TextBuffer();
  return { trouble: new TroubleReporter(sink), sink };
}

test('a server that goes away is one line, whatever it looks like, and one when it is back', () => {
  const { trouble, sink } = reporter();
  for (const error of [reset, refused, refused, reset]) trouble.report('pods', error);
  trouble.reached();
  trouble.reached();
  trouble.report('pods', refused);
  expect(sink.lines).toEqual([
    'warning: pods: connection reset; trying again',
    'pods: the server answers again',
    'warning: pods: connection refused; trying again',
  ]);
});

test('another trouble is news; it is over when something came for that resource, not for another', () => {
  const { trouble, sink } = reporter();
  trouble.report('pods', refused);
  trouble.report('pods', newUnauthorized('token expired'));
  trouble.reached();
  trouble.answered('nodes');
  expect(sink.lines).toHaveLength(2);
  trouble.answered('pods');
  expect(sink.lines.at(-1)).toBe('pods: the server answers again');
});

test('what informers mend at once says nothing', () => {
  const { trouble, sink } = reporter();
  trouble.report('pods', new TransportError('ERR_WATCH_CUT', 'cut'));
  trouble.report('pods', newResourceExpired('too old resource version'));
  trouble.answered('pods');
  expect(sink.text).toBe('');
});

test('a message of several lines is one line, without what a terminal would obey', () => {
  const { trouble, sink } = reporter();
  trouble.report('pods', new Error('first\n  second \u001b[2J'));
  expect(sink.text).toBe('warning: pods: first second \\u001b[2J; trying again\n');
});
