/** How long the result of a check is cached, by result. */
const CACHED_MS = { up: 60_000, down: 1_000 };

/** Health check of a mail server. */
export interface SmtpHealth {
  /** Returns whether the server is reachable; connects if the last result is too old. */
  isUp(): Promise<boolean>;
  /** Connects immediately, unless a check is in progress, and caches the result. */
  check(): Promise<boolean>;
}

/**
 * Creates the health check of a mail server. Only the connection counts, not the responses to single
 * recipients: otherwise an attacker could stop all codes by requesting one for an address that the server
 * rejects.
 */
export function smtpHealth(connect: () => Promise<unknown>): SmtpHealth {
  let last: { readonly isUp: boolean; readonly at: number } | undefined;
  let underWay: Promise<boolean> | undefined;

  const record = (isUp: boolean) => {
    last = { isUp, at: performance.now() };
    underWay = undefined;
    return isUp;
  };
  const check = () => {
    underWay ??= connect().then(
      () => record(true),
      () => record(false),
    );
    return underWay;
  };

  return {
    check,
    isUp: async () => {
      const isRecent = last && performance.now() - last.at < CACHED_MS[last.isUp ? 'up' : 'down'];
      return last && isRecent ? last.isUp : check();
    },
  };
}
