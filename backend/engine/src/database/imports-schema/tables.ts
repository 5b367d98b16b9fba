import { defineEntity, type EntitySchema, p } from '@mikro-orm/core';

/** An uploaded CSV file and the state of its import. Only its actor may see it. */
export const Import = defineEntity({
  name: 'Import',
  tableName: 'imports',
  properties: {
    id: p.uuid().primary(),
    resource: p.string().length(100),
    actorId: p.uuid().index(),
    /** The admin who impersonated that user. */
    impersonatorId: p.uuid().nullable(),
    /** The session that started its check or its import; null if an API key did. */
    sessionId: p.uuid().nullable(),
    /** That API key. */
    apiKey: p.json<object>().nullable(),
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
    wrong: p.integer().default(0),
    created: p.integer().default(0),
    updated: p.integer().default(0),
    error: p.json<object>().nullable(),
    createdAt: p.datetime(3).index(),
  },
});

/** A chunk of an uploaded file, in UTF-8. */
export const ImportChunk = defineEntity({
  name: 'ImportChunk',
  tableName: 'import_chunks',
  properties: {
    import: () => p.manyToOne(Import).primary().deleteRule('cascade').fieldName('import_id'),
    position: p.integer().primary(),
    data: p.blob(),
  },
});

/** An invalid record of an uploaded file, with its errors. */
export const ImportWrongRow = defineEntity({
  name: 'ImportWrongRow',
  tableName: 'import_wrong_rows',
  properties: {
    import: () => p.manyToOne(Import).primary().deleteRule('cascade').fieldName('import_id'),
    /** The number of the record in its file, from 1. */
    number: p.integer().primary(),
    cells: p.json<object>(),
    errors: p.json<object>(),
  },
});

/** The values of a unique rule in a record of an uploaded file, stored while the file is checked. */
export const ImportKey = defineEntity({
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
export const importTables = [Import, ImportChunk, ImportWrongRow, ImportKey] as EntitySchema[];
