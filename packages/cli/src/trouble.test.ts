import { expect, test } from 'vitest';
import { newUnauthorized, newResourceExpired } from '../../kube-informers/src/meta/status.js';
import { TransportError } from '../../kube-informers/src/util/errors.js';
import { TextBuffer } from './cli.test-support.js';
import { TroubleReporter } from './trouble.js';

const refused = new TransportError('ERR_CONNECTION_REFUSED', 'connection refused');
const reset = new TransportError('ERR_CONNECTION_RESET', 'connection reset');

function reporter(): { readonly trouble: TroubleReporter; readonly sink: TextBuffer } {
  const sink = new TextBuffer();
  return { trouble: new TroubleReporter(sink), sink };
}

test('an outage logs one line for all its errors, and one line at its end', () => {
  const { trouble, sink } = reporter();
  for (const error of [reset, refused, refused, reset]) trouble.report('pods', error);
  trouble.answered('pods');
  trouble.answered('pods');
  trouble.report('pods', refused);
  expect(sink.lines).toEqual([
    'warning: pods: connection reset; retrying',
    'pods: the server responds again',
    'warning: pods: connection refused; retrying',
  ]);
});

test('a different problem is reported too; it is over when the server responds for that resource', () => {
  const { trouble, sink } = reporter();
  trouble.report('pods', refused);
  trouble.report('pods', newUnauthorized('token expired'));
  trouble.answered('nodes');
  expect(sink.lines).toHaveLength(2);
  trouble.answered('pods');
  expect(sink.lines.at(-1)).toBe('pods: the server responds again');
});

test('errors from which informers recover immediately are not reported', () => {
  const { trouble, sink } = reporter();
  trouble.report('pods', new TransportError('ERR_WATCH_CUT', 'cut'));
  trouble.report('pods', newResourceExpired('too old resource version'));
  trouble.answered('pods');
  expect(sink.text).toBe('');
});

test('a message of several lines is printed as one line, without control characters', () => {
  const { trouble, sink } = reporter();
  trouble.report('pods', new Error('first\n  second \u001b[2J'));
  expect(sink.text).toBe('warning: pods: first second \\u001b[2J; retrying\n');
});
