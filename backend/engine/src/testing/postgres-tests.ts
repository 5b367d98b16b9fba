import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from './postgres.ts';

/*
 * Runs the API tests on the PostgreSQL server of TEST_DATABASE_URL, otherwise on a temporary one.
 * Arguments are passed to Vitest.
 */
const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres();
if (server) process.stdout.write(`On PostgreSQL ${server.version}, started for these tests.\n`);

const tests = spawn(
  process.execPath,
  ['backend/launch.mjs', 'vitest', 'run', '--project', 'api', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, ...(server && { TEST_DATABASE_URL: server.url }) } },
);
process.once('exit', () => tests.kill());
const [code] = await once(tests, 'exit');
server?.stop();
process.exitCode = code ?? 1;
