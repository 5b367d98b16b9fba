import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '#backend/testing/free-port.ts';
import { startPostgres } from '#backend/testing/postgres.ts';
import { type BenchData, BOOKS, prepareData } from './data.ts';
import { KINDS, type Kind, measure } from './load.ts';

/** The required share of the bare server's speed. */
const REQUIRED: Readonly<Record<Kind, number>> = { list: 0.6, read: 0.4, create: 0.3 };

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);

interface Runner {
  readonly port: number;
  readonly process: ChildProcess;
}

/** Starts a server in a child process. */
async function start(file: string, environment: Record<string, string>): Promise<Runner> {
  const port = await freePort();
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...environment,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      VITE_BASE_URL: `http://127.0.0.1:${port}`,
      // A public server requires one; no mail is sent here.
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start.`))),
  ]);
  return { port, process: child };
}

/** Runs one round: both servers alternate for each kind of request, so that a slow machine affects both. */
async function round(servers: readonly Runner[], data: BenchData, clean: () => Promise<unknown>) {
  const speeds: Record<Kind, number[]> = { list: [], read: [], create: [] };
  for (const kind of KINDS)
    for (const { port } of servers) {
      speeds[kind].push(await measure(kind, { port, seconds, data }));
      if (kind === 'create') await clean();
    }
  return speeds;
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const print = (text: string) => process.stdout.write(`${text}\n`);

function report(all: readonly Record<Kind, number[]>[]): void {
  print(
    `\n${BOOKS} books, 50 connections, ${rounds} rounds of ${seconds} s; requests a second, and ours by the bare one's`,
  );
  for (const kind of KINDS) {
    const ratios = all.map((speeds) => speeds[kind][0]! / speeds[kind][1]!);
    const [ours, bare] = [0, 1].map((index) => Math.round(median(all.map((speeds) => speeds[kind][index]!))));
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    const wanted = `wanted ≥ ${REQUIRED[kind]}`;
    print(`${kind.padEnd(7)} ${median(ratios).toFixed(2)} (${spread}, ${wanted})  ${ours} of ${bare}`);
  }
}

const postgres = await startPostgres({ fsync: true });
const secret = randomBytes(32).toString('base64url');
const environment = { DATABASE_URL: postgres.url, AUTH_SECRET: secret };
const data = await prepareData({ url: postgres.url, secret });
const servers = await Promise.all([start('product.ts', environment), start('bare.ts', environment)]);
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const clean = () =>
  client
    .query("delete from history; delete from books where author = 'Bench'")
    .then(() => client.query('vacuum analyze books'));
try {
  // One uncounted round warms both up.
  await round(servers, data, clean);
  const measured = [];
  for (let index = 0; index < rounds; index++) measured.push(await round(servers, data, clean));
  report(measured);
} finally {
  for (const server of servers) server.process.kill();
  await client.end();
  await postgres.stop();
}
