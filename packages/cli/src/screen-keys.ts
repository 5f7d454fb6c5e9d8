/** A key that the live table knows, or a printable character. */
export type Key =
  | { readonly name: 'up' | 'down' | 'pageUp' | 'pageDown' | 'home' | 'end' | 'left' | 'right' }
  | { readonly name: 'enter' | 'escape' | 'tab' | 'backTab' | 'backspace' | 'interrupt' | 'suspend' }
  | { readonly name: 'character'; readonly text: string };

const sequences: Readonly<Record<string, Exclude<Key['name'], 'character'>>> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  '[H': 'home',
  '[F': 'end',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[4~': 'end',
  '[5~': 'pageUp',
  '[6~': 'pageDown',
  '[Z': 'backTab',
};

const controls: Readonly<Record<string, Exclude<Key['name'], 'character'>>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'interrupt',
  '\u001a': 'suspend',
};

// An escape sequence, an escape alone, or one character.
// oxlint-disable-next-line no-control-regex
const token = /\u001b(\[[0-?]*[ -/]*[@-~]|O[A-Za-z])?|[^]/gu;

/** Splits what a terminal in raw mode sent into keys; unknown sequences and control characters are left out. */
export function keysOf(input: string): Key[] {
  const keys: Key[] = [];
  for (const [text, sequence] of input.matchAll(token)) {
    if (text.startsWith('\u001b')) {
      const name = sequence === undefined ? 'escape' : sequences[sequence];
      if (name !== undefined) keys.push({ name });
      continue;
    }
    const name = controls[text];
    if (name !== undefined) keys.push({ name });
    // oxlint-disable-next-line no-control-regex
    else if (!/[\u0000-\u001f\u0080-\u009f]/.test(text)) keys.push({ name: 'character', text });
  }
  return keys;
}
