import { defineEntity, type EntitySchema, p } from '@mikro-orm/core';
import { type DBFieldAttribute, getAuthTables } from 'better-auth/db';
import { schemaOptions } from './schema-options.ts';

const COLUMN_TYPES: Record<string, string> = {
  string: 'text',
  number: 'integer',
  date: 'datetime',
  boolean: 'boolean',
  json: 'json',
};

/** Columns with an index in addition to better-auth's own, for the product's queries. */
const INDEXED = new Set(['impersonatedBy']);

/**
 * Returns better-auth's tables as MikroORM entities by model name (`user`, `session`, …), so that the
 * migrations create them. They are derived from better-auth's schema: a column that a plugin adds appears
 * here, and in the next migration, automatically.
 * @param ownOfUsers more properties of users, which better-auth does not know: it never reads or writes them.
 */
export function authEntities(
  ownOfUsers: Readonly<Record<string, object>> = {},
): Record<string, EntitySchema> {
  const tables = getAuthTables(schemaOptions);
  const entities: Record<string, EntitySchema> = {};
  const entityOf = (table: string) => {
    const name = Object.keys(tables).find((key) => key === table || tables[key]?.modelName === table);
    return entities[name ?? table] as EntitySchema;
  };
  for (const [model, table] of Object.entries(tables)) {
    const columns = Object.entries(table.fields).map(([name, field]) => [
      name,
      property(name, field, entityOf),
    ]);
    entities[model] = defineEntity({
      name: `Auth${model.charAt(0).toUpperCase()}${model.slice(1)}`,
      tableName: table.modelName,
      properties: {
        id: { type: idType(model), primary: true },
        ...Object.fromEntries(columns),
        ...(model === 'user' && ownOfUsers),
      },
    }) as EntitySchema;
  }
  return {
    ...entities,
    rateLimitEntry: RateLimitEntry as EntitySchema,
    mailQuota: MailQuota as EntitySchema,
  };
}

/**
 * Returns the type of the id. Verifications have text ids, because better-auth uses hashes as ids for some
 * locks.
 */
function idType(model: string) {
  return model === 'verification' ? 'text' : 'uuid';
}

function property(name: string, field: DBFieldAttribute, entityOf: (table: string) => EntitySchema) {
  const shared = {
    fieldName: field.fieldName ?? name,
    nullable: field.required === false,
    unique: field.unique ?? false,
  };
  if (field.references) {
    const { model, onDelete } = field.references;
    const deleteRule = onDelete ?? 'cascade';
    return { ...shared, kind: 'm:1', entity: () => entityOf(model), mapToPk: true, deleteRule, index: true };
  }
  return {
    ...shared,
    type: field.bigint ? 'bigint' : (COLUMN_TYPES[String(field.type)] ?? 'text'),
    index: Boolean((field.index || INDEXED.has(name)) && !field.unique),
    ...(typeof field.defaultValue === 'boolean' && { default: field.defaultValue }),
    ...(typeof field.defaultValue === 'number' && { default: field.defaultValue }),
    ...(/^(created|updated)At$/.test(name) && field.required !== false && { defaultRaw: 'now()' }),
  };
}

/** The recent emails to each mailbox, used by `auth/codes/mail-quotas.ts`. */
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
