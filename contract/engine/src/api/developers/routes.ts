import { z } from 'zod';
import { errorBody } from '#contract/records/error-body.ts';
import { languages } from '#contract/records/init.ts';
import { commonErrors, withNotFound } from '#contract/records/shared-responses.ts';
import { c } from '#contract/records/ts-rest.ts';

const moment = z.iso.datetime();

const statement = z.object({
  /** Without the values of its parameters. */
  sql: z.string(),
  count: z.int(),
  totalMs: z.number(),
  longestMs: z.number(),
  /** The resources whose tables it names. */
  resources: z.array(z.string()),
});

const mail = z.object({ to: z.string(), subject: z.string(), sentAt: moment });

const job = z.object({
  id: z.string(),
  queue: z.string(),
  /** The resource whose extension defines it; null for one of the product itself. */
  resource: z.string().nullable(),
  state: z.string(),
  createdOn: moment,
  completedOn: moment.nullable(),
  error: z.string().nullable(),
});

const schedule = z.object({ queue: z.string(), cron: z.string(), timeZone: z.string() });

const account = z.object({
  role: z.string(),
  /** Of the user by whom the role is viewed: its sample account, or else another user. */
  email: z.string(),
  /** `missing` is made when it is needed. `taken` has another role, or is banned. */
  state: z.enum(['there', 'missing', 'taken']),
});

const summary = z.object({
  name: z.string(),
  table: z.string(),
  /** What PostgreSQL estimates; up to 10,000 are counted before it has looked at the table. */
  rows: z.int(),
  /** With its indexes and join tables. */
  bytes: z.int(),
  endpoints: z.int(),
  missingTexts: z.int(),
});

const overview = z.object({
  accounts: z.array(account),
  resources: z.array(summary),
  statements: z.array(statement),
  mails: z.array(mail),
  jobs: z.array(job),
  schedules: z.array(schedule),
});

const column = z.object({
  name: z.string(),
  type: z.string(),
  isNullable: z.boolean(),
  default: z.string().nullable(),
});
const index = z.object({ name: z.string(), definition: z.string(), bytes: z.int() });
const table = z.object({
  name: z.string(),
  rows: z.int(),
  bytes: z.int(),
  columns: z.array(column),
  indexes: z.array(index),
});

const endpoint = z.object({ method: z.string(), path: z.string(), summary: z.string() });

const right = z.object({
  role: z.string(),
  /** What the role may do: with all records, or with those that `where` leaves it. */
  actions: z.record(z.string(), z.enum(['all', 'some', 'none'])),
  /** Fields that it may not read, and those that it may read and not write. */
  unreadable: z.array(z.string()),
  unwritable: z.array(z.string()),
});

const missing = z.object({ language: z.enum(languages), keys: z.array(z.string()) });

const report = z.object({
  name: z.string(),
  /** That of the resource, and its join tables. */
  tables: z.array(table),
  endpoints: z.array(endpoint),
  /** JSON schemas of a record and of a new one. */
  schemas: z.object({ item: z.unknown(), create: z.unknown() }),
  rights: z.array(right),
  pages: z.array(z.object({ address: z.string(), component: z.string() })),
  missingTexts: z.array(missing),
});

/** What the page for developers shows of the whole product. */
export type DeveloperOverview = z.infer<typeof overview>;
/** What it shows of one resource. */
export type ResourceReport = z.infer<typeof report>;
/** A table of the database. */
export type TableReport = z.infer<typeof table>;
/** A SQL statement, and how long it took. */
export type StatementReport = z.infer<typeof statement>;

/** The endpoints of the page for developers: for those who administer users, under `npm run dev` alone. */
export const developerRoutes = c.router({
  overview: {
    method: 'GET',
    path: '/api/developers',
    responses: { 200: overview, ...withNotFound },
    strictStatusCodes: true,
  },
  resource: {
    method: 'GET',
    path: '/api/developers/:name',
    pathParams: z.object({ name: z.string().max(100) }),
    responses: { 200: report, ...withNotFound },
    strictStatusCodes: true,
  },
  viewAs: {
    method: 'POST',
    path: '/api/developers/view-as',
    body: z.object({ role: z.string().max(100) }),
    responses: { 204: c.noBody(), 409: errorBody, ...commonErrors },
    strictStatusCodes: true,
  },
  stopViewing: {
    method: 'POST',
    path: '/api/developers/stop-viewing',
    body: c.noBody(),
    responses: { 204: c.noBody(), ...commonErrors },
    strictStatusCodes: true,
  },
});
