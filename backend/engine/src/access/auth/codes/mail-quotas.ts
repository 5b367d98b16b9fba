import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { commonPrefixLength, networkOf } from '#backend/kernel/http/network.ts';
import { currentClient } from '#backend/kernel/http/request-context.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { CODE_MINUTES } from './codes.ts';
import { createLongCode, longCodeHash, slotAt } from './long-codes.ts';

/*
 * Why these numbers (full reasoning: docs/decisions/sign-in-codes.md). A code allows three attempts, only
 * from the browser that requested it, so 30 codes allow 90 guesses. Unknown networks get 13 codes, which is
 * 39 guesses at one of a million codes. Attackers who use all of it all day succeed with odds of 1 in 1,157 a
 * day; from a single network 1 in 2,150 a day. Long codes cannot be guessed.
 */

/** Maximum number of emails to one mailbox per hour, by kind. The quotas are independent of each other. */
const QUOTAS = {
  /** Codes for browsers that have signed in with the address before. */
  known: 5,
  /** Codes for other browsers on networks from which the address has signed in before. */
  knownNetwork: 3,
  /** Codes for all other browsers, and for the two kinds above once their own quota is used up. */
  unknown: 13,
  /** Emails with a long code, for all users after `unknown` is used up: one per slot that an hour touches. */
  long: 7,
  invitation: 2,
} as const;

/** Grants count for an hour plus a code's lifetime: guesses at late codes do not add to the next hour. */
export const QUOTA_MINUTES = 60 + CODE_MINUTES;

/** Additional emails withheld from a network for each email that it has already caused. */
const COST_OF_A_REPEAT = 1;

/**
 * How many emails are withheld from a network by the number of leading bits that it shares with a network
 * that has requested some: `[bits, mails]`, interpolated linearly. An attacker easily gets addresses close to
 * each other, but not far apart, so the last emails are reserved for networks far from all others.
 */
const WITHHELD = {
  ipv4: [
    [0, 0],
    [8, 8],
    [24, 9],
    [32, 10],
  ],
  ipv6: [
    [0, 0],
    [12, 1],
    [32, 5],
    [48, 8],
    [64, 10],
  ],
} as const;

/** The quota that an email counts against. */
export type MailKind = keyof typeof QUOTAS;

/** The client that causes an email. */
interface Sender {
  readonly kind: MailKind;
  readonly browser: string;
  /** The network as returned by `networkOf`. */
  readonly network: string;
}

/** An email that was allowed; `at` is a timestamp in milliseconds. */
export interface Grant extends Sender {
  readonly at: number;
  /** Whether its code was entered, which proves that the client can read the mailbox. */
  readonly isProven?: boolean;
  /** The hash of its long code, until the code is used. */
  readonly longCode?: string;
  /** The slot and the address that a long code is for. */
  readonly slot?: string;
}

/** Returns the grants of a mailbox that still count. */
export function recent(grants: readonly Grant[], now: number): Grant[] {
  return grants.filter(({ at }) => at > now - QUOTA_MINUTES * 60_000);
}

/** Returns the quota that an email counts against, or undefined if it is used up. */
export function quotaFor(grants: readonly Grant[], sender: Sender): MailKind | undefined {
  const usedBy = (kind: MailKind) => grants.filter((grant) => grant.kind === kind);
  if (sender.kind !== 'unknown' && usedBy(sender.kind).length < QUOTAS[sender.kind]) return sender.kind;
  if (sender.kind === 'invitation' || sender.kind === 'long') return undefined;
  return mayUnknownBrowserAsk(usedBy('unknown'), sender) ? 'unknown' : undefined;
}

/**
 * Returns whether the `unknown` quota allows an email. The more of it is used, the farther the network must
 * be from those with unproven requests, and the fewer unproven requests it may have itself.
 */
function mayUnknownBrowserAsk(used: readonly Grant[], { browser, network }: Sender) {
  const inVain = used.filter(({ isProven }) => !isProven);
  const own = inVain.filter((grant) => grant.network === network || grant.browser === browser);
  const others = inVain.filter((grant) => grant.network !== network);
  const withheld = Math.max(0, ...others.map((other) => reservedFor(network, other.network)));
  return used.length + COST_OF_A_REPEAT * own.length + withheld < QUOTAS.unknown;
}

function reservedFor(network: string, other: string) {
  const bits = commonPrefixLength(network, other);
  const line = network.length > 8 ? WITHHELD.ipv6 : WITHHELD.ipv4;
  const next = line.findIndex(([end]) => bits <= end);
  const [toBits, toMails] = line[next] ?? [0, 0];
  const [fromBits, fromMails] = line[next - 1] ?? [0, 0];
  if (toBits === fromBits) return toMails;
  return Math.floor(fromMails + ((toMails - fromMails) * (bits - fromBits)) / (toBits - fromBits));
}

const LIFE = sql.raw(`interval '${QUOTA_MINUTES} minutes'`);

