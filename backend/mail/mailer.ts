import { setTimeout as wait } from 'node:timers/promises';
import { styleText } from 'node:util';
import { logError, say } from '#backend/http/log.ts';
import type { Settings } from '#backend/settings.ts';
import type { Mail } from './messages.ts';
import { Outbox } from './outbox.ts';
import { smtpDelivery } from './smtp.ts';

/** By then the answer is out: neither finding out who waits for a mail nor handing it over delays it any more. */
const AFTER_THE_ANSWER_MS = 5;

/** Sends mails, off the request: nobody learns from the time of an answer whether a mail went out. */
export interface Mailer {
  /**
   * Hands a mail over and returns at once. It is dropped where `isWanted` then says that nobody waits for
   * it; a mail server is greeted all the same, so that its trouble does not tell who would have got a mail.
   */
  post(mail: Mail, isWanted?: () => Promise<boolean>): void;
  /** Whether mails get through at present. */
  works(): Promise<boolean>;
  /** The latest mails, where codes are shown. */
  readonly outbox: Outbox | undefined;
  /** Waits for the mails under way, but not for a mail server to recover. */
  close(): Promise<void>;
}

/**
 * The mailer that the settings ask for: a mail server, or else the terminal and the outbox. The two accounts of a demo
 * have no mailbox: what is for them only goes to the outbox.
 */
export function createMailer(settings: Settings): Mailer {
  const { smtpUrl, mailFrom, showsCodes, isDemo } = settings;
  const outbox = showsCodes ? new Outbox() : undefined;
  const smtp = smtpUrl && !isDemo ? smtpDelivery({ url: smtpUrl, from: mailFrom }) : undefined;
  const underWay = new Set<Promise<void>>();

  const deliver = async (mail: Mail, isWanted?: () => Promise<boolean>) => {
    await wait(AFTER_THE_ANSWER_MS);
    if (isWanted && !(await isWanted())) return smtp?.pretend(mail);
    outbox?.add(mail);
    if (smtp) await smtp.send(mail);
    else showInTerminal(mail);
  };

  return {
    outbox,
    post(mail, isWanted) {
      const delivery = deliver(mail, isWanted)
        .catch((error: unknown) => logError('mail not delivered', error, { to: mail.to }))
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
  say(`${styleText('magenta', '✉')}  ${to}: ${styleText('bold', code ?? subject)}`);
}
