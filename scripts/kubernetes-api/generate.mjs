/**
 * Writes the files that follow from the Kubernetes API: src/resources/, src/meta/meta-v1.ts, src/client/built-in-clients.ts and
 * src/factories/built-in-informers.ts of packages/kube-informers, the protobuf messages of
 * src/wire/protobuf/messages/, and the embedded server's table of fields. They come from api-facts.json.gz, which `read-go.mjs` reads from the Go sources, and from resource-facts.mjs.
 *
 *     node scripts/kubernetes-api/generate.mjs [--check]
 *
 * With --check it writes nothing, and exits with 1 if a file differs from its output.
 */
import { readFile, readdir, rm, mkdir, writeFile } from 'node:fs/promises';
import { formatted } from '../formatted.mjs';
import { clientsFile, informersFile } from './accessor-files.mjs';
import { bareNamesFile, newestStable } from './bare-names.mjs';
import { fieldTable } from './field-table.mjs';
import { messageFiles, shownBytes } from './message-tables.mjs';
import { facts, packageNames, resourcesByPackage } from './model.mjs';
import { indexFile, namespacesFile, tableFile } from './resource-files.mjs';
import { exportedNames, typeFile } from './type-files.mjs';

const root = new URL('../../packages/', import.meta.url);
const headerFrom = (source) =>
  `// Generated from ${source} by scripts/kubernetes-api/generate.mjs; do not edit.\n`;
const header = headerFrom(facts.source);
const credit = '// The comments are those of its authors, shortened (Apache License 2.0).\n';
const derived = header + credit;

/** The header of a package's files. */
const derivedFrom = (name) => (name.startsWith('metrics/') ? headerFrom('k8s.io/metrics') + credit : derived);

const messagesFolder = 'kube-informers/src/wire/protobuf/messages/';
const messages = messageFiles(header);

/** Names that the main entry exports for something else. */
async function takenNames() {
  const text = await readFile(new URL('kube-informers/src/index.ts', root), 'utf8');
  const names = listedNames(text);
  for (const [, path] of text.matchAll(
    /^export type \* from '\.\/((?!resources\/|\w+\/built-in-)[^']+)\.js'/gm,
  )) {
    const source = await readFile(new URL(`kube-informers/src/${path}.ts`, root), 'utf8');
    names.push(...listedNames(source));
    for (const [, name] of source.matchAll(/^export (?:interface|type) (\w+)/gm)) names.push(name);
  }
  return new Set(names);
}

function listedNames(text) {
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, list]) => list.split(','))
    .map((name) => name.trim().split(' as ').at(-1))
    .filter((name) => name !== '');
}

/** @returns path → text of everything this script owns */
async function generate() {
  const files = new Map();
  const typed = Object.keys(facts.packages).filter((name) => exportedNames(name).length > 0);
  const newest = newestStable();
  for (const name of typed) {
    const newer = newest.get(packageNames(name).folder);
    const path =
      name === 'meta/v1'
        ? 'kube-informers/src/meta/meta-v1.ts'
        : `kube-informers/src/resources/types/${packageNames(name).file}.ts`;
    files.set(path, typeFile(name, derivedFrom(name), newer === name ? undefined : newer));
  }
  for (const name of resourcesByPackage.keys()) {
    files.set(
      `kube-informers/src/resources/${packageNames(name).file}.ts`,
      await pretty(tableFile(name, derivedFrom(name))),
    );
  }
  files.set('kube-informers/src/resources/index.ts', await pretty(indexFile(header)));
  files.set('kube-informers/src/resources/types.ts', await pretty(namespacesFile(header, typed)));
  files.set('kube-informers/src/client/built-in-clients.ts', await pretty(clientsFile(derived)));
  files.set('kube-informers/src/factories/built-in-informers.ts', await pretty(informersFile(derived)));
  files.set(
    'kube-informers/src/resources/bare-names.ts',
    await pretty(bareNamesFile(header, await takenNames())),
  );
  files.set('testing/src/apiserver/types/api-types.ts', fieldTable(header));
  for (const [path, text] of messages) files.set(messagesFolder + path, await pretty(text));
  return files;
}

function pretty(text) {
  return formatted('packages/kube-informers/src/resources/index.ts', text);
}

/** Files of earlier runs: those that are named after a version. */
async function presentFiles() {
  const found = [];
  const resources = 'kube-informers/src/resources/';
  for (const folder of [resources, `${resources}types/`, messagesFolder]) {
    const names = await readdir(new URL(folder, root)).catch(() => []);
    found.push(...names.filter((name) => /-v\d\w*\.ts$/.test(name)).map((name) => folder + name));
  }
  return found;
}

const checking = process.argv.includes('--check');
const files = await generate();
const wrong = [];
for (const [path, text] of files) {
  const before = await readFile(new URL(path, root), 'utf8').catch(absent);
  if (before === text) continue;
  wrong.push(path);
  if (checking) continue;
  await mkdir(new URL('./', new URL(path, root)), { recursive: true });
  await writeFile(new URL(path, root), text);
}
for (const path of await presentFiles()) {
  if (files.has(path)) continue;
  wrong.push(path);
  if (!checking) await rm(new URL(path, root));
}
if (!checking) process.stdout.write(shownBytes(messages));
if (checking && wrong.length > 0) {
  process.stderr.write(`not as scripts/kubernetes-api/generate.mjs writes them: ${wrong.join(', ')}\n`);
  process.exitCode = 1;
}

/** Returns undefined for a file that does not exist; throws any other error. */
function absent(error) {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
