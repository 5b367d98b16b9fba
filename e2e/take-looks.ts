import { spawnSync } from 'node:child_process';

/*
 * Takes the pictures of changed pages again, with which e2e/books/looks.e2e.ts compares the pages; with an
 * argument, only of pages whose name contains it.
 */
const { status } = spawnSync(
  process.execPath,
  ['backend/launch.mjs', 'playwright', 'test', 'e2e/books/looks.e2e.ts', '--project=desktop'],
  { stdio: 'inherit', env: { ...process.env, TAKE_PICTURES: 'true', PICTURES_OF: process.argv[2] ?? '' } },
);
process.exitCode = status ?? 1;
