// An exec plugin for tests, controlled by its environment.
import { appendFileSync } from 'node:fs';

const {
  TEST_OUTPUT = '',
  TEST_STDERR,
  TEST_EXIT_CODE = '0',
  TEST_INFO_FILE,
  TEST_HANG,
  KUBERNETES_EXEC_INFO,
} = process.env;
if (TEST_HANG !== undefined) {
  if (TEST_HANG === 'stubborn') process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 60_000);
}
if (TEST_STDERR !== undefined) process.stderr.write(TEST_STDERR);
process.stdout.write(TEST_OUTPUT);
process.exitCode = Number(TEST_EXIT_CODE);
// Written last: its presence means that the rest is done.
if (TEST_INFO_FILE !== undefined) appendFileSync(TEST_INFO_FILE, `${KUBERNETES_EXEC_INFO}\n`);
