import { randomBytes } from 'node:crypto';
import { newId } from '@bindery/backend/database/id.ts';
import { parseJson } from '@bindery/backend/kernel/http/parse.ts';
import type { TestServer } from '@bindery/backend/testing/server.ts';
import { createSession } from '@bindery/backend/testing/session-fixtures.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sql } from 'kysely';
import type { Endpoint } from '#tools/openapi.ts';
import type { FuzzRequest } from './requests.ts';

/** A response. */
interface FuzzResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Ids of existing records, by their placeholders. */
type Known = Readonly<Record<string, string>>;

/** Sends a request as a new user, so that no request affects the next, e.g. by ending its session. */
export async function sendRequest(server: TestServer, request: FuzzRequest): Promise<FuzzResponse> {
  const { cookie, known } = await visitorFor(server, request.visitor);
  const { endpoint, parameters, query, headers, body } = request;
  const resolved = (text: string) => (Object.hasOwn(known, text) ? known[text]! : text);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encoded(resolved(parameters[name]!)),
  );
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(resolved(value))}`).join('&');
  const response = await fetch(`${server.url}${path}${search && `?${search}`}`, {
    method: endpoint.method.toUpperCase(),
    redirect: 'manual',
    // Uses a new connection: a kept-alive one may have been closed meanwhile, which is not a failure of the
    // request.
    headers: { ...headers, cookie, origin: server.url, connection: 'close' },
    ...(body !== undefined && {
      body: body.replaceAll(/"(\$\w+)"/g, (_, word: string) => `"${resolved(word)}"`),
    }),
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

/** Percent-encodes a text, including lone surrogates, which encodeURIComponent rejects. */
function encoded(text: string): string {
  const bytes = Array.from(text, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80',
  );
  return bytes.join('');
}

async function visitorFor(server: TestServer, kind: FuzzRequest['visitor']) {
  const cookie = await createSession(server, kind === 'owner' ? 'user' : kind);
  const known: Record<string, string> = await recordsOf(server);
  if (!cookie) return { cookie, known };
  const sessions = server.database.kysely.selectFrom('sessions').select(['id', 'user_id']);
  const [session] = await sessions.where('token', '=', tokenIn(cookie)).execute();
  Object.assign(known, { $self: session?.user_id, $session: session?.id });
  if (kind === 'owner') Object.assign(known, await organizationOf(server, known));
  return { cookie, known };
}

const tokenIn = (cookie: string) => decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0];

/** Returns the id of one record of each resource that has any. */
async function recordsOf({ database }: TestServer): Promise<Record<string, string>> {
  const ofEach = Object.values<Resource>(lendingLibrary).map(
    ({ name, table }) =>
      sql`select ${`$${name}`}::text as name, id::text from (select id from ${sql.table(table)} limit 1) as record`,
  );
  const found = sql<{ name: string; id: string }>`${sql.join(ofEach, sql` union all `)}`;
  const { rows } = await found.execute(database.kysely);
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
}

/** Creates an organisation owned by the user, with a team, a second member and an invitation. */
async function organizationOf({ database: { kysely } }: TestServer, { $self, $session, $users }: Known) {
  const [$organization, $team, $member, $invitation] = [newId(), newId(), newId(), newId()];
  const of = { organization_id: $organization };
  const slug = `organization-${randomBytes(6).toString('hex')}`;
  await kysely
    .insertInto('organizations')
    .values({ id: $organization, name: 'Organization', slug })
    .execute();
  await kysely
    .insertInto('teams')
    .values({ id: $team, name: 'Binders', ...of })
    .execute();
  const members = [
    { id: newId(), user_id: $self, role: 'owner', ...of },
    { id: $member, user_id: $users, role: 'member', ...of },
  ];
  await kysely.insertInto('members').values(members).execute();
  const sent = { email: 'guest@example.com', role: 'member', status: 'pending', inviter_id: $self, ...of };
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  await kysely
    .insertInto('invitations')
    .values({ id: $invitation, expires_at, ...sent })
    .execute();
  const active = { active_organization_id: $organization, active_team_id: $team };
  await kysely.updateTable('sessions').set(active).where('id', '=', $session).execute();
  return { $organization, $team, $member, $invitation };
}

/** Checks responses against an OpenAPI document. */
export interface ResponseCheck {
  /** Returns the problem of a response; undefined if it is valid. */
  problemOf(endpoint: Endpoint, response: FuzzResponse): string | undefined;
}

/** Default error messages of zod, which no response should contain. */
const WORDS_OF_ZOD =
  /Invalid (?:input|option:|key in|element in|string:|ISO|UUID|URL|email address)|Unrecognized key|Too (?:small|big):|expected \w+, received/;
const NO_BODY = new Set([204, 304]);

/** Creates a check of responses: no 500, HTML, library messages; only statuses and bodies documented. */
export function createResponseCheck(document: object): ResponseCheck {
  // Most checks run once: generating shorter code would take longer than running it.
  const ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } });
  addFormats(ajv);
  ajv.addSchema(document, 'openapi');
  const known = new Map<string, ValidateFunction>();
  const validatorOf = ({ method, path }: Endpoint, status: string) => {
    const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
    const reference = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = known.get(reference) ?? ajv.compile({ $ref: reference });
    known.set(reference, validate);
    return validate;
  };
  return {
    problemOf: (endpoint, { status, contentType, text }) => {
      const shown = `${status} ${text.slice(0, 400)}`;
      if (status >= 500 && status !== 503) return `a failure of ours: ${shown}`;
      if (/html/i.test(contentType) || /<html|<pre|\n\s+at /i.test(text)) return `not for programs: ${shown}`;
      if (status >= 400 && WORDS_OF_ZOD.test(text)) return `the words of a library: ${shown}`;
      const documented = endpoint.operation.responses?.[String(status)];
      if (!documented) return `a status that is not documented: ${shown}`;
      if (NO_BODY.has(status)) return text === '' ? undefined : `a body with ${shown}`;
      const types = Object.keys(documented.content ?? {});
      if (types.length === 0) return text === '' ? undefined : `an undocumented body: ${shown}`;
      const type = types.find((name) => contentType.startsWith(name));
      if (!type) return `not ${types.join(' or ')} but ${contentType}: ${shown}`;
      if (type !== 'application/json') return undefined;
      const validate = validatorOf(endpoint, String(status));
      if (validate(parseJson(text))) return undefined;
      return `a body that is not documented: ${ajv.errorsText(validate.errors)} in ${shown}`;
    },
  };
}
