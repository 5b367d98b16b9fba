import type { BetterAuthOptions } from 'better-auth';
import { logger } from '#backend/logging/logger.ts';

/** Writes better-auth's messages to the server's log. Only errors have details, because others name users. */
export const authLogger: NonNullable<BetterAuthOptions['logger']> = {
  level: 'warn',
  disableColors: true,
  log: (level, message, ...details) => {
    const err = details.find((detail) => detail instanceof Error);
    logger.child({ module: 'auth' })[level]({ err }, message);
  },
};
