import {
  type CurrentSession,
  type Init,
  languages,
  type PublicSettings,
} from '@bindery/contract/records/init.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { AllResources, Roles } from '@bindery/contract/schema/index.ts';
import { type Response, Router } from 'express';
import { z } from 'zod';
import { CODE_ATTEMPTS, CODE_MINUTES, RESEND_SECONDS } from '#backend/access/auth/codes/codes.ts';
import { sampleAccounts } from '#backend/access/auth/demo-accounts.ts';
import { shownProviders } from '#backend/access/auth/providers/providers.ts';
import { actingAs } from '#backend/access/sessions/acting-as.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { parseJson } from '#backend/kernel/http/parse.ts';
import { contextOf, type RequestSession } from '#backend/kernel/http/request-context.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/** The optional payload: `{ "language": "fr" }` overrides the language of the request. */
const payload = z.object({ language: z.enum(languages).optional() }).nullish();

/** Returns the settings that pages need. None of them is a secret. */
export function publicSettings(settings: Settings, roles: Roles): PublicSettings {
  const { name = '', emoji = '', color } = settings.environment;
  const isToTry = settings.isDemo || (settings.showsCodes && settings.seed);
  return {
    baseUrl: settings.baseUrl,
    isDemo: settings.isDemo,
    demoAccounts: isToTry ? sampleAccounts(roles).map(({ email }) => email) : undefined,
    supportUrl: settings.supportUrl,
    environment: name || emoji ? { name, emoji, color } : null,
    signUp: settings.signUp,
    providers: shownProviders(settings),
    captchaSiteKey: settings.captcha?.siteKey ?? null,
    outbox: settings.showsCodes,
    codeMinutes: CODE_MINUTES,
    resendSeconds: RESEND_SECONDS,
    codeTries: CODE_ATTEMPTS,
  };
}

interface SessionParts {
  readonly resources: AllResources;
  /** The key of the text with which pages state as whom they act. */
  readonly secret: string;
}

/** Returns a function that creates the init response of a visitor: settings, session and language. */
export function createInitHandler(
  settings: Settings,
  { resources, secret }: SessionParts,
): (res: Response) => Init {
  const shared = publicSettings(settings, rolesOf(resources));
  return (res) => {
    const { session, language } = contextOf(res);
    return { settings: shared, session: toPublicSession(session, { resources, secret }), language };
  };
}

/** Serves `/api/fn/init`: GET with a payload in the query string, POST with `{ data, context }`. */
export function initRoutes(init: (res: Response) => Init): Router {
  const respond = (res: Response, given: unknown) => {
    const wanted = payload.safeParse(given);
    if (!wanted.success) throw new ApiError('INVALID', { message: 'The payload of the call is not valid' });
    const made = init(res);
    res.set('Cache-Control', 'no-store').json({ ...made, language: wanted.data?.language ?? made.language });
  };
  return Router()
    .get('/api/fn/init', (req, res) => respond(res, fromQuery(req.query.payload)))
    .post('/api/fn/init', (req, res) => respond(res, req.body?.data));
}

/** Returns the part of a session that pages need. */
function toPublicSession(
  session: RequestSession | null,
  { resources, secret }: SessionParts,
): CurrentSession | null {
  if (!session) return null;
  const { id, expiresAt, rights, impersonatedBy, impersonatorName } = session;
  const user = session.user.fields ? withReadableFields(session.user, resources) : session.user;
  const acting = actingAs(session, secret);
  return { id, expiresAt, user, rights, impersonatedBy, impersonatorName, actingAs: acting };
}

/** Removes the fields of a user that their role may not read; pages then ask the server. */
function withReadableFields(
  { fields = {}, ...user }: RequestSession['user'],
  { users }: AllResources,
): RequestSession['user'] {
  const readable = Object.entries(fields).filter(([name]) => users?.fields[name]?.readBy.includes(user.role));
  return { ...user, fields: Object.fromEntries(readable) };
}

function fromQuery(text: unknown): unknown {
  if (text === undefined || text === '') return null;
  const given = parseJson(String(text));
  if (given === undefined)
    throw new ApiError('INVALID', { message: 'The payload of the call is not valid JSON' });
  return given;
}
