// The fenced code blocks of README.md, docs/*.md, and the READMEs of the packages.
//
// One that begins with ```ts run is a whole program, which test/package/run.mjs runs as it stands. It must end with exit
// code 0, or print the text after which it is stopped: ```ts run until="added web-1". A block ```text output that follows
// is exactly what it prints. ```ts file="site.ts" is a module that programs import, ```yaml file="site.yaml" a file that they
// read. Every other block of JavaScript or TypeScript is only compiled: see test/architecture/code-blocks.test.ts. It may be an
// excerpt, which uses what a program around it has declared.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an excerpt may use without declaring it, and the type of each. */
const surroundings = {
  config: 'RestConfig',
  clientset: 'Clientset',
  factory: 'SharedInformerFactory',
  signal: 'AbortSignal',
};

/** The declarations that code needs around it, a line each; none for a whole program or module. */
export function missingDeclarations(code) {
  return Object.entries(surroundings)
    .filter(([name]) => new RegExp(`(?<![.\\w'])${name}\\b(?![':])`).test(code))
    .filter(([name]) => !new RegExp(`(const|using) (\\{[^}]*)?${name}\\b`).test(code))
    .map(([name, type]) => {
      const from = type === 'AbortSignal' ? type : `import('kube-informers').${type}`;
      return `declare const ${name}: ${from};`;
    });
}

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
        file: /file="([^"]+)"/.exec(info)?.[1],
        output: shows === ' output' ? output : undefined,
      };
    });
  });
}
