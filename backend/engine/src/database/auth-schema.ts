import { capitalized, snakeCase } from '@bindery/contract/schema/names.ts';
import { defineEntity, type EntitySchema } from '@mikro-orm/core';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { type DBFieldAttribute, getAuthTables } from 'better-auth/db';
import { admin, emailOTP, organization } from 'better-auth/plugins';
import type { KyselyPlugin, RootOperationNode } from 'kysely';

const CORE = {
  user: 'users',
  session: 'sessions',
  account: 'accounts',
  verification: 'verifications',
  rateLimit: 'rate_limits',
} as const;

/**
 * Adds the naming convention to better-auth's options: snake_case, plural table names. Every name is
 * explicit, so that better-auth's own schema check works.
 */
export function withTableNames<Options extends BetterAuthOptions>(options: Options): Options {
  const core = getAuthTables({ rateLimit: { storage: 'database' } });
  const tables = Object.entries(CORE).map(([model, table]) => {
    const own = options[model as keyof typeof CORE];
    const fields = mapValues(core[model]?.fields ?? {}, (_, name) => snakeCase(name));
    const additional = own && 'additionalFields' in own ? own.additionalFields : undefined;
    return [
      model,
      {
        ...own,
        modelName: table,
        fields,
        ...(additional && { additionalFields: mapValues(additional, named) }),
      },
    ];
  });
  return { ...options, ...Object.fromEntries(tables), plugins: options.plugins?.map(pluginWithTableNames) };
}

function pluginWithTableNames<Plugin extends BetterAuthPlugin>(plugin: Plugin): Plugin {
  if (!plugin.schema) return plugin;
  const schema = mapValues(plugin.schema, (table, model) => ({
    ...table,
    ...(model in CORE ? {} : { modelName: `${snakeCase(model)}s` }),
    fields: mapValues(table.fields, named),
  }));
  return { ...plugin, schema };
}

function named<Field extends object>(field: Field, name: string) {
  return { ...field, fieldName: snakeCase(name) };
}

function mapValues<Value, Result>(record: Record<string, Value>, map: (value: Value, key: string) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

/** Additional columns of users. Preferences belong to the account, so that they apply on all devices. */
export const userFields = {
  onboardedAt: { type: 'date', required: false, input: false },
  language: { type: 'string', required: false },
  theme: { type: 'string', required: false },
} as const;

/**
 * Additional columns of sessions. An impersonation session references the admin session that started it; the
 * foreign key deletes it with the admin session, however that ends.
 */
export const sessionFields = {
  parentSessionId: {
    type: 'string',
    required: false,
    input: false,
    returned: false,
    references: { model: 'sessions', field: 'id', onDelete: 'cascade' },
  },
} as const;

/** The better-auth options that define the tables, independent of the settings. */
export const schemaOptions: BetterAuthOptions = withTableNames({
  user: { additionalFields: userFields },
  session: { additionalFields: sessionFields },
  rateLimit: { storage: 'database' },
  plugins: [
    emailOTP({ sendVerificationOTP: async () => {} }),
    admin(),
    organization({ teams: { enabled: true } }),
  ],
});

/**
 * Returns a Kysely plugin that converts the column values of better-auth's tables: MikroORM's connection
 * returns timestamps and, on PostgreSQL, bigints as strings, while better-auth expects Date and number.
 */
export function authTypes(options: BetterAuthOptions): KyselyPlugin {
  const dates = columnsOf(options, 'date');
  const numbers = columnsOf(options, 'number');
  const typed = (row: Record<string, unknown>) => {
    for (const [column, value] of Object.entries(row)) {
      if (typeof value !== 'string') continue;
      if (dates.has(column)) row[column] = new Date(value);
      else if (numbers.has(column)) row[column] = Number(value);
    }
    return row;
  };
  return {
    transformQuery: ({ node }: { node: RootOperationNode }) => node,
    transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(typed) }),
  };
}

function columnsOf(options: BetterAuthOptions, type: 'date' | 'number') {
  const fields = Object.values(getAuthTables(options)).flatMap((table) => Object.entries(table.fields));
  return new Set(
    fields.filter(([, field]) => field.type === type).map(([name, field]) => field.fieldName ?? name),
  );
}

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
 * Returns better-auth's tables as MikroORM entities by model name (`user`, `session`, …), for the migrations.
 * They derive from better-auth's schema: a plugin's new column is in the next migration automatically.
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
    entities[model] = defineEntity({
      name: `Auth${capitalized(model)}`,
      tableName: table.modelName,
      properties: {
        // Verifications have text ids: better-auth uses hashes as ids for some locks.
        id: { type: model === 'verification' ? 'text' : 'uuid', primary: true },
        ...mapValues(table.fields, (field, name) => property(name, field, entityOf)),
        ...(model === 'user' && ownOfUsers),
      },
    }) as EntitySchema;
  }
  return entities;
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
    ...(['boolean', 'number'].includes(typeof field.defaultValue) && { default: field.defaultValue }),
    ...(/^(created|updated)At$/.test(name) && field.required !== false && { defaultRaw: 'now()' }),
  };
}
