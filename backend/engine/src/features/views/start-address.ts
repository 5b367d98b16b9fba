import { defaultView, viewAddress, writeAddress } from '@bindery/contract/records/resources/list-address.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { createRowUserFields } from '#backend/access/sessions/row-user-fields.ts';
import type { Database } from '#backend/database/connection.ts';
import { actorOfSession, isUser } from '#backend/kernel/http/actor.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { createListContracts } from './view-query.ts';
import { listViews } from './views.ts';

interface Parts {
  readonly database: Database;
  readonly resources: Readonly<Record<string, Resource>>;
}

/** Returns the address that a list of the manager opens with; undefined if it is the requested one. */
type StartAddress = (url: string, session: RequestSession | null) => Promise<string | undefined>;

const LIST = /^\/manager\/(\w+)$/;

/**
 * Creates the function that redirects a list without parameters to its default view, as the page would do
 * itself, so that it neither preloads nor loads the list of all records before.
 */
export function createStartAddress({ database, resources }: Parts): StartAddress {
  const contractOf = createListContracts(resources);
  const rowUserFields = createRowUserFields(resources);
  return async (url, session) => {
    const [, name] = LIST.exec(url) ?? [];
    if (name === undefined || !session?.rights.apps?.includes('manager')) return undefined;
    const contract = contractOf(name, session.user.role);
    const actor = actorOfSession(session);
    if (!contract || !isUser(actor)) return undefined;
    const call = { database, resources, contractOf, rowUserFields, actor };
    const view = defaultView(await listViews(call, name));
    return view && `${url}?${writeAddress(viewAddress(contract.resource, view))}`;
  };
}
