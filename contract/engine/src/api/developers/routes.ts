import { z } from 'zod';
import { languages } from '#contract/records/init.ts';
import { commonErrors, errorBody, withNotFound } from '#contract/records/route-parts.ts';
import { c, strictRouter } from '#contract/records/ts-rest.ts';

const timestamp = z.iso.datetime();

const statement = z.object({
  /** Without parameter values. */
  sql: z.string(),
  count: z.int(),
  totalMs: z.number(),
  longestMs: z.number(),
  /** The resources whose tables the statement names. */
  resources: z.array(z.string()),
});

const mail = z.object({ to: z.string(), subject: z.string(), sentAt: timestamp });

const job = z.object({
  id: z.string(),
  queue: z.string(),
  /** The resource whose extension defines the endpoint; null for one of the product itself. */
  resource: z.string().nullable(),
  state: z.string(),
  createdOn: timestamp,
  completedOn: timestamp.nullable(),
  error: z.string().nullable(),
});

const schedule = z.object({ queue: z.string(), cron: z.string(), timeZone: z.string() });

const account = z.object({
  role: z.string(),
  /** The user to view the role as: its sample account, or else another user. */
  email: z.string(),
  /** `missing` accounts are created on demand. `taken` ones have another role or are banned. */
  state: z.enum(['there', 'missing', 'taken']),
});

const summary = z.object({
  name: z.string(),
  table: z.string(),
  /** PostgreSQL's estimate. Before PostgreSQL has analyzed the table, an exact count up to 10,000. */
  rows: z.int(),
  /** Includes indexes and join tables. */
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
  /** What the role may do: with all records, or only with those in its `where`. */
  actions: z.record(z.string(), z.enum(['all', 'some', 'none'])),
  /** Fields that the role may not read, and readable fields that it may not write. */
  unreadable: z.array(z.string()),
  unwritable: z.array(z.string()),
});

const missing = z.object({ language: z.enum(languages), keys: z.array(z.string()) });

const report = z.object({
  name: z.string(),
  /** The table of the resource, and its join tables. */
  tables: z.array(table),
  endpoints: z.array(endpoint),
  /** JSON schemas of a record and of a new record. */
  schemas: z.object({ item: z.unknown(), create: z.unknown() }),
  rights: z.array(right),
  pages: z.array(z.object({ address: z.string(), component: z.string() })),
  missingTexts: z.array(missing),
});

const firstSteps = z.object({
  /** Whether product.ts states a product other than the starter; only then can the others be completed. */
  isNamed: z.boolean(),
  /** Whether it states an accent other than that of the starter. */
  isColored: z.boolean(),
  /** Whether the example of the starter is still part of the product. */
  hasExample: z.boolean(),
  /** The resources that the product has added to `users`. */
  resources: z.array(z.string()),
  /** Whether a user has created a record of one of them. */
  hasRecord: z.boolean(),
  /** Whether there is a user beside the sample users. */
  hasInvited: z.boolean(),
  /** A page of the app beside those of every product. */
  appPage: z.string().nullable(),
  /** The files of such a page, which lists the records of the first resource: texts by path. */
  appPageFiles: z.record(z.string(), z.string()),
});

/** What an adopter has done of the first steps. */
export type FirstSteps = z.infer<typeof firstSteps>;
/** The data of the developer page about the whole product. */
export type DeveloperOverview = z.infer<typeof overview>;
/** The data of the developer page about one resource. */
export type ResourceReport = z.infer<typeof report>;
/** A table of the database. */
export type TableReport = z.infer<typeof table>;
/** A SQL statement and its duration. */
export type StatementReport = z.infer<typeof statement>;

/** The endpoints of the developer page: for administrators of users, under `npm run dev` only. */
export const developerRoutes = strictRouter({
  overview: {
    method: 'GET',
    path: '/api/developers',
    responses: { 200: overview, ...withNotFound },
  },
  // No resource has a name with a hyphen.
  firstSteps: {
    method: 'GET',
    path: '/api/developers/first-steps',
    responses: { 200: firstSteps, ...commonErrors },
  },
  writeAppPage: {
    method: 'POST',
    path: '/api/developers/app-page',
    body: c.noBody(),
    responses: { 204: c.noBody(), 409: errorBody, ...commonErrors },
  },
  resource: {
    method: 'GET',
    path: '/api/developers/:name',
    pathParams: z.object({ name: z.string().max(100) }),
    responses: { 200: report, ...withNotFound },
  },
  viewAs: {
    method: 'POST',
    path: '/api/developers/view-as',
    body: z.object({ role: z.string().max(100) }),
    responses: { 204: c.noBody(), 409: errorBody, ...commonErrors },
  },
  stopViewing: {
    method: 'POST',
    path: '/api/developers/stop-viewing',
    body: c.noBody(),
    responses: { 204: c.noBody(), ...commonErrors },
  },
});
