import type { Role } from '#contract/schema/roles.ts';
import type { Statements } from './rights.ts';

/** The supported languages; the first one is the fallback. */
export const languages = ['en', 'fr', 'ar', 'sw'] as const;
/** A language of the product. */
export type Language = (typeof languages)[number];

/** Returns the direction in which a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The colour themes; `system` follows the visitor's operating system. */
export const themes = ['light', 'dark', 'system'] as const;
/** A colour theme. */
export type Theme = (typeof themes)[number];

/** The signed-in user, with the properties that pages need. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly role: Role;
  /** ISO 8601; null until the user has completed onboarding. */
  readonly onboardedAt: string | null;
  readonly language: Language | null;
  readonly theme: Theme | null;
  /** The fields of the entry `users` that row filters use; absent if none does. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The visitor's session; its token is only in the cookie. */
export interface CurrentSession {
  readonly id: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  readonly user: SessionUser;
  /** What the user may do, by resource in the singular. */
  readonly rights: Statements;
  /** The id of the admin who impersonates this user, if any. */
  readonly impersonatedBy: string | null;
  /** That admin's name, or else email address. */
  readonly impersonatorName: string | null;
  /**
   * An opaque text that changes with the user, and with the fields that decide the user's rows, such as the
   * tenant. A page sends it with its writes (ACTING_AS).
   */
  readonly actingAs?: string;
}

/**
 * The header in which a page states as whom it writes. The user may meanwhile have moved to another tenant,
 * or another user may have signed in, in another tab: the write is then rejected with SESSION_CHANGED.
 */
export const ACTING_AS = 'x-acting-as';

/** The server settings that a page needs, loaded at its start: one build works in every environment. */
export interface PublicSettings {
  readonly baseUrl: string;
  readonly isDemo: boolean;
  /** The addresses to try: of a demo, to which no others may sign in, and in local mode; absent elsewhere. */
  readonly demoAccounts?: readonly string[] | undefined;
  /** Where users get support: a page, or a `mailto:` address. */
  readonly supportUrl?: string | undefined;
  readonly environment: { readonly name: string; readonly emoji: string; readonly color: string } | null;
  /** Whether signing in with an unknown email address creates an account. */
  readonly signUp: boolean;
  /** The configured social sign-in providers: better-auth's id, and the label of the button. */
  readonly providers: readonly { readonly id: string; readonly label: string }[];
  /** Turnstile's site key, if a captcha is required. */
  readonly captchaSiteKey: string | null;
  /** Whether codes are shown at /outbox: in local mode and in a demo. */
  readonly outbox: boolean;
  /** Minutes until a code expires, and seconds until another one may be requested. */
  readonly codeMinutes: number;
  readonly resendSeconds: number;
  /** Maximum attempts per code. */
  readonly codeTries: number;
}

/** The response of the init call, which the server embeds in the page. */
export interface Init {
  readonly settings: PublicSettings;
  readonly session: CurrentSession | null;
  readonly language: Language;
}
