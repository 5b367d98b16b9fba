import type { Language } from '@bindery/contract/records/init.ts';
import type { BatchResult, BulkBody, Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { RawListQuery } from '@bindery/contract/records/resources/list-query.ts';
import type {
  FieldValues,
  RecordOf,
  Update,
  WholeRecord,
} from '@bindery/contract/records/resources/types.ts';
import type { Fields, Resource } from '@bindery/contract/schema/index.ts';
import type { RegisteredResources, ResourceName } from '@bindery/contract/schema/register.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Job, JobContext } from '#backend/kernel/jobs/job-queue.ts';
import type { OwnMail } from '#backend/kernel/mail/messages.ts';
import type { ConfigEntities } from './hooks.ts';

/** The fields of a resource of the product. */
export type FieldsOf<N extends ResourceName> =
  RegisteredResources[N] extends Resource<infer F, string> ? F : Fields;

/** The action on selected records. */
export type SelectionAction = 'read' | 'update' | 'delete' | 'restore';

/** A page of records. */
export interface RecordPage<Item> {
  readonly items: readonly Item[];
  /** The number of matching records; an estimate for large tables. */
  readonly total: number;
  /** The value of `_after` for the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Reads and writes the records of a resource like the generated API, without HTTP: with the actor's rights,
 * rows and fields, the validation of the entry, hooks, history, events and counts. Results have the fields
 * that the actor may read, with aggregates over the records that they may read.
 */
export interface Records<F extends Fields, Item = RecordOf<F>, Values extends object = Update<F>> {
  /**
   * @throws ApiError NOT_FOUND, also for a record that the actor may not read; FORBIDDEN without the right
   */
  read(id: string): Promise<Item>;
  /**
   * Reads a page of records with the query of the endpoint: `list({ state: 'open', dueOn_lt: day, _sort:
   * 'dueOn' })`. It has 20 records, or up to 100 with `_end`; `next` is the `_after` of the next page.
   * @throws ApiError INVALID that names an unknown or invalid parameter; FORBIDDEN without the right
   */
  list(query?: RawListQuery<F>): Promise<RecordPage<Item>>;
  /** @throws ApiError INVALID that names the fields; FORBIDDEN; or the error of a hook */
  create(values: Values): Promise<Item>;
  /** Changes some fields. `ifMatch` is the ETag of the expected state. */
  update(change: { id: string; values: Values; ifMatch?: string | undefined }): Promise<Item>;
  /** Deletes a record; with an archive it is archived first, and with `archived` deleted permanently. */
  delete(
    id: string,
    options?: { readonly archived?: boolean; readonly ifMatch?: string | undefined },
  ): Promise<void>;
  /** Restores a record from the archive. @throws ApiError NOT_FOUND if it is not there */
  restore(id: string, options?: { readonly ifMatch?: string | undefined }): Promise<Item>;
  /**
   * Returns the ids of the records in a selection of the manager, given as ids or as the query of a list: all
   * of them, or an error if the actor may not perform the action on one of them (`read` by default). Within
   * `transaction`, those to be written stay locked.
   * @throws ApiError NOT_FOUND with the record that the actor may not read, FORBIDDEN with one they may not
   * act on; SELECTION_CHANGED if the query now matches another number of records; INVALID for another query.
   */
  selected(select: Selection, action?: SelectionAction): Promise<string[]>;
  /**
   * Changes, deletes or restores the selected records, all or none of them, like the generated bulk endpoint.
   * The returned batch can be undone.
   * @throws ApiError like `selected`, or the error of a single record, with the record; UNAUTHENTICATED
   * without a session
   */
  bulk(body: BulkBody<Values>): Promise<BatchResult>;
}

/** A resource's records for the application: all rows and fields, also those that no role may write. */
export type WholeRecords<F extends Fields> = Records<F, WholeRecord<F>, FieldValues<F>>;

/** The tools for records besides `records`. */
interface EntityTools {
  /** A separate EntityManager outside of transactions; in `transaction` its own. No rights limit it. */
  readonly em: EntityManager;
  /** The entities by resource, typed from the config: `em.find(entities.books, { author })`. */
  readonly entities: ConfigEntities;
}

/** The tools that read and write records on behalf of an actor. */
export interface RecordTools extends EntityTools {
  /** Returns the records of a resource for the actor: `records('books').update({ id, values })`. */
  records<N extends ResourceName>(resource: N): Records<FieldsOf<N>>;
  /**
   * Runs several reads and writes as one transaction: all of them, with their hooks and history, or none if
   * `work` throws. `work` must use the tools that it receives; a nested transaction is the same one.
   */
  transaction<Result>(work: (tools: TransactionTools) => Promise<Result>): Promise<Result>;
}

/** The tools that read and write records on behalf of an actor within a transaction. */
export interface TransactionTools extends RecordTools {
  /** The same transaction as the application, without limits of rights. */
  readonly asApplication: ApplicationRecordTools;
}

/** The tools that read and write records as the application, without limits of rights. */
export interface ApplicationRecordTools extends EntityTools {
  /** Returns all records of a resource, with all of their fields. */
  records<N extends ResourceName>(resource: N): WholeRecords<FieldsOf<N>>;
  /** Like `RecordTools.transaction`. */
  transaction<Result>(work: (tools: ApplicationRecordTools) => Promise<Result>): Promise<Result>;
}

/** The tools of all extension code. */
export interface CommonTools {
  /** Sends an email in its language's direction and frame (default: recipient's); returns before delivery. */
  sendMail(mail: OwnMail): Promise<void>;
  /**
   * Returns a user's preferred language, given their id or address; falls back to the caller's language in a
   * request, and to the product's first language in the background.
   */
  languageOf(user: string): Promise<Language>;
  /** Adds a job; returns its id. */
  addJob<Payload extends object>(job: OwnJob<Payload>, payload: Payload): Promise<string>;
}

/** The tools of endpoints on behalf of their caller. */
export interface AppTools extends RecordTools, CommonTools {}

/** The tools of hooks after commits, of jobs, and of endpoints for what callers may cause but not do. */
export interface ApplicationTools extends ApplicationRecordTools, CommonTools {}

/** How a kind of job of an extension runs. */
export type JobOptions = Pick<Job<object>, 'retries' | 'longestSeconds' | 'atOnce'>;

/** The tools of an extension's job, which also receives a payload. */
export interface JobTools extends ApplicationTools, JobContext {}

/** A kind of job of an extension, made with `defineJob`. */
export interface OwnJob<Payload extends object> extends JobOptions, Pick<Job<object>, 'schedule'> {
  /** Checks a payload. */
  parse(payload: unknown): object;
  run(payload: object, tools: JobTools): Promise<void>;
  /** Never set: it carries the type of the payload. */
  readonly types?: Payload;
}
