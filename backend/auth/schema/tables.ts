import { defineEntity, type EntitySchema } from '@mikro-orm/core';
import { type DBFieldAttribute, getAuthTables } from 'better-auth/db';
import { MailQuota } from './mail-quota-table.ts';
import { CodeBudget } from './rate-limit-table.ts';
import { schemaOptions } from './schema-options.ts';

const COLUMN_TYPES: Record<string, string> = {
  string: 'text',
  number: 'integer',
  date: 'datetime',
  boolean: 'boolean',
  json: 'json',
};

/** What we look rows up by, beyond what better-auth does. */
const LOOKED_UP = new Set(['impersonatedBy']);

/**
 * The tables of sign-in, sessions, users and organisations as MikroORM entities, by better-auth's name for
 * each (`user`, `session`, …), so that our own migrations make them. What better-auth asks for is the source:
 * a plugin that needs another column gives it here, and so in the next migration, by itself.
 */
export function authEntities(): Record<string, EntitySchema> {
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
      properties: { id: { type: idType(model), primary: true }, ...Object.fromEntries(columns) },
    }) as EntitySchema;
  }
  return { ...entities, codeBudget: CodeBudget as EntitySchema, mailQuota: MailQuota as EntitySchema };
}

/** better-auth makes ids of its own for some verifications: a hash of what only one process at a time may do. */
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
    index: Boolean((field.index || LOOKED_UP.has(name)) && !field.unique),
    ...(typeof field.defaultValue === 'boolean' && { default: field.defaultValue }),
    ...(typeof field.defaultValue === 'number' && { default: field.defaultValue }),
    ...(/^(created|updated)At$/.test(name) && field.required !== false && { defaultRaw: 'now()' }),
  };
}
