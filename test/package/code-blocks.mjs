// The fenced code blocks of README.md, docs/*.md, and the READMEs of the packages.
//
// One that begins with ```js run is a whole program, which test/package/run.mjs runs as it stands. It must end with exit
// code 0, or print the text after which it is stopped: ```js run until="added web-1". A block ```text output that follows
// is exactly what it prints. Every other block of JavaScript or TypeScript is a fragment, which is only compiled: see
// test/architecture/code-blocks.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function codeBlocks(root) {
  const guide = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const readmes = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`);
  return ['README.md', ...guide.map((name) => `docs/${name}`), ...readmes].flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const fences = [...text.matchAll(/^```(\w*)(.*)\n([\s\S]*?)^```$/gm)];
    return fences.map(({ index, 1: language, 2: info, 3: code }, place) => {
      const [, , shows, output] = fences[place + 1] ?? [];
      return {
        document,
        line: text.slice(0, index).split('\n').length,
        language,
        code,
        runs: /^ run\b/.test(info),
        until: /until="([^"]+)"/.exec(info)?.[1],
        output: shows === ' output' ? output : undefined,
      };
    });
  });
}
