import { defineEntity, type EntitySchema, p } from '@mikro-orm/core';
import { newId } from './id.ts';
import { declareFormerNames } from './renames.ts';
import { timestamps } from './time.ts';

/** Returns the columns with what the actor of some work used, besides its `actorId`. */
const credentials = () => ({
  /** The admin who impersonated that user. */
  impersonatorId: p.uuid().nullable(),
  /** The session that last started or resumed it; null if an API key did. */
  sessionId: p.uuid().nullable(),
  /** That API key. */
  apiKey: p.json<object>().nullable(),
  /** The fields of that user which row filters use, when it was last started or resumed. */
  actorFields: p.json<object>().nullable(),
});

/** An uploaded CSV file and the state of its import. Only its actor may see it. */
const Import = defineEntity({
  name: 'Import',
  tableName: 'imports',
  properties: {
    id: p.uuid().primary(),
    resource: p.string().length(100),
    actorId: p.uuid().index(),
    ...credentials(),
    name: p.string().length(255),
    size: p.integer(),
    /** The number of records in the file, and how many of them the running job has processed. */
    total: p.integer(),
    done: p.integer().default(0),
    delimiter: p.string().length(1),
    /** The headings, each with some values. */
    columns: p.json<object>(),
    state: p.string().length(20),
    /** The field of each column, and the unique rule that finds existing records; null before the check. */
    mapping: p.json<object>().nullable(),
    matchBy: p.string().length(100).nullable(),
    mode: p.string().length(10).nullable(),
    jobId: p.uuid().nullable(),
    isCancelled: p.boolean().default(false),
    invalid: p.integer().default(0),
    created: p.integer().default(0),
    updated: p.integer().default(0),
    error: p.json<object>().nullable(),
    createdAt: p.datetime(3).index(),
  },
});

/** A chunk of an uploaded file, in UTF-8. */
const ImportChunk = defineEntity({
  name: 'ImportChunk',
  tableName: 'import_chunks',
  properties: {
    import: () => p.manyToOne(Import).primary().deleteRule('cascade').fieldName('import_id'),
    position: p.integer().primary(),
    data: p.blob(),
  },
});

/** An invalid record of an uploaded file, with its errors. */
const ImportInvalidRow = defineEntity({
  name: 'ImportInvalidRow',
  tableName: 'import_invalid_rows',
  properties: {
    import: () => p.manyToOne(Import).primary().deleteRule('cascade').fieldName('import_id'),
    /** The number of the record in its file, from 1. */
    number: p.integer().primary(),
    cells: p.json<object>(),
    errors: p.json<object>(),
  },
});

/** The values of a unique rule in a record of an uploaded file, stored while the file is checked. */
const ImportKey = defineEntity({
  name: 'ImportKey',
  tableName: 'import_keys',
  properties: {
    import: () => p.manyToOne(Import).primary().deleteRule('cascade').fieldName('import_id'),
    rule: p.string().length(100).primary(),
    /** A hash of the values in the form that the rule compares. */
    key: p.string().length(32).primary(),
    number: p.integer(),
  },
});

/** The entities of imports. */
export const importTables = [Import, ImportChunk, ImportInvalidRow, ImportKey] as EntitySchema[];

/**
 * An uploaded file. Fields of records reference it with a foreign key, so that it cannot be deleted while in
 * use. Its content is in the storage, under its id.
 */
export const StoredFile = defineEntity({
  name: 'StoredFile',
  tableName: 'files',
  properties: {
    id: p.uuid().primary(),
    /** The field that it was uploaded for, and its uploader. */
    resource: p.string().length(100),
    field: p.string().length(100),
    uploaderId: p.uuid(),
    name: p.string().length(255),
    type: p.string().length(255),
    size: p.integer(),
    sha256: p.string().length(64),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** The widths of its thumbnails. */
    thumbnails: p.json<number[]>(),
    /** False until the storage has the whole file. */
    isStored: p.boolean().default(false),
    /** When a record first referenced it; null while it is only uploaded. */
    attachedAt: p.datetime(3).nullable(),
    /** When the sweep first found no record that refers to it. */
    unusedSince: p.datetime(3).nullable(),
    createdAt: p.datetime(3).index(),
  },
});

/** A deleted file whose content may still be in the storage. */
const FileRemoval = defineEntity({
  name: 'FileRemoval',
  tableName: 'file_removals',
  properties: {
    id: p.uuid().primary(),
    thumbnails: p.json<number[]>(),
    createdAt: p.datetime(3),
  },
});

/** The entities of uploaded files. */
export const fileTables = [StoredFile, FileRemoval] as EntitySchema[];

/** A change of more records than one request writes, with its progress. Only its actor may see it. */
const BatchJob = defineEntity({
  name: 'BatchJob',
  tableName: 'batch_jobs',
  properties: {
    /** The batch of its changes in the history. */
    id: p.uuid().primary(),
    kind: p.string().length(10),
    resource: p.string().length(100),
    actorId: p.uuid(),
    ...credentials(),
    /** The action on each record. */
    work: p.json<object>(),
    state: p.string().length(10),
    total: p.integer(),
    /** The next portion to write, from 0. */
    portion: p.integer().default(0),
    done: p.integer().default(0),
    changed: p.integer().default(0),
    skipped: p.integer().default(0),
    isCancelled: p.boolean().default(false),
    error: p.json<object>().nullable(),
    createdAt: p.datetime(3).index(),
    endedAt: p.datetime(3).nullable(),
    /** Whether its actor has dismissed the result. */
    isDismissed: p.boolean().default(false),
  },
  indexes: [{ name: 'batch_jobs_actor', properties: ['actorId', 'createdAt'] }],
});

