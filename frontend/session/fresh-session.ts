import { HttpError } from '../http/http-error.ts';

let openDialog: () => void = () => {};

/** Whoever draws the dialog that leads to signing in again says here how it is opened. */
export function onFreshSessionWanted(open: () => void): void {
  openDialog = open;
}

/** Whether the server wants a session that began not long ago for what it refused. */
export const wantsFreshSession = (error: unknown): boolean =>
  error instanceof HttpError && (error.code === 'SESSION_EXPIRED' || error.code === 'SESSION_NOT_FRESH');

/** Offers to sign in again where that is all that a refused call lacks, whichever page made it. */
export function offerFreshSession(error: HttpError): void {
  if (wantsFreshSession(error)) openDialog();
}
