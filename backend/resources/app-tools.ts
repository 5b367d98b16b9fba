import type { EntityManager } from '@mikro-orm/postgresql';
import type { Job, JobContext } from '#backend/jobs/job.ts';
import type { OwnMail } from '#backend/mail/messages.ts';
import type { Language } from '#contract/init.ts';
import type { RawListQuery } from '#contract/resources/list-query.ts';
import type { FieldValues, WholeRecord } from '#contract/resources/types.ts';
import type { Fields, Resource } from '#contract/schema/index.ts';
import type { RegisteredResources, ResourceName } from '#contract/schema/register.ts';
import type { ConfigEntities } from './hooks.ts';

/** The fields of a resource of the product. */
export type FieldsOf<N extends ResourceName> =
  RegisteredResources[N] extends Resource<infer F, string> ? F : Fields;

/** A page of records with all of their fields. */
export interface RecordPage<F extends Fields> {
  readonly items: readonly WholeRecord<F>[];
  /** How many records match; of large tables it may be an estimate. */
  readonly total: number;
  /** What `_after` goes on with; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Reads and writes the records of a resource by its rules: hooks, history, events, counts, and in an endpoint the rows
 * that the caller is limited to. Fields that the caller may not read or write are not left out. The values are trusted as
 * the types say; what the database forbids is an ApiError.
 */
export interface Records<F extends Fields> {
  /** @throws ApiError NOT_FOUND, in an endpoint also for a record that the caller may not read */
  read(id: string): Promise<WholeRecord<F>>;
  /**
   * Reads a page of records, by the query of the endpoint: `list({ state: 'open', dueOn_lt: day, _sort: 'dueOn' })`. It has 20
   * records unless `_end` asks for up to 100; `next` is then the `_after` of the following page.
   *
   * @throws ApiError INVALID that names an unknown or wrong parameter
   */
  list(query?: RawListQuery<F>): Promise<RecordPage<F>>;
  create(values: FieldValues<F>): Promise<WholeRecord<F>>;
  /** Changes some fields. `ifMatch` is the ETag of the state that is to be changed. */
  update(change: { id: string; values: FieldValues<F>; ifMatch?: string }): Promise<WholeRecord<F>>;
  /** Deletes a record; one of a resource with an archive goes there first, and with `archived` from there for good. */
  delete(id: string, options?: { readonly archived?: boolean }): Promise<void>;
  /** Restores a record from the archive. @throws ApiError NOT_FOUND when it is not there */
  restore(id: string): Promise<WholeRecord<F>>;
}

/** What reads and writes records. */
export interface RecordTools {
  /** An EntityManager of its own, outside of any transaction; in `transaction` that of the transaction. */
  readonly em: EntityManager;
  /** The entities by resource, typed from the config: `em.find(entities.books, { author })`. */
  readonly entities: ConfigEntities;
  /** Returns the records of a resource, to be written by its rules: `records('books').update({ id, values })`. */
  records<N extends ResourceName>(resource: N): Records<FieldsOf<N>>;
  /**
   * Runs several reads and writes as one transaction: all of them, with their hooks and history, or none where `work`
   * throws. `work` must use the tools that it is given; a transaction within it is the same one.
   */
  transaction<Result>(work: (tools: RecordTools) => Promise<Result>): Promise<Result>;
}

/** What code beside the generated one may use: hooks after a commit, endpoints and jobs. */
export interface AppTools extends RecordTools {
  /**
   * Sends a mail, in the direction and frame of its language, by default the recipient's; returns before it has been
   * delivered.
   */
  sendMail(mail: OwnMail): Promise<void>;
  /**
   * Returns the language that a user prefers, by their id or address: in a request, else the language of its caller; in the
   * background, else the first of the product.
   */
  languageOf(user: string): Promise<Language>;
  /** Adds a job; returns its id. */
  addJob<Payload extends object>(job: OwnJob<Payload>, payload: Payload): Promise<string>;
}

/** How a kind of job of an extension runs. */
export type JobOptions = Pick<Job<object>, 'retries' | 'longestSeconds' | 'atOnce'>;

/** What a job of an extension may use beside its payload. */
export interface JobTools extends AppTools, JobContext {}

/** A kind of job of an extension; `defineJob` makes it. */
export interface OwnJob<Payload extends object> extends JobOptions, Pick<Job<object>, 'schedule'> {
  /** Checks a payload. */
  parse(payload: unknown): object;
  run(payload: object, tools: JobTools): Promise<void>;
  /** Never set: it carries the type of the payload. */
  readonly types?: Payload;
}
