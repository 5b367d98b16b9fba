import type { Statements } from './rights.ts';
import type { Role } from './schema/rights.ts';

/** The four languages, the first being the one to fall back to. */
export const languages = ['en', 'fr', 'ar', 'sw'] as const;
/** A language of the product. */
export type Language = (typeof languages)[number];

/** How pages may look; `system` is as the visitor's system does. */
export const themes = ['light', 'dark', 'system'] as const;
/** One of them. */
export type Theme = (typeof themes)[number];

/** The signed-in user, as far as they themselves and the pages need to know. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly role: Role;
  /** ISO 8601; null until the name was given. */
  readonly onboardedAt: string | null;
  readonly language: Language | null;
  readonly theme: Theme | null;
}

/** The session of the visitor; its token stays in the cookie. */
export interface CurrentSession {
  readonly id: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  readonly user: SessionUser;
  /** What the user may do, by resource in the singular. */
  readonly rights: Statements;
  /** The admin who acts as this user, if one does. */
  readonly impersonatedBy: string | null;
  /** What that admin is called: their name, or else their address. */
  readonly impersonatorName: string | null;
}

/** The settings of the running server that a page needs: read at its start, so one build serves everywhere. */
export interface PublicSettings {
  readonly baseUrl: string;
  readonly isDemo: boolean;
  /** Where users get support: a page, or a `mailto:` address. */
  readonly supportUrl: string;
  readonly environment: { readonly name: string; readonly emoji: string; readonly color: string } | null;
  /** Whether an unknown address may sign up by signing in. */
  readonly signUp: boolean;
  /** Social sign-in that is set up: better-auth's id of the provider, and the text for its button. */
  readonly providers: readonly { readonly id: string; readonly label: string }[];
  /** Turnstile's site key, where a captcha is asked for. */
  readonly captchaSiteKey: string | null;
  /** Whether codes are shown at /outbox: in local mode and in a demo. */
  readonly outbox: boolean;
  /** The life of a code in minutes, and the wait before another may be asked for in seconds. */
  readonly codeMinutes: number;
  readonly resendSeconds: number;
  /** How often a code may be tried. */
  readonly codeTries: number;
}

/** The answer of the init call, which the served page carries inside. */
export interface Init {
  readonly settings: PublicSettings;
  readonly session: CurrentSession | null;
  readonly language: Language;
}
