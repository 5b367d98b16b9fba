import { openDatabase } from '@bindery/backend/database/connection.ts';
import { DatabaseUnavailable } from '@bindery/backend/database/connection-errors.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { checkComputedSql } from '@bindery/backend/records/resources/query/check-computed-sql.ts';
import { unknownName } from '@bindery/contract/schema/error.ts';
import { type AllResources, type Resource, ResourceConfigError } from '@bindery/contract/schema/index.ts';
import { icons } from 'lucide-react';

/** The maximum number of icons in a message. */
const LONGEST_HINT = 200;

/**
 * Rejects unknown icons.
 * @throws ResourceConfigError that names each of them.
 */
export function checkIcons(resources: Readonly<Record<string, Pick<Resource, 'name' | 'icon'>>>): void {
  const mistakes = Object.values(resources).flatMap(({ name, icon }) =>
    icon === undefined || Object.hasOwn(icons, icon)
      ? []
      : [
          {
            resource: name,
            key: 'icon',
            value: icon,
            problem: unknownName(icon, Object.keys(icons)).slice(0, LONGEST_HINT),
          },
        ],
  );
  if (mistakes.length > 0) throw new ResourceConfigError(mistakes);
}

/**
 * Has a database parse the expressions of computed fields, with the tables of the entries: the server at
 * `url`, or else an embedded database in memory. Returns why it could not; undefined after success.
 * @throws ResourceConfigError that names the first field whose expression the database rejects.
 */
export async function checkExpressions(
  resources: AllResources,
  url: string | undefined,
): Promise<string | undefined> {
  const fields = Object.values(resources).flatMap((resource) => Object.values(resource.fields));
  if (!fields.some(({ computed }) => computed && !('from' in computed))) return undefined;
  try {
    const database = await openDatabase({ entities: createEntities(resources), url });
    try {
      await checkComputedSql(database, resources, 'stated');
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.message;
    throw error;
  }
  return undefined;
}
