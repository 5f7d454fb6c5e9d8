// Removes the folders named on the command line: `node scripts/clean.mjs dist`.
import { rmSync } from 'node:fs';

for (const folder of process.argv.slice(2)) rmSync(folder, { recursive: true, force: true });
