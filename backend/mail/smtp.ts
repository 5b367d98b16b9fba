import { setTimeout as wait } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { Mail } from './messages.ts';

/** How long to wait before a mail is tried again; the last one counts for all further tries. */
const PAUSES_MS = [500, 2_000, 5_000];
/** A mail server that answered this recently is believed to be there still. */
const TRUSTED_MS = 60_000;
/** "Service not available, closing transmission channel": RFC 5321, section 3.8. */
const CLOSING = 421;
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** A mail server. */
export interface Smtp {
  /** Delivers a mail, trying again while the server has trouble and the mail is still of use. */
  send(mail: Mail): Promise<void>;
  /** Talks to the server as if it delivered a mail, so that its trouble shows whether or not anybody waits for one. */
  pretend(mail: Mail): Promise<void>;
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

  const deliver = async ({ to, subject, text, html }: Mail) => {
    await (await transport()).sendMail({ to, subject, text, html });
  };
  const greet = async () => {
    await (await transport()).verify();
  };

  const keepTrying = async (mail: Mail, attempt: (mail: Mail) => Promise<void>) => {
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
        if (!isAboutTheMail(error)) waiting.add(mail);
        await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  };

  return {
    send: (mail) => keepTrying(mail, deliver),
    pretend: (mail) => keepTrying(mail, greet),
    async works() {
      if (waiting.size > 0) return false;
      if (performance.now() - lastWorkedAt < TRUSTED_MS) return true;
      const answers = await greet().then(
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
  return isAboutTheMail(error) && responseOf(error) >= 500;
}

/**
 * The server is well and answers to this very mail or address: "mailbox full", "come back later". It must not count
 * as trouble of the server, or a stranger could stop everybody's codes by asking for one to such an address.
 */
function isAboutTheMail(error: unknown) {
  const { code } = error as { code?: string };
  const response = responseOf(error);
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && response >= 400 && response !== CLOSING;
}

function responseOf(error: unknown) {
  return (error as { responseCode?: number }).responseCode ?? 0;
}
