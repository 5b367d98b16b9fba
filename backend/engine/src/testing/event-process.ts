import { readFileSync } from 'node:fs';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { openDatabase } from '#backend/database/connection.ts';
import { createEntities } from '#backend/database/entities.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { create } from '#backend/records/resources/operations/write-record.ts';
import { deliverGenres } from '#backend/testing/genre-events.ts';

/*
 * A process to be killed: it creates genres whose hooks never finish, so that the last ones do not even
 * start, and prints a line for each.
 */

const [where = '', template] = process.argv.slice(2);
const database = await openDatabase({
  entities: createEntities(lendingLibrary),
  ...(where.startsWith('postgres') ? { url: where } : { dataDir: where }),
  ...(template && { template: new Blob([readFileSync(template)]) }),
});
const print = (line: string) => process.stdout.write(`${line}\n`);

const { services } = deliverGenres(database, async ({ id, recordId }) => {
  print(`delivered ${recordId} ${id}`);
  await Promise.withResolvers<void>().promise;
});
for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) {
  const { id } = await create(services.get('genres')!, { values: { name }, actor: APPLICATION });
  print(`committed ${id}`);
}
// It waits to be killed.
setInterval(() => {}, 60_000);
