import type { Database } from '@bindery/backend/database/connection.ts';
import { sampleUsers } from '@bindery/backend/extend/samples/seed-users.ts';
import type { FirstSteps } from '@bindery/contract/api/developers/routes.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { EXAMPLE } from '../setup/example.ts';

/** The slug of the starter. */
const STARTER = 'bindery';

interface Adopted {
  readonly database: Pick<Database, 'query'>;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly product: { readonly slug: string };
}

/**
 * Returns which of the first steps an adopter has completed. In the starter itself none is complete: its
 * resources and records are an example. Sample records have no history, so they do not count as the first
 * record.
 */
export async function firstStepsOf({ database, resources, product }: Adopted): Promise<FirstSteps> {
  const own = Object.keys(resources).filter((name) => name !== 'users');
  const hasExample = EXAMPLE.entries.every((name) => Object.hasOwn(resources, name));
  const none = { resources: [], hasRecord: false, hasInvited: false };
  if (product.slug === STARTER) return { ...none, isNamed: false, hasExample };
  const [row] = await database.query<{ hasRecord: boolean; hasInvited: boolean }>({
    sql: `select
      exists (select 1 from history where resource = any($1) and action = 'create') as "hasRecord",
      exists (select 1 from users where email <> all($2)) as "hasInvited"`,
    parameters: [own, sampleUsers(rolesOf(resources)).map(({ email }) => email)],
  });
  return { ...none, isNamed: true, hasExample, resources: own, ...row };
}
