import { settings } from './init.ts';

const allowed = /^\/api\/auth\/(sign-in|sign-out|email-otp\/send-verification-otp)/;
let openDialog: () => void = () => {};

/** Whoever draws the demo dialog says here how it is opened. */
export function onDemoBlock(open: () => void): void {
  openDialog = open;
}

/** In demo mode, opens the dialog instead of letting a write go out, and says so. Signing in and out stay possible. */
export function blockedByDemo({ method, url }: { method: string; url: string }): boolean {
  const blocked = settings().isDemo && method !== 'GET' && !allowed.test(url);
  if (blocked) openDialog();
  return blocked;
}
