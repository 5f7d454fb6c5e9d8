// Writes what is shipped as an SBOM, and fails unless it is complete and permissively licensed:
// `node scripts/sbom.mjs [FILE]` writes CycloneDX JSON to FILE.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { packages } from './packages.mjs';

const permissive = ['Apache-2.0', 'MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

// `--omit dev` would leave out yaml: npm 10 takes it for a development dependency, as it is an optional peer of one, too.
// So everything is listed, and what is shipped is picked: our dependencies have none of their own, which a test holds them to.
const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const all = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1 << 26 }));
const own = packages.map(({ name }) => name);
const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const dependencies = Object.fromEntries(
  packages
    .flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}))
    .filter((name) => !own.includes(name))
    .map((name) => [name, locked[`node_modules/${name}`].version]),
);
const components = all.components.filter(({ name, version }) => dependencies[name] === version);
const refs = components.map((component) => component['bom-ref']);
const [
  {
    name: product,
    manifest: { version: productVersion },
  },
] = packages;
const component = {
  ...all.metadata.component,
  name: product,
  version: productVersion,
  purl: `pkg:npm/${product}@${productVersion}`,
};
const metadata = { ...all.metadata, component };
const shipped = {
  ...all,
  metadata,
  components,
  dependencies: [
    { ref: metadata.component['bom-ref'], dependsOn: refs },
    ...all.dependencies.filter(({ ref }) => refs.includes(ref)),
  ],
};

const problems = [];
for (const [name, version] of Object.entries(dependencies)) {
  if (!components.some((component) => component.name === name && component.version === version))
    problems.push(`${name} ${version} is missing`);
}
for (const { name, version, licenses = [] } of [metadata.component, ...components]) {
  const ids = licenses.map(({ license, expression }) => license?.id ?? expression ?? 'unknown');
  if (ids.length === 0 || !ids.every((id) => permissive.includes(id)))
    problems.push(`${name} ${version} has the licence ${ids.join() || 'unknown'}`);
  console.log(`${name} ${version} ${ids.join()}`);
}
if (process.argv[2] !== undefined) writeFileSync(process.argv[2], JSON.stringify(shipped, undefined, 2));
for (const problem of problems) console.error(`FAILED ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