/** Limits emails per mailbox, see `mailQuotas`. */
export interface MailQuotas {
  /** Returns whether the visitor may cause an email to an address, and counts it if so. */
  take(address: string, kind: MailKind): Promise<boolean>;
  /**
   * Returns when the address's current long code expires, and the code itself if it must be sent now. The
   * expiry is the same whether the address has an account or not.
   */
  takeLongCode(address: string): Promise<LongCodeGrant>;
  /** Returns whether a long code is the current one of an address, and ends its validity. */
  redeem(address: string, code: string): Promise<boolean>;
  /** Marks the visitor's grants for an address as proven, after the code from its email was entered. */
  prove(address: string): Promise<void>;
  /** Deletes expired rows. */
  prune(): Promise<void>;
}

/** A long code; times are timestamps in milliseconds, by the database's clock. */
interface LongCodeGrant {
  readonly now: number;
  readonly expiresAt: number;
  readonly code?: string;
}

/**
 * Creates the limiter of emails per mailbox, shared by all servers: the mailbox's row stays locked between
 * read and write, and times come from the database. Known and unknown addresses run the same statements. Not
 * counted: loopback requests in local mode, whose visitors share a network, and a demo, which shows codes.
 */
export function mailQuotas(
  { kysely }: Pick<Database, 'kysely'>,
  { isDemo }: Pick<Settings, 'isDemo'>,
): MailQuotas {
  return {
    take: async (address, kind) => {
      const { browser, ipAddress, isLocal } = currentClient();
      if (isDemo || isLocal) return true;
      const sender = { kind, browser, network: networkOf(ipAddress) };
      return kysely.transaction().execute(async (db) => {
        const { key, grants, now } = await lock(db, address);
        const quota = quotaFor(grants, sender);
        if (quota) await keep(db, { key, grants: [...grants, { ...sender, kind: quota, at: now }] });
        return quota !== undefined;
      });
    },
    takeLongCode: (address) =>
      kysely.transaction().execute(async (db) => {
        const { key, grants, now } = await lock(db, address);
        const { from, expiresAt } = slotAt(now);
        const { browser, ipAddress } = currentClient();
        const code = createLongCode();
        const grant: Grant = {
          kind: 'long',
          browser,
          network: networkOf(ipAddress),
          at: now,
          longCode: longCodeHash(address, code),
          slot: longCodeHash(address, String(from)),
        };
        // A tagged address without an account may be made up: it must not use up the mailbox's emails.
        const isOwned = !isTagged(address) || (await hasAccount(db, address));
        const isNew = grants.every(({ slot }) => slot !== grant.slot);
        const isGranted = isOwned && isNew && quotaFor(grants, grant) === 'long';
        await keep(db, { key, grants: isGranted ? [...grants, grant] : grants });
        return { now, expiresAt, ...(isGranted && { code }) };
      }),
    redeem: (address, code) =>
      kysely.transaction().execute(async (db) => {
        const { key, grants, now } = await lock(db, address);
        const hash = longCodeHash(address, code);
        const isValid = ({ longCode, at }: Grant) => longCode === hash && slotAt(at).expiresAt > now;
        await keep(db, { key, grants: grants.map((grant) => (isValid(grant) ? used(grant) : grant)) });
        return grants.some(isValid);
      }),
    prove: (address) =>
      kysely.transaction().execute(async (db) => {
        const { key, grants } = await lock(db, address);
        await keep(db, { key, grants: grants.map(markProven) });
      }),
    prune: async () => {
      // Skips locked rows, so that two servers that prune at the same time do not wait for each other.
      await sql`delete from mail_quotas where key in
        (select key from mail_quotas where expires_at <= now() for update skip locked)`.execute(kysely);
    },
  };
}

/** Inserts the row of an address's mailbox if necessary, locks it, and returns its unexpired grants. */
async function lock(db: Transaction, address: string) {
  const key = mailboxKey(address);
  const { rows } = await sql<{ grants: string; now: number }>`
    insert into mail_quotas (key, grants, expires_at) values (${key}, '[]', now() + ${LIFE})
    on conflict (key) do update set key = excluded.key
    returning grants, extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db);
  const { grants, now } = rows[0]!;
  return { key, now, grants: recent(JSON.parse(grants) as Grant[], now) };
}

async function keep(db: Transaction, { key, grants }: { key: string; grants: readonly Grant[] }) {
  await sql`update mail_quotas set grants = ${JSON.stringify(grants)}, expires_at = now() + ${LIFE}
    where key = ${key}`.execute(db);
}

function markProven(grant: Grant): Grant {
  return grant.browser === currentClient().browser ? { ...grant, isProven: true } : grant;
}

function used({ longCode: _, ...grant }: Grant): Grant {
  return { ...grant, isProven: true };
}

async function hasAccount(db: Transaction, address: string) {
  const { rows } = await sql`select 1 from users where email = ${address}`.execute(db);
  return rows.length > 0;
}

const isTagged = (address: string) => /\+.*@/s.test(address);

/** Returns a hash that does not reveal the address. `ada+news@` and `ada@` are one mailbox (RFC 5233). */
function mailboxKey(address: string) {
  const [, user = '', domain = ''] = /^([^+]*).*(@[^@]*)$/s.exec(address.toLowerCase()) ?? [];
  return createHash('sha256')
    .update(user ? user + domain : address.toLowerCase())
    .digest('base64url');
}
