import { setTimeout as wait } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import type { Mail } from './messages.ts';
import { smtpDelivery } from './smtp.ts';

const MAX_MAILS = 200;

/** An email in the outbox; `sentAt` is ISO 8601. */
export type OutboxMail = Omit<Mail, 'usefulUntil'> & { readonly sentAt: string };

/** An email that the outbox stores, with the time until which its code or link is valid. */
export type StoredMail = Mail & {
  readonly sentAt: string;
  /** Whether its code has been used, after which it is no longer valid. */
  readonly isUsed?: true;
};

/** Replaces a mail server in local mode: stores the latest emails in memory for users and tests. */
export class Outbox {
  readonly #mails: StoredMail[] = [];

  add(mail: Mail): void {
    this.#mails.unshift({ ...mail, sentAt: new Date().toISOString() });
    this.#mails.length = Math.min(this.#mails.length, MAX_MAILS);
  }

  /** Adds emails that an earlier outbox listed. */
  restore(mails: readonly StoredMail[]): void {
    this.#mails.push(...mails);
  }

  /** Marks the code of an email as used. */
  markUsed(to: string, code: string): void {
    const at = this.#mails.findIndex((mail) => mail.code === code && mail.to.toLowerCase() === to);
    const mail = this.#mails[at];
    if (mail) this.#mails[at] = { ...mail, isUsed: true };
  }

  /** Returns the emails, newest first: all of them, or those to one address. */
  list(to?: string): readonly StoredMail[] {
    const address = to?.trim().toLowerCase();
    return address ? this.#mails.filter((mail) => mail.to.toLowerCase() === address) : [...this.#mails];
  }
}

/** The delay until the response has been sent: neither `isWanted` nor the delivery can slow it down. */
const AFTER_RESPONSE_MS = 5;

/** Sends emails after the response, so that its timing does not reveal whether one was sent. */
export interface Mailer {
  /**
   * Queues an email and returns immediately. It is dropped if `isWanted` resolves to false; the mailer then
   * still connects to the mail server, so that its failures do not reveal who would have received one.
   */
  post(mail: Mail, isWanted?: () => Promise<boolean>): void;
  /** Returns whether emails can currently be delivered. */
  works(): Promise<boolean>;
  /** The latest emails; undefined unless codes are shown. */
  readonly outbox: Outbox | undefined;
  /** Stops retrying and waits for emails in flight. */
  close(): Promise<void>;
}

/**
 * Creates the mailer: it delivers to the configured mail server, or else to the terminal and the outbox. A
 * demo does not use a mail server, because its two accounts have no mailbox.
 */
export function createMailer(settings: Settings): Mailer {
  const { smtpUrl, mailFrom, showsCodes, isDemo } = settings;
  const outbox = showsCodes ? new Outbox() : undefined;
  const smtp = smtpUrl && !isDemo ? smtpDelivery({ url: smtpUrl, from: mailFrom }) : undefined;
  const underWay = new Set<Promise<void>>();

  const deliver = async (mail: Mail, isWanted?: () => Promise<boolean>) => {
    await wait(AFTER_RESPONSE_MS);
    if (isWanted && !(await isWanted())) return smtp?.simulate(mail);
    outbox?.add(mail);
    if (smtp) await smtp.send(mail);
    else showInTerminal(mail);
  };

  return {
    outbox,
    post(mail, isWanted) {
      const delivery = deliver(mail, isWanted)
        .catch((error: unknown) => logger.error({ to: mail.to, err: error }, 'mail not delivered'))
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    works: async () => !smtp || smtp.works(),
    async close() {
      smtp?.close();
      await Promise.all(underWay);
    },
  };
}

function showInTerminal({ to, subject, code }: Mail) {
  if (logger.level === 'silent') return;
  // Terminals show the isolates around names as boxes.
  const text = code ?? subject.replaceAll(/[\u2068\u2069]/g, '');
  // With space above it, because it is what a developer looks for.
  process.stdout.write(`\n  ${styleText('magenta', '✉')}  ${to}: ${styleText('bold', text)}\n`);
}
