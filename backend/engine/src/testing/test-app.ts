import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { productResources } from '@bindery/contract/api/product.ts';
import { createClientOf } from '@bindery/contract/api/route-table.ts';
import type { FieldValues, WholeRecord } from '@bindery/contract/records/resources/types.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { unknownName } from '@bindery/contract/schema/error.ts';
import type { AllResources, Resource, Resources, Role } from '@bindery/contract/schema/index.ts';
import type { RegisteredResources, RegisteredRoutes } from '@bindery/contract/schema/register.ts';
import {
  type ExtensionRoutes,
  type Extensions,
  loadExtensions,
  noExtensions,
} from '#backend/extend/load-extensions.ts';
import { EntryFixture } from './entry-fixture.ts';
import { startServer, type TestServer } from './server.ts';
import { openSessionOf, type TestUser } from './session-fixtures.ts';

type FieldsOf<R> = R extends Resource<infer F> ? F : never;
const clientOf = <C>(
  { resources, routes }: { resources: Resources<C>; routes: RegisteredRoutes & ExtensionRoutes },
  options: Parameters<typeof createClientOf>[1],
) => createClientOf(createRoutes(resources, routes), options);

/** A signed-in user, and the typed client that acts for them. */
export interface SignedIn<Client> {
  readonly user: TestUser;
  readonly client: Client;
}

/** The whole server with a separate empty database, for the tests of one file. */
export interface TestApp<R extends object, Names extends Role, Client> {
  readonly server: TestServer;
  /** A client of a visitor who is not signed in. */
  readonly visitor: Client;
  /** Signs a user of a role in; another `email` is another user. */
  signIn(role: Names, email?: string): Promise<SignedIn<Client>>;
  /**
   * Adds a record directly to the database, without rights and hooks. Omitted fields get valid sample values;
   * the records that it must refer to are added too.
   */
  make<N extends keyof R & string>(
    resource: N,
    values?: FieldValues<FieldsOf<R[N]>>,
  ): Promise<WholeRecord<FieldsOf<R[N]>>>;
  close(): Promise<void>;
}

/** Throws a TypeError that names the nearest of the known names: tests run without being compiled. */
function requireKnown(what: string, name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new TypeError(`The ${what} "${name}" ${unknownName(name, known)}`);
}

/** Starts the server with resources.config.ts and its extensions. */
export const startTestApp = async () => {
  // Typed with the product's own config, which the process has loaded.
  const resources = productResources() as RegisteredResources;
  return createTestApp(resources, await loadExtensions(productResources()));
};

/** Starts a server with other resources; close it when the tests are over. */
export async function createTestApp<C, R extends Role>(
  resources: Resources<C, R>,
  extensions: Extensions = noExtensions,
): Promise<TestApp<Resources<C, R>, R, ReturnType<typeof clientOf<C>>>> {
  const all = resources as AllResources;
  const server = await startServer({}, all, extensions);
  const fixture = EntryFixture.on(server, all);
  // Typed with the product's routes, unless a test states others.
  const routes = extensions.routes as RegisteredRoutes & ExtensionRoutes;
  const client = (cookie?: string) =>
    clientOf(
      { resources, routes },
      {
        baseUrl: server.url,
        headers: { origin: server.url, ...(cookie && { cookie }) },
      },
    );
  return {
    server,
    visitor: client(),
    signIn: async (role, email) => {
      requireKnown('role', role, rolesOf(all).names);
      const { cookie, user } = await openSessionOf(server, { role, email });
      return { user, client: client(cookie) };
    },
    make: async (name, values = {}) => {
      requireKnown('resource', name, Object.keys(all));
      const resource = all[name]!;
      for (const field of Object.keys(values)) requireKnown('field', field, Object.keys(resource.fields));
      const id = await fixture.existingWith(resource, values);
      // It is read with the fields of the same resource.
      return (await fixture.find(resource, id)) as WholeRecord<FieldsOf<Resources<C, R>[typeof name]>>;
    },
    close: () => server.close(),
  };
}
