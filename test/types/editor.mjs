// Asks a TypeScript language service what an editor offers and shows in a program: `node editor.mjs PROGRAM [TYPESCRIPT]`.
// Prints where it differs from the program's comments; exit code 1 if it does. TYPESCRIPT: the folder of a version before 7;
// default: the one of this repository.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, folder] = process.argv.slice(2).map((path) => resolve(path));
const text = readFileSync(program, 'utf8');
const root = resolve(import.meta.dirname, '../..');

const editor = folder === undefined ? await languageServer() : languageService(folder);
const comments = [...text.matchAll(/\/\* (offers) (.+) \*\/|\/\/ (shows) (.+)/g)];
if (comments.length === 0) throw new Error(`${program} has no comment to check`);
let differ = 0;
for (const comment of comments) {
  const { index } = comment;
  const kind = comment[1] ?? comment[3] ?? '';
  const wanted = comment[2] ?? comment[4] ?? '';
  const problem = await (kind === 'offers' ? checkOffered(index, wanted) : checkShown(index, wanted));
  if (problem === undefined) continue;
  differ += 1;
  const lines = text.slice(0, index).split('\n');
  console.log(`line ${lines.length}: ${kind} ${wanted}\n  ${problem}`);
}
await editor.close();
process.exitCode = differ === 0 ? 0 : 1;

/** Without what they may name, braces are offered every global name, so there must be few. */
async function checkOffered(index, wanted) {
  const offered = await editor.complete(index);
  const missing = wanted.split(' ').filter((name) => !offered.includes(name));
  if (missing.length === 0 && offered.length < 100) return undefined;
  return `${offered.length} names without ${missing.join(' ')}: ${offered.slice(0, 10).join(' ')}`;
}

/** Of the name's first place after the comment. */
async function checkShown(index, wanted) {
  const [, name, part] = /^(\w+): (.*)$/.exec(wanted);
  const begin = text.indexOf('\n', index);
  const at = begin + text.slice(begin).search(new RegExp(`\\b${name}\\b`));
  const shown = (await editor.hover(at))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/corev1\.|(?<=\| undefined) \| undefined/g, '')
    .replaceAll('"', "'");
  const isFinal = !/\b(Kept|KeptMembers|Projected|Excluding|ExcludingMembers)</.test(shown);
  return isFinal && shown.includes(part) ? undefined : shown;
}

/** Before TypeScript 7. */
function languageService(typescript) {
  const ts = createRequire(import.meta.url)(typescript);
  const options = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    // Shows types of any length.
    noErrorTruncation: true,
  };
  const { useCaseSensitiveFileNames, newLine: _, ...system } = ts.sys;
  const service = ts.createLanguageService({
    ...system,
    useCaseSensitiveFileNames: () => useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [program],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) =>
      ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(file)) : undefined,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  const wrong = service.getSemanticDiagnostics(program).map(({ messageText }) => messageText);
  if (wrong.length > 0) throw new Error(wrong.map((each) => JSON.stringify(each)).join('\n'));
  return {
    complete: (position) =>
      service.getCompletionsAtPosition(program, position, {})?.entries.map(({ name }) => name) ?? [],
    hover: (position) =>
      ts.displayPartsToString(service.getQuickInfoAtPosition(program, position)?.displayParts),
    close: () => service.dispose(),
  };
}

/** TypeScript 7 as an editor has it, by the language server protocol. */
async function languageServer() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const server = spawn(process.execPath, [tsc, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let received = Buffer.alloc(0);
  server.stdout.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const begin = received.indexOf('\r\n\r\n') + 4;
      const end = begin + Number(/Content-Length: (\d+)/.exec(received.subarray(0, begin))?.[1]);
      if (begin < 4 || received.length < end) return;
      const message = JSON.parse(received.subarray(begin, end));
      received = received.subarray(end);
      // What the server asks, such as for settings.
      if (message.method !== undefined) {
        if (message.id !== undefined) send({ id: message.id, result: null });
      } else waiting.get(message.id)(message);
    }
  });
  function send(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  async function ask(method, params) {
    const id = waiting.size + 1;
    const { error, result } = await new Promise((done) => {
      waiting.set(id, done);
      send({ id, method, params });
    });
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  const uri = pathToFileURL(program).href;
  const at = (position) => {
    const lines = text.slice(0, position).split('\n');
    return { textDocument: { uri }, position: { line: lines.length - 1, character: lines.at(-1).length } };
  };
  const rootUri = pathToFileURL(root).href;
  const hover = { contentFormat: ['plaintext'] };
  await ask('initialize', { processId: process.pid, rootUri, capabilities: { textDocument: { hover } } });
  send({ method: 'initialized', params: {} });
  const textDocument = { uri, languageId: 'typescript', version: 1, text };
  send({ method: 'textDocument/didOpen', params: { textDocument } });
  return {
    complete: async (position) => {
      const answer = await ask('textDocument/completion', at(position));
      return (answer?.items ?? answer ?? []).map(({ label }) => label.replace(/\?$/, ''));
    },
    hover: async (position) => (await ask('textDocument/hover', at(position)))?.contents.value ?? '',
    close: async () => {
      await ask('shutdown');
      server.kill();
    },
  };
}
