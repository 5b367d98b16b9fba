import type { Database } from '#backend/database/connection.ts';
import { currentClient } from '#backend/http/request-context.ts';
import { type Language, languages } from '#contract/init.ts';

/** Returns the preferred language of the user with an address; the current visitor's if there is none. */
export async function languageOfUser(read: Database['query'], email: string): Promise<Language> {
  const [user] = await read<{ language: string | null }>({
    sql: 'select language from users where email = $1',
    parameters: [email],
  });
  return languages.find((known) => known === user?.language) ?? currentClient().language;
}
