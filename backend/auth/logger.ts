import type { BetterAuthOptions } from 'better-auth';
import { log } from '#backend/http/log.ts';

/**
 * Writes better-auth's messages to our log, one line each. Only errors keep details, because others name
 * users.
 */
export const authLogger: NonNullable<BetterAuthOptions['logger']> = {
  level: 'warn',
  disableColors: true,
  log: (level, message, ...details) => {
    const error = details.find((detail) => detail instanceof Error);
    log(level === 'debug' ? 'info' : level, 'sign-in', { message, reason: error?.stack });
  },
};
