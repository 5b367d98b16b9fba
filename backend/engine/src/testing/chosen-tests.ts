/**
 * Glob patterns of the API tests whose rules may hold on one database engine only, because the engines differ
 * in error codes, types of values, the order of texts and connections: on PGlite there is one, so that a
 * statement beside a transaction waits for its end. `npm test` also runs them on PGlite; the rest is plain
 * SQL, which the workflow's job for the embedded database runs there too.
 */
export const ENGINE_DEPENDENT: readonly string[] = [
  // Connections, transactions, values and indexes.
  'backend/engine/src/database/*.api.test.ts',
  'backend/engine/src/database/migrations/derived-columns.api.test.ts',
  // Values of every kind of field, their order, and error codes.
  'backend/engine/src/records/resources/{every-kind,rejected-writes,unique-rules}.api.test.ts',
  'backend/engine/src/records/resources/query/{filters,sorting}.api.test.ts',
  // Concurrent writes, long transactions, and counts beside them.
  'backend/engine/src/records/resources/write/idempotency-key.api.test.ts',
  'backend/engine/src/records/resources/bulk/bulk-transactions.api.test.ts',
  'backend/engine/src/features/{dashboard/dashboard,imports/import-transactions}.api.test.ts',
  // Jobs, the first sign-in, and whole processes.
  'backend/engine/src/kernel/jobs/*.api.test.ts',
  'backend/engine/src/access/auth/sign-in.api.test.ts',
  'backend/main.api.test.ts',
];

/**
 * Glob patterns of the API tests that start processes or several servers, send many requests or wait for a
 * time limit: three fifths of all CPU time. `npm run test:quick` omits them; cheaper tests cover most rules.
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
  'backend/engine/src/extend/{jobs,killed-server}.api.test.ts',
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
  'backend/engine/src/database/write-events/after-commit.api.test.ts',
];

/**
 * Glob patterns of the API tests of processes that start as for a new developer: they do not run on
 * PostgreSQL, where `two-servers` starts and stops these.
 */
export const ALWAYS_EMBEDDED: readonly string[] = ['backend/main.api.test.ts'];
