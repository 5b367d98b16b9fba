import { readFileSync } from 'node:fs';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { openDatabase } from '#backend/database/connection.ts';
import { createEntities } from '#backend/database/entities.ts';
import { createAppTools } from '#backend/extend/create-app-tools.ts';
import { EventDeliveries } from '#backend/extend/event-deliveries.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { create } from '#backend/records/resources/operations/write-record.ts';
import { CountCache } from '#backend/records/resources/query/count.ts';
import { createResourceServices } from '#backend/records/resources/resource-service.ts';
import { FILE_URLS } from '#backend/testing/resource-fixture.ts';

/*
 * A process to be killed: `hang` creates genres whose hooks never finish, so that the last ones do not even
 * start, and
 * `deliver` delivers what the other has left. It prints a line for each.
 */

const [mode, where = '', template] = process.argv.slice(2);
const database = await openDatabase({
  entities: createEntities(lendingLibrary),
  ...(where.startsWith('postgres') ? { url: where } : { dataDir: where }),
  ...(template && { template: new Blob([readFileSync(template)]) }),
});
const print = (line: string) => process.stdout.write(`${line}\n`);

const hooks = {
  genres: {
    afterCommit: async ({ id, recordId }: { id: string; recordId: string }) => {
      print(`delivered ${recordId} ${id}`);
      if (mode === 'hang') await Promise.withResolvers<void>().promise;
    },
  },
};
const counts = new CountCache(database);
const events = new EventDeliveries({ database, hooks });
const services = createResourceServices({
  resources: lendingLibrary,
  database,
  counts,
  hooks,
  events,
  fileUrls: FILE_URLS,
});
const mailer = { post: () => {} };
events.start(services, createAppTools({ database, services, mailer, jobs: { add: async () => '' } }));
const actor = APPLICATION;
for (const name of mode === 'hang' ? ['A', 'B', 'C', 'D', 'E', 'F'] : []) {
  const { id } = await create(services.get('genres')!, { values: { name }, actor });
  print(`committed ${id}`);
}
// It waits to be killed.
setInterval(() => {}, 60_000);
