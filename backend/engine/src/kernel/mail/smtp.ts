import { setTimeout as wait } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import { logger } from '#backend/logging/logger.ts';
import type { Mail } from './messages.ts';

/** Delays between the attempts to deliver an email. The last one applies to all further attempts. */
const PAUSES_MS = [500, 2_000, 5_000, 15_000, 30_000];
/** Maximum time to retry an email, even if it is useful for longer, as an invitation is. */
const TRIED_FOR_MS = 5 * 60_000;
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** Client of a mail server. */
export interface Smtp {
  /** Delivers an email. Retries for minutes unless rejected permanently. No email waits for another. */
  send(mail: Mail): Promise<void>;
  /** Connects to the server without delivering the email: failures are the same as for a sent one. */
  simulate(mail: Mail): Promise<void>;
  /** Returns whether the server is reachable, regardless of the results of single emails. */
  works(): Promise<boolean>;
  /** Stops retrying. */
  close(): void;
}

/** URL, sender and timeouts of a mail server. */
interface Connection {
  /** `smtp://user:password@host:587` */
  readonly url: string;
  readonly from: string;
  readonly timeouts?: typeof TIMEOUTS;
  readonly triedForMs?: number;
}

/** Creates the client of a mail server. */
export function smtpDelivery(connection: Connection): Smtp {
  const { url, from, timeouts = TIMEOUTS, triedForMs = TRIED_FOR_MS } = connection;
  const closing = new AbortController();
  let opened: Promise<Transporter> | undefined;

  const transport = () => {
    opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url, ...timeouts }, { from }),
    );
    return opened;
  };
  const verifyConnection = async () => {
    await (await transport()).verify();
  };
  const deliver = async ({ to, subject, text, html }: Mail) => {
    await (await transport()).sendMail({ to, subject, text, html });
  };
  const health = smtpHealth(verifyConnection);

  const keepTrying = async (mail: Mail, attempt: (mail: Mail) => Promise<void>) => {
    const until = Math.min(mail.usefulUntil.getTime(), Date.now() + triedForMs);
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(mail);
      } catch (error) {
        if (isRejection(error)) throw error;
        // A lost connection proves nothing: some servers hang up on a recipient that they reject.
        await health.check();
        const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
        if (Date.now() + pause > until || closing.signal.aborted) throw error;
        await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  };

  return {
    send: (mail) => keepTrying(mail, deliver),
    simulate: (mail) => keepTrying(mail, verifyConnection),
    works: health.isUp,
    close: () => closing.abort(),
  };
}

/** Returns whether the server rejects the email permanently, so that retrying is useless. */
function isRejection(error: unknown) {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}

/** How long the result of a check is cached, by result. */
const CACHED_MS = { up: 60_000, down: 1_000 };

/**
 * Creates the health check of a mail server. Only the connection counts, not responses to single recipients:
 * an attacker could stop all codes by requesting one for an address that the server rejects. Logs each change
 * once, because checks are frequent: no response says why the server cannot be used.
 */
function smtpHealth(connect: () => Promise<unknown>) {
  let last: { readonly isUp: boolean; readonly at: number } | undefined;
  let underWay: Promise<boolean> | undefined;

  const record = (isUp: boolean) => {
    last = { isUp, at: performance.now() };
    underWay = undefined;
    return isUp;
  };
  /** Connects immediately, unless a check is in progress, and caches the result. */
  const check = () => {
    underWay ??= connect().then(
      () => {
        if (last?.isUp === false) logger.info('the mail server can be used again');
        return record(true);
      },
      (error: unknown) => {
        if (last?.isUp !== false) logger.error({ err: error }, 'the mail server cannot be used');
        return record(false);
      },
    );
    return underWay;
  };

  /** Returns whether the server is reachable; connects if the last result is too old. */
  const isUp = async () => {
    const isRecent = last && performance.now() - last.at < CACHED_MS[last.isUp ? 'up' : 'down'];
    return last && isRecent ? last.isUp : check();
  };
  return { check, isUp };
}
