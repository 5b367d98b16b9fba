import { z } from 'zod';
import { byId, commonErrors, errorBody, lineOfText, withNotFound } from '#contract/records/route-parts.ts';
import { c, strictRouter } from '#contract/records/ts-rest.ts';

/** The maximum number of keys per user, expired ones included. */
export const MAX_API_KEYS = 20;

const apiKeyItem = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The start of the key: the product, and which key it is. */
  prefix: z.string(),
  /** Whether the key may only read. */
  readOnly: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Null for a key that never expires. */
  expiresAt: z.iso.datetime().nullable(),
  /** The last use, to the minute; null if the key was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
});

/** An API key as its user and administrators see it, without the key itself. */
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

const createdApiKey = z.object({
  ...apiKeyItem.shape,
  /** The key. Only this response contains it. */
  key: z.string(),
});

/** A new API key, with its secret. */
export type CreatedApiKey = z.infer<typeof createdApiKey>;

const newApiKey = z.strictObject({
  name: lineOfText(255).min(1),
  readOnly: z.boolean().default(false),
  expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
});

/** The input for a new API key. */
export type NewApiKey = z.infer<typeof newApiKey>;

const key = z.object({ keyId: z.uuid().toLowerCase() });

/** The API keys of the signed-in user. Not accessible with an API key. */
export const ownApiKeys = strictRouter({
  listApiKeys: {
    method: 'GET',
    path: '/api/account/api-keys',
    summary: 'List your own API keys, newest first',
    responses: { 200: z.array(apiKeyItem), ...commonErrors },
  },
  createApiKey: {
    method: 'POST',
    path: '/api/account/api-keys',
    summary: 'Create an API key, which is shown in this response only; takes a session of less than a day',
    body: newApiKey,
    responses: { 201: createdApiKey, ...commonErrors, 409: errorBody },
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/api/account/api-keys/:keyId',
    summary: 'Revoke one of your own API keys',
    pathParams: key,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withNotFound },
  },
});

/** The API keys of any user, for administrators of users. */
export const userApiKeys = strictRouter({
  listApiKeys: {
    method: 'GET',
    path: '/api/users/:id/api-keys',
    summary: 'List the API keys of a user, newest first',
    pathParams: byId,
    responses: { 200: z.array(apiKeyItem), ...withNotFound },
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/api/users/:id/api-keys/:keyId',
    summary: 'Revoke an API key of a user',
    pathParams: byId.extend(key.shape),
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withNotFound },
  },
});
