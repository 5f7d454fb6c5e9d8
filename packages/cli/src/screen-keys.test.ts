import { expect, test } from 'vitest';
import { keysOf } from './screen-keys.js';

test('reads arrows, pages, tabs and characters from one chunk', () => {
  expect(
    keysOf('\u001b[A\u001bOB\u001b[5~\u001b[6~\t\u001b[Z\r\u007f\u001b').map(({ name }) => name),
  ).toEqual(['up', 'down', 'pageUp', 'pageDown', 'tab', 'backTab', 'enter', 'backspace', 'escape']);
  expect(keysOf('q日')).toEqual([
    { name: 'character', text: 'q' },
    { name: 'character', text: '日' },
  ]);
});

test('Ctrl-C and Ctrl-Z arrive as characters in raw mode', () => {
  expect(keysOf('\u0003\u001a').map(({ name }) => name)).toEqual(['interrupt', 'suspend']);
});

test('unknown sequences and control characters are left out', () => {
  expect(keysOf('\u001b[200~a\u001b[1;5C\u0001\u001b[<0;1;1M')).toEqual([{ name: 'character', text: 'a' }]);
});
