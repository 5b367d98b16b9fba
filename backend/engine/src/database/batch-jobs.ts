import { defineEntity, type EntitySchema, p } from '@mikro-orm/core';

/** A change of more records than one request writes, with its progress. Only its actor may see it. */
export const BatchJob = defineEntity({
  name: 'BatchJob',
  tableName: 'batch_jobs',
  properties: {
    /** The batch of its history entries. */
    id: p.uuid().primary(),
    kind: p.string().length(10),
    resource: p.string().length(100),
    actorId: p.uuid(),
    /** The admin who acted as that user. */
    impersonatorId: p.uuid().nullable(),
    /** The session that started or resumed it; null for an API key. */
    sessionId: p.uuid().nullable(),
    /** That API key. */
    apiKey: p.json<object>().nullable(),
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

/** A record that a batch job writes, or a history entry that it undoes: fixed when the job starts. */
export const BatchJobRecord = defineEntity({
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
