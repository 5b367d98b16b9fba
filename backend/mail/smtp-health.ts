/** For how long the answer of a check holds: a server that was there, and one that was not. */
const TRUSTED_MS = { up: 60_000, down: 1_000 };

/** Whether a mail server is there. */
export interface SmtpHealth {
  /** Returns whether it is there; connects to find out where the last answer is too old. */
  isUp(): Promise<boolean>;
  /** Connects at once and notes what comes out. */
  check(): Promise<boolean>;
}

/**
 * Judges a mail server by whether a connection can be made, and by nothing else: what it answers to one recipient must
 * not count, or a stranger could stop everybody's codes by asking for one to an address that is answered badly.
 */
export function smtpHealth(connect: () => Promise<unknown>): SmtpHealth {
  let last: { readonly isUp: boolean; readonly at: number } | undefined;
  let underWay: Promise<boolean> | undefined;

  const note = (isUp: boolean) => {
    last = { isUp, at: performance.now() };
    underWay = undefined;
    return isUp;
  };
  const check = () => {
    underWay ??= connect().then(
      () => note(true),
      () => note(false),
    );
    return underWay;
  };

  return {
    check,
    isUp: async () => {
      const isRecent = last && performance.now() - last.at < TRUSTED_MS[last.isUp ? 'up' : 'down'];
      return last && isRecent ? last.isUp : check();
    },
  };
}
