// Prints the section of CHANGELOG.md for a tag, or fails if the version cannot be published:
// `node scripts/release-notes.mjs v0.1.0`. The release workflow runs it first.
import { readFileSync } from 'node:fs';

const tag = process.argv[2] ?? '';
const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m);
const section = sections.find(
  (text) => text.startsWith(`## ${version} `) || text.startsWith(`## ${version}\n`),
);
const heading = section?.split('\n')[0] ?? '';

const problems = [
  tag !== `v${version}` && `the tag must be v${version}, the version of package.json, got ${tag || 'no tag'}`,
  repository === undefined &&
    'package.json has no "repository": npm refuses provenance without it. Set it to the URL of this repository',
  section === undefined && `CHANGELOG.md has no section "## ${version}"`,
  heading.includes('unreleased') && `CHANGELOG.md still says "${heading}": put the date of the release there`,
].filter((problem) => problem !== false);

for (const problem of problems) console.error(`FAILED ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
if (problems.length === 0) console.log(section.split('\n').slice(1).join('\n').trim());
