/**
 * Glob patterns of the API tests whose rules may hold on one database engine only: tests of the folders that
 * write custom SQL, and one test of each kind of connection, transaction and process. `npm test` also runs
 * them on PGlite.
 */
export const ENGINE_DEPENDENT: readonly string[] = [
  'backend/engine/src/database/*.api.test.ts',
  'backend/engine/src/database/{auth-schema,migrations}/**/*.api.test.ts',
  'backend/engine/src/{extend/samples,kernel/jobs,records/resources}/**/*.api.test.ts',
  'backend/engine/src/features/{dashboard,history,imports}/**/*.api.test.ts',
  'backend/tools/src/resource-commands/**/*.api.test.ts',
  'backend/engine/src/access/auth/sign-in.api.test.ts',
  'backend/main.api.test.ts',
];

/**
 * Glob patterns of the tests among them whose rules hold on both engines or on neither: plain SQL determines
 * which rows and columns a user reaches, and which entry has which endpoints and rights. The engines differ
 * in error codes, types of values, the order of texts, and connections: on PGlite there is one, so that a
 * statement beside a transaction waits for its end. The other tests cover them: every kind of field
 * (`every-kind`), rejected writes (`unique-rules`), concurrent ones (`idempotency-key`), long
 * transactions (`imports`, `bulk`, `undo`), counts (`dashboard`) and recursive statements (`trees`).
 */
export const ENGINE_INDEPENDENT: readonly string[] = [
  'backend/engine/src/features/imports/{import-actor,round-trip,upload}.api.test.ts',
  'backend/engine/src/records/resources/{archive,labels,lists,records,related}.api.test.ts',
  'backend/engine/src/records/resources/{compared-fields,computed,defaults,limited-aggregates}.api.test.ts',
  'backend/engine/src/records/resources/{clients,entries-of-libraries,every-entry,natural-entries}.api.test.ts',
  'backend/engine/src/records/resources/{deletion,deletion-of-hidden,entities,references}.api.test.ts',
  'backend/engine/src/records/resources/hidden-{records,values}.api.test.ts',
  'backend/engine/src/records/resources/{field-rights,row-rights,row-rights-of-relations}.api.test.ts',
  'backend/engine/src/records/resources/bulk/{bulk-server,read-selected}.api.test.ts',
  'backend/engine/src/records/resources/endpoints/*.api.test.ts',
  'backend/engine/src/records/resources/query/{row-filters,scope}.api.test.ts',
  // It measures the locks of both engines itself, and compares them.
  'backend/tools/src/resource-commands/plan/plan-sql.api.test.ts',
];

/**
 * Glob patterns of the API tests that start processes or several servers, send many requests or wait for a
 * time limit: three fifths of the CPU time of all. `npm run test:quick` omits them. Cheaper tests touch most
 * of their rules too.
 */
export const SLOW: readonly string[] = [
  'backend/main.api.test.ts',
  'backend/engine/src/web/{failed-starts,two-servers}.api.test.ts',
  'backend/engine/src/access/auth/{multiple-servers,official-client}.api.test.ts',
  'backend/engine/src/access/auth/codes/{code-guard,timing-parity}.api.test.ts',
  'backend/engine/src/access/auth/providers/known-providers.api.test.ts',
  'backend/tools/src/client-package/*.api.test.ts',
  'backend/engine/src/database/{frozen-connections,locked-table,stuck-searches}.api.test.ts',
  'backend/engine/src/database/migrations/migrate-in-development.api.test.ts',
  'backend/engine/src/extend/jobs.api.test.ts',
  'backend/extensions/books/seed.api.test.ts',
  'backend/engine/src/records/files/files-of-records.api.test.ts',
  'backend/tools/src/fuzz/*.api.test.ts',
  'backend/engine/src/kernel/http/hosts.api.test.ts',
  'backend/engine/src/features/imports/round-trip.api.test.ts',
  'backend/engine/src/web/openapi/response-headers.api.test.ts',
  'backend/engine/src/access/organizations/{invitations,teams}.api.test.ts',
  'backend/engine/src/records/resources/{clients,entries-of-libraries,processes}.api.test.ts',
  'backend/engine/src/records/resources/bulk/bulk-server.api.test.ts',
  'backend/engine/src/testing/endpoint-access/*.api.test.ts',
  'backend/engine/src/features/users/begun-sessions.api.test.ts',
  'backend/engine/src/database/write-events/{after-commit,killed-server}.api.test.ts',
];

/**
 * Glob patterns of the API tests of code that opens an embedded database itself, and of processes that start
 * as on the machine of a new developer: they do not run on PostgreSQL, where `two-servers` starts and stops
 * such processes.
 */
export const ALWAYS_EMBEDDED: readonly string[] = [
  'backend/main.api.test.ts',
  'backend/tools/src/resource-commands/check-entries.api.test.ts',
];
