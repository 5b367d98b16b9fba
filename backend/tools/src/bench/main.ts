import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@bindery/backend/testing/free-port.ts';
import { startPostgres } from '@bindery/backend/testing/postgres.ts';
import pg from 'pg';
import { type BenchData, BOOKS, prepareData } from './data.ts';
import { DELETIONS, KINDS, measure, type RequestKind } from './load.ts';

/** A tick of /proc in milliseconds, on every Linux that Node runs on. */
const TICK_MS = 10;

/** Reads a process from Linux's /proc: its parent, and its processor time with its exited children's. */
function processOf(pid: string | number): { parent: number; ticks: number } | undefined {
  try {
    // The name, in parentheses, may contain spaces; after it come the state, the parent, and times from the
    // 12th on.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

/** Returns the parent of a process; undefined without /proc. */
const parentOf = (pid: number): number | undefined => processOf(pid)?.parent;

/**
 * Returns the processor time in milliseconds that a process and its direct children have used. Unlike time by
 * the clock it depends little on what else the machine does. NaN without /proc, as on macOS.
 */
function cpuTime(pid: number): number {
  const own = processOf(pid);
  if (!own) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(processOf)
    .filter((child) => child?.parent === pid);
  return children.reduce((sum, child) => sum + child!.ticks, own.ticks) * TICK_MS;
}

const labels = Object.keys(KINDS) as RequestKind[];
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    // In shorter rounds V8 still compiles: creations reach 0.38 of bare in rounds of 1 s, 0.69 in 4.
    seconds: { type: 'string', default: '4' },
    kinds: { type: 'string', default: labels.join() },
    // Folders of other checkouts, such as the main branch's: each is measured beside this one.
    against: { type: 'string', multiple: true, default: [] },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const kinds = labels.filter((kind) => options.kinds.split(',').includes(kind));

interface Runner {
  readonly name: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** The same server with hooks. */
  readonly withHooks?: Runner;
}
/** The measurements of one server for one kind of request. */
interface Measurement {
  /** Requests per second. */
  readonly speed: number;
  /** Milliseconds of processor time per request, of the server and PostgreSQL together. */
  readonly cpu: number;
}
/** The measurements of a round: by kind, in the order of the servers. */
type Round = Partial<Record<RequestKind, Measurement[]>>;

/** Starts a server in a child process. */
async function start(
  name: string,
  file: string,
  { environment, cwd = process.cwd() }: { environment: Record<string, string>; cwd?: string },
): Promise<Runner> {
  const port = await freePort();
  const child = fork(file, {
    // The folder of the product.
    cwd,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...environment,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      VITE_BASE_URL: `http://127.0.0.1:${port}`,
      // A public server requires one; the benchmark sends no email.
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start.`))),
  ]);
  return { name, port, process: child };
}

/** Starts a product's server, if needed another with hooks, which a checkout without these kinds lacks. */
async function startProduct(name: string, file: string, cwd?: string): Promise<Runner> {
  const options = { environment, ...(cwd !== undefined && { cwd }) };
  const plain = await start(name, file, options);
  if (!kinds.some((kind) => KINDS[kind].hooked)) return plain;
  const hooked = { ...options, environment: { ...environment, BENCH_HOOKS: 'true' } };
  return { ...plain, withHooks: await start(name, file, hooked) };
}

/** Runs one round: all servers alternate per kind of request, so that a slow machine affects them all. */
async function round(
  servers: readonly Runner[],
  data: BenchData,
  { clean, addDisposable, postmaster }: Bench,
) {
  const measured: Round = {};
  for (const kind of kinds) {
    measured[kind] = [];
    for (const server of servers) {
      const { port, process } = (KINDS[kind].hooked && server.withHooks) || server;
      const cpu = () => cpuTime(process.pid!) + cpuTime(postmaster);
      const disposable = KINDS[kind].deletes ? await addDisposable() : [];
      let before = 0;
      const onStart = () => {
        before = cpu();
      };
      const { speed, requests } = await measure(kind, { port, seconds, data, disposable, onStart });
      measured[kind].push({ speed, cpu: (cpu() - before) / requests });
      if (KINDS[kind].writes) await clean();
    }
  }
  return measured;
}

interface Bench {
  readonly clean: () => Promise<unknown>;
  /** Adds records for the runs that delete, and returns their ids. */
  readonly addDisposable: () => Promise<readonly string[]>;
  /** PostgreSQL's main process. */
  readonly postmaster: number;
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const print = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Prints each server's speed and processor time, and both as the share of the bare one's speed; this
 * checkout's also as the share of the others'. On a busy machine the processor time is the steadier figure.
 */
function report(servers: readonly Runner[], rounds: readonly Round[]): void {
  print(`\n${BOOKS} books, 50 connections, ${rounds.length} rounds of ${seconds} s`);
  const bare = servers.length - 1;
  for (const kind of kinds) {
    const ratio = (a: number, b: number) => {
      const of = (what: (a: Measurement, b: Measurement) => number) =>
        rounds.map((round) => what(round[kind]![a]!, round[kind]![b]!));
      const speeds = of((a, b) => a.speed / b.speed);
      const spread = [Math.min(...speeds), Math.max(...speeds)].map((speed) => speed.toFixed(2)).join('–');
      const cpu = of((a, b) => b.cpu / a.cpu);
      return `${median(speeds).toFixed(2)} (${spread}; by processor time ${median(cpu).toFixed(2)})`;
    };
    print(`${kind}, wanted ≥ ${KINDS[kind].required} of bare`);
    for (const [index, { name }] of servers.entries()) {
      const all = rounds.map((round) => round[kind]![index]!);
      const speed = String(Math.round(median(all.map(({ speed }) => speed)))).padStart(6);
      const cpu = median(all.map(({ cpu }) => cpu)).toFixed(2);
      const share = index < bare ? `, ${ratio(index, bare)} of bare` : '';
      const beside = index > 0 && index < bare ? `, this one ${ratio(0, index)} of it` : '';
      print(`  ${name.padEnd(8)} ${speed}/s  ${cpu} ms${share}${beside}`);
    }
  }
}

const postgres = await startPostgres({ fsync: true });
const secret = randomBytes(32).toString('base64url');
const environment = { DATABASE_URL: postgres.url, AUTH_SECRET: secret };
const data = await prepareData({ url: postgres.url, secret });
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const servers = await Promise.all([
  startProduct('this', here('product.ts')),
  ...options.against.map((folder) =>
    startProduct(basename(folder), resolve(folder, 'backend/tools/src/bench/product.ts'), resolve(folder)),
  ),
  start('bare', here('bare.ts'), { environment }),
]);
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const { rows } = await client.query('select pg_backend_pid() as pid');
const postmaster = parentOf(rows[0].pid) ?? Number.NaN;
/**
 * Run one after the other: together they could deadlock with a pending write. Tables are truncated: if only
 * emptied, PostgreSQL would plan the next writes for an empty table, and read all of it for each.
 */
const CLEANING = [
  'truncate history',
  'truncate idempotency_keys',
  'truncate bare_keys',
  "delete from books where author = 'Bench'",
  'vacuum analyze books',
];
const clean = async () => {
  for (const statement of CLEANING) await client.query(statement);
};
const addDisposable = async () => {
  const { rows } = await client.query<{ id: string }>(
    `insert into books (id, title, author, genre_id, created_at, updated_at)
     select gen_random_uuid(), 'To delete ' || n, 'Bench', $1, now(), now() from generate_series(1, $2::int) n returning id`,
    [data.genre, DELETIONS],
  );
  return rows.map(({ id }) => id);
};
const bench = { clean, addDisposable, postmaster };
try {
  // One uncounted round warms up all servers.
  await round(servers, data, bench);
  const measured = [];
  for (let index = 0; index < rounds; index++) measured.push(await round(servers, data, bench));
  report(servers, measured);
} finally {
  for (const { process, withHooks } of servers) {
    process.kill();
    withHooks?.process.kill();
  }
  await client.end();
  postgres.stop();
}
