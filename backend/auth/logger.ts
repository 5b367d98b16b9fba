import type { BetterAuthOptions } from 'better-auth';
import { log } from '#backend/http/log.ts';

/** What better-auth has to say goes to our log, a line each; details only of errors, because others name users. */
export const authLogger: NonNullable<BetterAuthOptions['logger']> = {
  level: 'warn',
  disableColors: true,
  log: (level, message, ...details) => {
    const error = details.find((detail) => detail instanceof Error);
    log(level === 'debug' ? 'info' : level, 'sign-in', { message, reason: error?.stack });
  },
};
