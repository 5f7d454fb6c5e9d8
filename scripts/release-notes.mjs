// Prints the section of CHANGELOG.md for a tag, or fails if the version cannot be published:
// `node scripts/release-notes.mjs v0.1.0`. The release workflow runs it first.
import { readFileSync } from 'node:fs';
import { packages } from './packages.mjs';

const tag = process.argv[2] ?? '';
const versions = new Set(packages.map(({ manifest }) => manifest.version));
const [version] = versions;
const withoutRepository = packages.filter(({ manifest }) => manifest.repository === undefined);
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m);
const section = sections.find(
  (text) => text.startsWith(`## ${version} `) || text.startsWith(`## ${version}\n`),
);
const heading = section?.split('\n')[0] ?? '';

const problems = [
  tag !== `v${version}` && `the tag must be v${version}, the version of the packages, got ${tag || 'no tag'}`,
  versions.size > 1 && `the packages must have one version, got ${[...versions].join(', ')}`,
  withoutRepository.length > 0 &&
    `"repository" is missing in the package.json of ${withoutRepository.map(({ name }) => name).join(', ')}: npm refuses provenance without it. Set it to the URL of this repository`,
  section === undefined && `CHANGELOG.md has no section "## ${version}"`,
  heading.includes('unreleased') && `CHANGELOG.md still says "${heading}": put the date of the release there`,
].filter((problem) => problem !== false);

for (const problem of problems) console.error(`FAILED ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
if (problems.length === 0) console.log(section.split('\n').slice(1).join('\n').trim());
