import { type Language, languages } from '@bindery/contract/records/init.ts';
import type { Query } from '#backend/database/query.ts';
import { currentClient } from '#backend/kernel/http/request-context.ts';

/** Returns the preferred language of the user with an address or id; without one the visitor's. */
export async function languageOfUser(query: Query, user: string): Promise<Language> {
  const column = user.includes('@') ? 'email' : 'id';
  const [found] = await query<{ language: string | null }>({
    sql: `select language from users where ${column} = $1`,
    parameters: [user],
  });
  return languages.find((known) => known === found?.language) ?? currentClient().language;
}
