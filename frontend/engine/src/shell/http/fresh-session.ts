import { HttpError } from './http-error.ts';

let openDialog: () => void = () => {};

/** Registers the function that opens the fresh-session dialog. */
export function onFreshSessionWanted(open: () => void): void {
  openDialog = open;
}

/** Returns whether the server rejected a request because the session is not fresh. */
export const wantsFreshSession = (error: unknown): boolean =>
  error instanceof HttpError && (error.code === 'SESSION_EXPIRED' || error.code === 'SESSION_NOT_FRESH');

/** Opens the fresh-session dialog if a request failed only because the session is not fresh. */
export function offerFreshSession(error: HttpError): void {
  if (wantsFreshSession(error)) openDialog();
}
