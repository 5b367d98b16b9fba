/**
 * Endpoints that better-auth mounts but this application disables. Users have no passwords, so none can be
 * set, checked or reset; `check-verification-otp` compares before it counts attempts; `/error` is
 * better-auth's own page.
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
  '/admin/set-user-password',
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

/** Returns whether a path (or path template) below /api/auth is disabled. */
export function isDisabledPath(path: string): boolean {
  return PATTERN.test(path);
}
