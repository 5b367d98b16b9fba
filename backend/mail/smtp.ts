import { setTimeout as wait } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { Mail } from './messages.ts';
import { smtpHealth } from './smtp-health.ts';

/** How long to wait before a mail is tried again; the last one counts for all further tries. */
const PAUSES_MS = [500, 2_000, 5_000, 15_000, 30_000];
/** For how long a mail is tried, however long it would be of use: an invitation is open for days. */
const TRIED_FOR_MS = 5 * 60_000;
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** A mail server. */
export interface Smtp {
  /** Delivers a mail, trying again for minutes unless the server refuses it for good. Mails do not wait for each other. */
  send(mail: Mail): Promise<void>;
  /** Talks to the server as if it delivered a mail, so that its trouble shows whether or not anybody waits for one. */
  pretend(mail: Mail): Promise<void>;
  /** Returns whether the server is there, whatever it says to single mails. */
  works(): Promise<boolean>;
  /** Gives up on the mails that are waiting. */
  close(): void;
}

/** How a mail server is reached, and how patiently. */
interface Connection {
  /** `smtp://user:password@host:587` */
  readonly url: string;
  readonly from: string;
  readonly timeouts?: typeof TIMEOUTS;
  readonly triedForMs?: number;
}

/** Delivers mails to a server. */
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
  const greet = async () => {
    await (await transport()).verify();
  };
  const deliver = async ({ to, subject, text, html }: Mail) => {
    await (await transport()).sendMail({ to, subject, text, html });
  };
  const health = smtpHealth(greet);

  const keepTrying = async (mail: Mail, attempt: (mail: Mail) => Promise<void>) => {
    const until = Math.min(mail.usefulUntil.getTime(), Date.now() + triedForMs);
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(mail);
      } catch (error) {
        if (isRefusal(error)) throw error;
        // A lost connection says nothing yet: some servers hang up on a recipient whom they dislike.
        await health.check();
        const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
        if (Date.now() + pause > until || closing.signal.aborted) throw error;
        await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  };

  return {
    send: (mail) => keepTrying(mail, deliver),
    pretend: (mail) => keepTrying(mail, greet),
    works: health.isUp,
    close: () => closing.abort(),
  };
}

/** Returns whether the server does not want this mail, now or later: trying again would change nothing. */
function isRefusal(error: unknown) {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
