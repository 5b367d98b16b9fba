import { setTimeout as wait } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { Mail } from './messages.ts';

/** How long to wait before a mail is tried again; the last one counts for all further tries. */
const PAUSES_MS = [500, 2_000, 5_000];
/** A mail server that took a mail, or answered, this recently is believed to be there still. */
const TRUSTED_MS = 60_000;
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** A mail server. */
export interface Smtp {
  /** Delivers a mail, trying again while the server has trouble and the mail is still of use. */
  send(mail: Mail): Promise<void>;
  /** Whether mails get through: the server answers, and none is waiting for it to recover. */
  works(): Promise<boolean>;
  /** Gives up on the mails that are waiting. */
  close(): void;
}

/** Delivers mails to the server at a url, `smtp://user:password@host:587`. */
export function smtpDelivery(url: string, from: string): Smtp {
  const closing = new AbortController();
  const waiting = new Set<Mail>();
  let opened: Promise<Transporter> | undefined;
  let lastWorkedAt = Number.NEGATIVE_INFINITY;

  const transport = () => {
    opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url, ...TIMEOUTS }, { from }),
    );
    return opened;
  };

  const attempt = async ({ to, subject, text, html }: Mail) => {
    await (await transport()).sendMail({ to, subject, text, html });
    lastWorkedAt = performance.now();
  };

  return {
    async send(mail) {
      for (let tries = 0; ; tries++) {
        try {
          await attempt(mail);
          waiting.delete(mail);
          return;
        } catch (error) {
          const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
          const isUseless = Date.now() + pause > mail.usefulUntil.getTime();
          if (isRefusal(error) || isUseless || closing.signal.aborted) {
            waiting.delete(mail);
            throw error;
          }
          waiting.add(mail);
          await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        }
      }
    },
    async works() {
      if (waiting.size > 0) return false;
      if (performance.now() - lastWorkedAt < TRUSTED_MS) return true;
      const answers = await (await transport()).verify().then(
        () => true,
        () => false,
      );
      if (answers) lastWorkedAt = performance.now();
      return answers;
    },
    close: () => closing.abort(),
  };
}

/** The server is well and does not want this mail: trying again would change nothing. */
function isRefusal(error: unknown) {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
