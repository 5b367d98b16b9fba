import { settings } from './init.ts';

const allowed = /^\/api\/(auth\/(sign-in|sign-out|email-otp\/send-verification-otp)|\w+\/export$)/;
let openDialog: () => void = () => {};

/** Registers the function that opens the demo dialog. */
export function onDemoBlock(open: () => void): void {
  openDialog = open;
}

/**
 * Opens the dialog if the server rejected a call because it is a demo, such as signing in with your own
 * address.
 */
export function explainDemo(code: string): void {
  if (code === 'DEMO_MODE') openDialog();
}

/**
 * Returns whether demo mode blocks a request, and opens the dialog if so. Sign-in, sign-out and exports are
 * allowed.
 */
export function blockedByDemo({ method, url }: { method: string; url: string }): boolean {
  const blocked = settings().isDemo && method !== 'GET' && !allowed.test(url);
  if (blocked) openDialog();
  return blocked;
}
