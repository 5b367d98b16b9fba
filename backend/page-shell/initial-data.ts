import { z } from 'zod';
import { ApiError } from '#backend/http/api-error.ts';
import { listHeaders } from '#backend/resources/endpoints/list-headers.ts';
import { list } from '#backend/resources/operations/list.ts';
import { read } from '#backend/resources/operations/read.ts';
import type { ResourceService, ResourceServices } from '#backend/resources/resource-service.ts';
import type { RequestSession } from '#backend/sessions/session-store.ts';
import { listQueryOf } from '#contract/resources/list-query.ts';
import type { Role } from '#contract/schema/index.ts';

/** The answer to a call of ours, as a page carries it inside. */
export interface InitialAnswer {
  readonly url: string;
  /** Null where there is no such record. */
  readonly data: unknown;
  /** The names in lower case, as pages read them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers a call for records as the API would answer this visitor; undefined where it would refuse. */
export type LoadInitialData = (
  call: string,
  session: RequestSession | null,
) => Promise<InitialAnswer | undefined>;

/** Reads the first data of pages by the same means, and with the same rights, as the endpoints of the resources. */
export function createLoadInitialData(services: ResourceServices): LoadInitialData {
  const schemas = new Map([...services].map(([name, { resource }]) => [name, listQueryOf(resource)]));
  return async (call, session) => {
    const { pathname, searchParams } = new URL(call, 'http://localhost');
    const [, , name = '', id] = pathname.split('/');
    const service = services.get(name);
    const role = session?.user.role;
    if (!service || !role || !service.resource.rights[role].includes('read')) return undefined;
    try {
      if (id !== undefined) return { url: call, data: await recordOf(service, { id, role }), headers: {} };
      const query = schemas.get(name)!.parse(Object.fromEntries(searchParams));
      const page = await list(service, { query, role });
      return { url: call, data: page.items, headers: Object.fromEntries(new Headers(listHeaders(page))) };
    } catch (error) {
      // The page makes the call itself then, and says what is wrong.
      if (error instanceof ApiError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  };
}

async function recordOf(service: ResourceService, { id, role }: { id: string; role: Role }) {
  if (!z.uuid().safeParse(id).success) return null;
  try {
    return await read(service, { id: id.toLowerCase(), role });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
