import { z } from 'zod';
import { ApiError } from '#backend/http/api-error.ts';
import type { Desk, Desks } from '#backend/resources/resource-service.ts';
import { list } from '#backend/resources/operations/list.ts';
import { headersOf } from '#backend/resources/endpoints/list-headers.ts';
import { read } from '#backend/resources/operations/read.ts';
import type { KnownSession } from '#backend/sessions/session-store.ts';
import { listQueryOf } from '#contract/resources/list-query.ts';
import type { Role } from '#contract/schema/index.ts';

/** The answer to a call of ours, as a page carries it inside. */
export interface FirstAnswer {
  readonly url: string;
  /** Null where there is no such record. */
  readonly data: unknown;
  /** The names in lower case, as pages read them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers a call for records as the API would answer this visitor; undefined where it would refuse. */
export type FirstAnswers = (call: string, session: KnownSession | null) => Promise<FirstAnswer | undefined>;

/** Reads the first data of pages by the same means, and with the same rights, as the endpoints of the resources. */
export function firstAnswers(desks: Desks): FirstAnswers {
  const questions = new Map([...desks].map(([name, { resource }]) => [name, listQueryOf(resource)]));
  return async (call, session) => {
    const { pathname, searchParams } = new URL(call, 'http://localhost');
    const [, , name = '', id] = pathname.split('/');
    const desk = desks.get(name);
    const role = session?.user.role;
    if (!desk || !role || !desk.resource.rights[role].includes('read')) return undefined;
    try {
      if (id !== undefined) return { url: call, data: await recordOf(desk, { id, role }), headers: {} };
      const question = questions.get(name)!.parse(Object.fromEntries(searchParams));
      const page = await list(desk, { question, role });
      return { url: call, data: page.items, headers: Object.fromEntries(new Headers(headersOf(page))) };
    } catch (error) {
      // The page makes the call itself then, and says what is wrong.
      if (error instanceof ApiError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  };
}

async function recordOf(desk: Desk, { id, role }: { id: string; role: Role }) {
  if (!z.uuid().safeParse(id).success) return null;
  try {
    return await read(desk, { id: id.toLowerCase(), role });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
