import { ACTING_AS } from '@bindery/contract/records/init.ts';

let stated: string | undefined;

/** Sets as whom the page acts: see `actingAs` of the session. */
export function actAs(next: string | undefined): void {
  stated = next;
}

/** Returns the header with which a write states as whom the page acts. */
export const actingHeaders = (): Readonly<Record<string, string>> =>
  stated === undefined ? {} : { [ACTING_AS]: stated };
