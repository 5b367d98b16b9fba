import { sampleOf } from '@bindery/backend/testing/samples.ts';
import { fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { resources } from './product.ts';
import { adminMay } from './roles.ts';
import { signInThrough } from './sign-in.ts';

/*
 * Values of maximum length without line break opportunities. A leading zero sorts them to the top of lists,
 * and the rest are the widest letters.
 */

const unique = () => `0${crypto.randomUUID().slice(0, 8)}`;

/** Returns the longest value of a field; undefined if its values are short or match a pattern. */
const longValue = (field: ResourceField): string | undefined =>
  field.pattern ? undefined : fieldKind(field.kind).samples.unbreakable?.(field, unique());

const userField = (name: string): ResourceField => resources.users!.fields[name]!;

/** Returns an email address of maximum length. */
export const longAddress = (): string => String(longValue(userField('email')));

/** Signs up a user with a long address and name, and an API key with a long name. */
export async function signUpLong(request: APIRequestContext, address: string): Promise<void> {
  await signInThrough(request, address);
  await request.post('/api/auth/update-user', { data: { name: longValue(userField('name')) } });
  const key = { name: 'W'.repeat(255), readOnly: true, expiresAt: '2999-12-31T12:00:00Z' };
  await request.post('/api/account/api-keys', { data: key });
}

/** Record ids by resource name. */
export type Records = Readonly<Record<string, string>>;

/**
 * Creates a record with long texts for every resource that an admin may create, and updates it once, for a
 * long history. For other resources, or if another record prevents it, uses the first existing one.
 */
export async function makeLongRecords(admin: APIRequestContext): Promise<Records> {
  const made: Record<string, string> = {};
  const all = Object.values<Resource>(resources);
  const make = async (resource: Resource): Promise<void> => {
    if (resource.name in made) return;
    for (const { to } of fieldsOf(resource)) {
      const target = all.find(({ name }) => name === to && name !== resource.name);
      if (target) await make(target);
    }
    const id = adminMay(resource.singular, 'create')
      ? await create(admin, resource, made)
      : await first(admin, resource);
    if (id) made[resource.name] = id;
  };
  for (const resource of all) await make(resource);
  return made;
}

async function create(admin: APIRequestContext, resource: Resource, made: Records) {
  const targets = fieldsOf(resource).flatMap(({ name, to }) => (to && made[to] ? [[name, made[to]]] : []));
  const sample = sampleOf(resource, 1, { ids: Object.fromEntries(targets) });
  const long = () =>
    Object.fromEntries(
      fieldsOf(resource)
        .filter((field) => field.when === undefined || sample[field.name] !== null)
        .map((field) => [field.name, longValue(field)])
        .filter(([, value]) => value !== undefined),
    );
  const answer = await admin.post(`/api/${resource.name}`, {
    data: { ...sample, ...long() },
  });
  // One of a few unique values, such as a day of the week, may be in use: by sample data, or by the other
  // worker.
  const taken = answer.status() === 409 ? await first(admin, resource) : undefined;
  if (taken) return taken;
  if (!answer.ok()) throw new Error(`No long record of ${resource.name} was created: ${await answer.text()}`);
  const { id } = await answer.json();
  if (adminMay(resource.singular, 'update'))
    await admin.patch(`/api/${resource.name}/${id}`, { data: long() });
  return id;
}

async function first(admin: APIRequestContext, { name }: Resource) {
  const [record] = await (await admin.get(`/api/${name}?_end=1`)).json();
  return record?.id;
}

const fieldsOf = (resource: Resource) =>
  Object.values<ResourceField>(resource.fields).filter(({ readOnly }) => !readOnly);

/** Makes every session appear to come from an IPv6 network, in the server's format. */
export async function comeFromIPv6(page: Page): Promise<void> {
  await page.addInitScript((ipAddress) => {
    const send = window.fetch;
    window.fetch = async (...call) => {
      const response = await send(...call);
      if (!response.ok || !response.url.includes('/sessions?')) return response;
      const sessions = (await response.json()) as object[];
      return new Response(JSON.stringify(sessions.map((session) => ({ ...session, ipAddress }))), response);
    };
  }, '2001:db8:85a3:8d3:1319:8a2e:370:7348');
}
