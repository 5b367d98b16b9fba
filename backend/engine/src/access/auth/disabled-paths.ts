/** The enabled endpoints of better-auth's admin plugin; users are administered at /api/users. */
const ADMIN_ENDPOINTS = ['list-users', 'stop-impersonating'];

/**
 * Endpoints of better-auth disabled here, besides its admin plugin's. Users have no passwords to set, check
 * or reset; `check-verification-otp` compares before it counts attempts; `/error` is better-auth's page.
 */
const DISABLED = [
  '/sign-up/email',
  '/sign-in/email',
  '/request-password-reset',
  '/reset-password',
  '/reset-password/:token',
  '/set-password',
  '/change-password',
  '/verify-password',
  '/email-otp/request-password-reset',
  '/email-otp/reset-password',
  '/forget-password/email-otp',
  '/email-otp/check-verification-otp',
  '/error',
] as const;

const PATTERN = new RegExp(
  `^(?:${DISABLED.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`,
  'i',
);

/** Everything else below /admin, including endpoints that a later version of better-auth adds. */
const ADMINISTRATION = new RegExp(`^/+admin/+(?!(?:${ADMIN_ENDPOINTS.join('|')})/?$)`, 'i');

/** Returns whether a path (or path template) below /api/auth is disabled. */
export function isDisabledPath(path: string): boolean {
  return PATTERN.test(path) || ADMINISTRATION.test(path);
}
