import { commonPrefixLength } from '#backend/kernel/http/network.ts';
import { CODE_MINUTES } from './codes.ts';

/*
 * Why these numbers (full reasoning: docs/decisions/sign-in-codes.md). A code allows three attempts, only from the
 * browser that requested it, so 30 codes allow 90 guesses. Unknown networks get 13 codes, which is 39 guesses at one
 * of a million codes. Attackers who use all of it all day succeed with odds of 1 in 1,157 a day; from a single
 * network 1 in 2,150 a day. Long codes cannot be guessed.
 */

/** Maximum number of emails to one mailbox per hour, by kind. The quotas are independent of each other. */
const SHARES = {
  /** Codes for browsers that have signed in with the address before. */
  known: 5,
  /** Codes for other browsers on networks from which the address has signed in before. */
  knownNetwork: 3,
  /** Codes for all other browsers, and for the two kinds above once their own quota is used up. */
  unknown: 13,
  /**
   * Emails with a long code, for all users once `unknown` is used up: one in each slot that an hour touches.
   */
  long: 7,
  invitation: 2,
} as const;

/**
 * Grants count for an hour plus the lifetime of a code, so that guesses at late codes do not add to the next
 * hour.
 */
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
export type MailKind = keyof typeof SHARES;

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
  if (sender.kind !== 'unknown' && usedBy(sender.kind).length < SHARES[sender.kind]) return sender.kind;
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
  return used.length + COST_OF_A_REPEAT * own.length + withheld < SHARES.unknown;
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
