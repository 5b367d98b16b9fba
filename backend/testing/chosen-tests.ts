/**
 * Glob patterns of the API tests whose rules may hold on one database engine only: those of the folders that write SQL
 * of their own, and one test of each kind of connection, transaction and process. `npm test` runs them on PGlite, too.
 */
export const ENGINE_DEPENDENT: readonly string[] = [
  'backend/{auth-schema,dashboard,database,fuzz,history,imports,jobs,resource-commands,resources,samples,views}/**/*.api.test.ts',
  'backend/auth/sign-in.api.test.ts',
  'backend/main.api.test.ts',
  'backend/sessions/*.api.test.ts',
  'backend/users/users.api.test.ts',
];

/**
 * Glob patterns of the API tests that start processes, send floods of requests or wait for a time limit: a third of the
 * CPU time of all. `npm run test:quick` leaves them out.
 */
export const SLOW: readonly string[] = [
  'backend/{failed-starts,main,two-servers}.api.test.ts',
  'backend/auth/codes/{code-guard,timing-parity}.api.test.ts',
  'backend/database/{frozen-connections,locked-table,stuck-searches}.api.test.ts',
  'backend/fuzz/*.api.test.ts',
];
