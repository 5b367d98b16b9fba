import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/*
 * `npm run fuzz -- --requests 50000 --seed 1234`: sends more requests than the tests, and different ones each
 * time unless a seed is given.
 */
const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const requests = values.requests ?? '20000';
const seed = values.seed ?? String(randomInt(2 ** 31));
process.stdout.write(`${requests} requests by seed ${seed}\n`);

const command = ['backend/launch.mjs', 'vitest', 'run', '--project', 'api', 'backend/tools/src/fuzz'];
const env = { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed };
const [code] = await once(spawn(process.execPath, command, { stdio: 'inherit', env }), 'exit');
process.exitCode = code ?? 1;
