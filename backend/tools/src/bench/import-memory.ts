import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HttpClient } from '@bindery/backend/testing/browser.ts';
import { ImportFixture } from '@bindery/backend/testing/import-file.ts';
import { startPostgres } from '@bindery/backend/testing/postgres.ts';
import { ServerFolder, type ServerProcess } from '@bindery/backend/testing/server-process.ts';

/**
 * Measures the memory of a server that imports books: after its start, and the most during each step, in MB.
 * Each size has a separate server with a new database, embedded or with `--postgres` on a PostgreSQL server.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000,100000' },
    postgres: { type: 'boolean', default: false },
  },
});

const SAMPLE_MS = 100;
const POLL_MS = 500;
/** Waits for work after the banner, such as the start of the job queue. */
const CALM_MS = 3_000;

/** Returns the resident memory of a process in MB. */
const memoryOf = (pid: number) =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024);

async function signIn(server: ServerProcess): Promise<HttpClient> {
  const admin = new HttpClient(server.url, (to) =>
    [...server.output().matchAll(/✉ +(\S+): (\d{6})/g)]
      .filter(([, address]) => address === to)
      .map(([, , code = '']) => ({ to, code, subject: '', text: '', html: '', sentAt: '' }))
      .reverse(),
  );
  await admin.signIn('admin@example.com');
  return admin;
}

/** Returns a file of books whose genres are among those of the samples. */
function fileOf(rows: number, genres: readonly { name: string }[]): string {
  const lines = Array.from(
    { length: rows },
    (_, index) => `A book ${index},Author ${index % 977},${genres[index % genres.length]!.name}`,
  );
  return ['title,author,genre', ...lines].join('\r\n');
}

/** Waits for a job. On the embedded database, requests get 503 while an import of all records runs. */
async function ended(admin: HttpClient, id: string) {
  for (;;) {
    await wait(POLL_MS);
    const { status, body } = await admin.call(`/api/imports/${id}`);
    if (status === 200 && body.state !== 'checking' && body.state !== 'importing') return body;
  }
}

async function measure(rows: number, url: string | undefined): Promise<void> {
  const folder = new ServerFolder();
  const server = await folder.start(url ? { DATABASE_URL: url } : {});
  try {
    await server.says(/is ready/);
    const admin = await signIn(server);
    await wait(CALM_MS);
    const imports = new ImportFixture(server.url, admin);
    const figures: Record<string, number> = { rows, start: memoryOf(server.pid) };
    const during = async <Result>(step: string, work: Promise<Result>): Promise<Result> => {
      const sample = () => {
        figures[step] = Math.max(figures[step] ?? 0, memoryOf(server.pid));
      };
      const sampling = setInterval(sample, SAMPLE_MS);
      return work.finally(() => clearInterval(sampling)).finally(sample);
    };
    const { body: genres } = await admin.call('/api/genres');
    const { body } = await during('upload', imports.upload('books', fileOf(rows, genres)));
    const json = { mapping: ['title', 'author', 'genre'], matchBy: null };
    await admin.call(`/api/imports/${body.id}/check`, { json });
    await during('check', ended(admin, body.id));
    await admin.call(`/api/imports/${body.id}/run`, { json: { mode: 'all' } });
    const { state, created } = await during('import', ended(admin, body.id));
    if (state !== 'done' || created !== rows)
      throw new Error(`The import ended as ${state} with ${created}.`);
    process.stdout.write(
      `${Object.entries(figures)
        .map(([name, value]) => `${name} ${value}`)
        .join('  ')}\n`,
    );
  } finally {
    server.signal('SIGTERM');
    await server.ended;
    folder.remove();
  }
}

for (const rows of options.rows.split(',').map(Number)) {
  const postgres = options.postgres ? await startPostgres() : undefined;
  await measure(rows, postgres?.url).finally(() => postgres?.stop());
}
