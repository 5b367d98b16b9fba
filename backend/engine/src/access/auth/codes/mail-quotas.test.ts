import { describe, expect, it } from 'vitest';
import { networkOf } from '#backend/kernel/http/network.ts';
import { CODE_ATTEMPTS } from './codes.ts';
import { type Grant, type MailKind, QUOTA_MINUTES, quotaFor, recent } from './mail-quotas.ts';

const HOUR = 60 * 60_000;
const OWNER = '203.0.113.7';
const OWNER_IPV6 = '2a02:908:1234:5678::1';

const KINDS = ['known', 'knownNetwork', 'long', 'invitation'] as const;

/** A mailbox with an email quota and a clock that tests advance. */
class Mailbox {
  grants: Grant[] = [];
  now = 0;
  #browsers = 0;

  /** Requests an email, by default from a new browser; returns whether it is allowed. */
  ask(address: string, kind: MailKind = 'unknown', browser = `browser ${this.#browsers++}`): boolean {
    const sender = { kind, browser, network: networkOf(address) };
    const quota = quotaFor(recent(this.grants, this.now), sender);
    if (quota) this.grants.push({ ...sender, kind: quota, at: this.now });
    return quota !== undefined;
  }

  /** Returns the maximum number of emails within any window of the given length. */
  most(span: number): number {
    const within = this.grants.map(({ at }) => this.grants.filter((g) => g.at >= at && g.at < at + span));
    return Math.max(0, ...within.map(({ length }) => length));
  }
}

const hex = (number: number) => number.toString(16);
/** Attackers' IP addresses by their number, for each kind of attack. */
const attacks: [string, (number: number) => string][] = [
  ['one network', () => '10.1.2.3'],
  ['one IPv6 network', (n) => `2001:db8:7:7:${hex(n)}::1`],
  ['addresses of one block', (n) => `10.0.${n >> 8}.${n & 255}`],
  ['blocks of one provider', (n) => `10.${n & 255}.${n >> 8}.1`],
  ['36 blocks of different providers', (n) => `${10 + (n % 36)}.${n & 255}.${n >> 8}.1`],
  ['networks of one IPv6 customer', (n) => `2001:db8:7:${hex(n)}::1`],
  ['customers of one IPv6 provider', (n) => `2001:db8:${hex(n)}::1`],
  ['16 IPv6 providers', (n) => `2001:${hex(0xd00 + (n % 16))}:${hex(n)}::1`],
  ['both families', (n) => (n % 2 ? `2001:db8:${hex(n)}::1` : `10.${n & 255}.0.1`)],
];

describe.each(attacks)('when a thousand attackers in %s request codes', (_, address) => {
  it.each([OWNER, OWNER_IPV6])('a user at %s still gets two codes', (owner) => {
    const mailbox = new Mailbox();
    for (let stranger = 0; stranger < 1000; stranger++) mailbox.ask(address(stranger));
    expect(mailbox.ask(owner, 'unknown', 'owner')).toBe(true);
    for (let stranger = 1000; stranger < 1100; stranger++) mailbox.ask(address(stranger));
    expect(mailbox.ask(owner, 'unknown', 'owner')).toBe(true);
  });
});

describe('a mailbox', () => {
  /** All kinds of clients use up their quotas for a day. */
  const fullDay = (address: (number: number) => string) => {
    const mailbox = new Mailbox();
    for (let number = 0; number < 24 * 60; number++, mailbox.now += 60_000) {
      mailbox.ask(address(number));
      mailbox.ask(address(number + 7919), KINDS[number % 4]);
    }
    return mailbox;
  };
  const anywhere = (n: number) => `${(n * 97) % 223}.${(n * 31) % 251}.${n % 255}.1`;

  it('gets at most 30 emails per hour, and codes for at most 90 guesses', () => {
    const mailbox = fullDay(anywhere);
    expect(mailbox.most(HOUR)).toBeGreaterThan(15);
    expect(mailbox.most(HOUR)).toBeLessThanOrEqual(30);
    // Codes that were sent in the minutes before an hour can be guessed within it.
    expect(mailbox.most(QUOTA_MINUTES * 60_000) * CODE_ATTEMPTS).toBeLessThanOrEqual(90);
  });

  it('has odds of 1 in 1,150 a day to be broken into by guessing, from one network 1 in 2,150', () => {
    const guesses = (address: (number: number) => string) => {
      const mailbox = fullDay(address);
      return mailbox.grants.filter(({ kind }) => kind === 'unknown').length * CODE_ATTEMPTS;
    };
    expect(guesses(anywhere)).toBeLessThanOrEqual(1_000_000 / 1_100);
    expect(guesses(() => '10.1.2.3')).toBeLessThanOrEqual(1_000_000 / 2_000);
  });

  it('has separate quotas for known browsers, known networks, long codes and invitations, whatever attackers do', () => {
    const mailbox = new Mailbox();
    for (let stranger = 0; stranger < 1000; stranger++) mailbox.ask(anywhere(stranger));
    expect(mailbox.ask(anywhere(1))).toBe(false);
    for (const [kind, quota] of [
      ['known', 5],
      ['knownNetwork', 3],
      ['long', 7],
      ['invitation', 2],
    ] as const)
      for (let mails = 0; mails <= quota; mails++)
        expect(mailbox.ask(anywhere(1), kind, 'mine')).toBe(mails < quota);
    expect(mailbox.grants.length).toBeLessThanOrEqual(30);
  });

  it('is never full for longer than an hour and the validity of a code', () => {
    const mailbox = new Mailbox();
    for (let stranger = 0; stranger < 1000; stranger++) mailbox.ask(anywhere(stranger));
    expect(mailbox.ask('10.1.2.3')).toBe(false);
    mailbox.now = QUOTA_MINUTES * 60_000;
    expect(mailbox.ask('10.1.2.3')).toBe(true);
  });

  it('does not restrict a network whose codes were entered', () => {
    const mailbox = new Mailbox();
    for (let codes = 0; codes < 12; codes++) {
      expect(mailbox.ask(OWNER)).toBe(true);
      mailbox.grants = mailbox.grants.map((grant) => ({ ...grant, isProven: true }));
    }
  });
});
