import { HttpError } from './http-error.ts';
import { settings } from './init.ts';

/** A dialog that explains a rejected call: the server is a demo, or the session is not fresh. */
export type ExplainingDialog = 'demo' | 'freshSession';

let open: (dialog: ExplainingDialog) => void = () => {};

/** Registers the function that opens the dialogs. */
export function onExplainingDialog(next: typeof open): void {
  open = next;
}

/** Returns the dialog that explains an error; undefined for other errors. */
export function dialogFor(error: unknown): ExplainingDialog | undefined {
  const code = error instanceof HttpError && error.code;
  if (code === 'DEMO_MODE') return 'demo';
  return code === 'SESSION_EXPIRED' || code === 'SESSION_NOT_FRESH' ? 'freshSession' : undefined;
}

/** Opens the dialog that explains an error, if there is one. */
export function explainByDialog(error: HttpError): void {
  const dialog = dialogFor(error);
  if (dialog) open(dialog);
}

const allowed = /^\/api\/(auth\/(sign-in|sign-out|email-otp\/send-verification-otp)|\w+\/export$)/;

/**
 * Returns whether demo mode blocks a request, and opens the dialog if so. Sign-in, sign-out and exports are
 * allowed; the server rejects what else it does not allow, such as signing in with your own address.
 */
export function blockedByDemo({ method, url }: { method: string; url: string }): boolean {
  const blocked = settings().isDemo && method !== 'GET' && !allowed.test(url);
  if (blocked) open('demo');
  return blocked;
}