/** A record that a batch job writes, or a change that it undoes: fixed when the job starts. */
const BatchJobRecord = defineEntity({
  name: 'BatchJobRecord',
  tableName: 'batch_job_records',
  properties: {
    job: () => p.manyToOne(BatchJob).primary().deleteRule('cascade').fieldName('job_id'),
    portion: p.integer().primary(),
    recordId: p.uuid().primary(),
  },
});

/** The entities of batch jobs. */
export const batchJobTables = [BatchJob, BatchJobRecord] as EntitySchema[];

/** Returns the reference to a row of another table, with which this one is deleted. */
const belongsTo = (table: EntitySchema, fieldName: string) =>
  p.manyToOne(table).mapToPk().deleteRule('cascade').updateRule('no action').fieldName(fieldName);

/** Returns the table of API keys, which stores only hashes. The keys of a user are deleted with the user. */
export const apiKeys = (users: EntitySchema): EntitySchema =>
  defineEntity({
    name: 'ApiKey',
    tableName: 'api_keys',
    properties: {
      id: p.uuid().primary(),
      user: () => belongsTo(users, 'user_id').index(),
      name: p.string().length(255),
      /** The public part of the key: it finds the row, and lets users recognize the key. */
      prefix: p.string().length(120).unique(),
      /** The SHA-256 of the whole key, in hex. */
      hash: p.string().length(64),
      readOnly: p.boolean(),
      expiresAt: p.datetime(3).nullable(),
      lastUsedAt: p.datetime(3).nullable(),
      /** A revoked key stays for a while, so that requests with it get the reason. */
      revokedAt: p.datetime(3).nullable(),
      createdAt: p.datetime(3),
    },
  }) as EntitySchema;

/** Create requests with an Idempotency-Key and responses: stored in the write's transaction, for a day. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** The SHA-256 of the user's id and the key, so that the keys of different users never collide. */
    id: p.string().length(64).primary(),
    /** The SHA-256 of the resource and the values, to detect another request with the same key. */
    request: p.string().length(64),
    /** The record of the first response, in JSON. */
    response: p.text(),
    expiresAt: p.datetime(3).index(),
  },
});

/** The recent emails to each mailbox, used by `access/auth/codes/mail-quotas.ts`. */
const MailQuota = defineEntity({
  name: 'MailQuota',
  tableName: 'mail_quotas',
  properties: {
    /** A hash of the mailbox's address. */
    key: p.text().primary(),
    /** The unexpired grants as JSON. */
    grants: p.text(),
    expiresAt: p.datetime().index(),
  },
});

/** The counters of attempts, used by `kernel/http/rate-limiter.ts`. */
const RateLimitEntry = defineEntity({
  name: 'RateLimitEntry',
  tableName: 'rate_limit_counters',
  properties: {
    key: p.text().primary(),
    count: p.integer(),
    resetsAt: p.datetime().index(),
  },
});

/** The entities that limit emails and attempts. */
export const limitTables = [MailQuota, RateLimitEntry] as EntitySchema[];

declareFormerNames(Import, { columns: { invalid: 'wrong' } });
declareFormerNames(ImportInvalidRow, { table: 'import_wrong_rows' });
declareFormerNames(IdempotencyKey, { columns: { response: 'answer' } });

/** The unique rule of a view's name. */
export const VIEW_NAME_RULE = 'saved_views_name_unique';

/** Returns the table of saved views. The views of a user are deleted with the user. */
export const savedViews = (users: EntitySchema): EntitySchema =>
  defineEntity({
    name: 'SavedView',
    tableName: 'saved_views',
    properties: {
      id: p.uuid().primary().onCreate(newId),
      owner: () => belongsTo(users, 'owner_id').index(false),
      resource: p.string().length(100),
      name: p.string().length(100),
      query: p.text(),
      columns: p.json<object>().nullable(),
      shared: p.boolean(),
      isDefault: p.boolean(),
      ...timestamps,
    },
    uniques: [{ name: VIEW_NAME_RULE, properties: ['owner', 'resource', 'name'] }],
    indexes: [{ name: 'saved_views_shared', properties: ['shared', 'resource'] }],
  }) as EntitySchema;

/**
 * Returns the table of users' default views, which replace the shared default of a list; without a view, the
 * default is all records. A choice is deleted with its user and its view.
 */
export const savedViewChoices = (users: EntitySchema, views: EntitySchema): EntitySchema =>
  defineEntity({
    name: 'SavedViewChoice',
    tableName: 'saved_view_choices',
    properties: {
      user: () => belongsTo(users, 'user_id').primary(),
      resource: p.string().length(100).primary(),
      view: () => belongsTo(views, 'view_id').nullable(),
    },
  }) as EntitySchema;
