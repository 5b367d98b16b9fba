import { snakeCase } from '@bindery/contract/schema/names.ts';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { getAuthTables } from 'better-auth/db';

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
