/**
 * What better-auth mounts and this product does not offer. Nobody has a password here, so nothing may set, check or
 * reset one; `check-verification-otp` compares before it counts; `/error` is a page of better-auth's own.
 */
const SWITCHED_OFF = [
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
  `^(?:${SWITCHED_OFF.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`,
  'i',
);

/** Returns whether a path below /api/auth, or the template of one, stands for nothing here. */
export function isSwitchedOff(path: string): boolean {
  return PATTERN.test(path);
}
