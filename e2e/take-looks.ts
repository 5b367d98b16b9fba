import { spawnSync } from 'node:child_process';

/* Takes the pictures again with which e2e/books/looks.e2e.ts compares the pages, of those that have changed. */
const { status } = spawnSync(
  process.execPath,
  ['backend/launch.mjs', 'playwright', 'test', 'e2e/books/looks.e2e.ts', '--project=desktop'],
  { stdio: 'inherit', env: { ...process.env, TAKE_PICTURES: 'true' } },
);
process.exitCode = status ?? 1;
