import type { Mail } from './messages.ts';

const MAX_MAILS = 200;

/** An email in the outbox; `sentAt` is ISO 8601. */
export type OutboxMail = Omit<Mail, 'usefulUntil'> & { readonly sentAt: string };

/** Replaces a mail server in local mode: stores the latest emails in memory for users and tests. */
export class Outbox {
  readonly #mails: OutboxMail[] = [];

  add({ usefulUntil: _, ...mail }: Mail): void {
    this.#mails.unshift({ ...mail, sentAt: new Date().toISOString() });
    this.#mails.length = Math.min(this.#mails.length, MAX_MAILS);
  }

  /** Returns the emails, newest first: all of them, or those to one address. */
  list(to?: string): readonly OutboxMail[] {
    const address = to?.trim().toLowerCase();
    return address ? this.#mails.filter((mail) => mail.to.toLowerCase() === address) : [...this.#mails];
  }
}
