import { sharedBits } from '#backend/http/network.ts';
import { CODE_MINUTES } from './codes.ts';

/*
 * Why these numbers (docs/decisions/sign-in-codes.md has the whole reasoning). A code can be tried three times
 * and only by the browser that asked for it, so 30 codes are 90 guesses. Networks that nobody has signed in from
 * get 20 of them, 60 guesses at one of a million codes: when strangers use up all of it day and night, the odds that
 * they hit are 1 in 753 a day; from a single network 1 in 2,150 a day.
 */

/** Mails to one mailbox in any hour. Nobody uses up another's share. */
const SHARES = {
  /** Codes for browsers that have signed in with the address before. */
  known: 5,
  /** Codes for other browsers on networks that it has been signed in from before. */
  knownNetwork: 3,
  /** Codes for everybody else, and for those two when their own share is used up. */
  unknown: 20,
  invitation: 2,
} as const;

/** A code lives on past the end of its hour: guesses at it must not add to those of the next. */
export const QUOTA_MINUTES = 60 + CODE_MINUTES;

/** How much sooner a network is refused for each mail that it has caused itself. */
const COST_OF_A_REPEAT = 2;

/**
 * How many mails are withheld from a network for the leading bits that it shares with another one that has asked:
 * `[bits, mails]`, straight lines in between. Addresses close to each other are easy to come by, addresses far apart
 * are not, so that the last mails are for who is far from all others.
 */
const WITHHELD = {
  ipv4: [
    [0, 0],
    [8, 8],
    [24, 13],
    [32, 15],
  ],
  ipv6: [
    [0, 0],
    [12, 2],
    [32, 8],
    [48, 12],
    [64, 15],
  ],
} as const;

/** Whom a mail is for, or on whose account it goes. */
export type MailKind = keyof typeof SHARES;

/** Who causes a mail. */
export interface Sender {
  readonly kind: MailKind;
  readonly browser: string;
  /** As `networkOf` gives it. */
  readonly network: string;
}

/** A mail that was allowed; `at` is in milliseconds. */
export interface Grant extends Sender {
  readonly at: number;
  /** Its code was entered: whoever asked reads the mailbox. */
  readonly isProven?: boolean;
}

/** Returns the grants of a mailbox that still count. */
export function recent(grants: readonly Grant[], now: number): Grant[] {
  return grants.filter(({ at }) => at > now - QUOTA_MINUTES * 60_000);
}

/** Returns the share that a mail can be taken from, or undefined where the mailbox gets no more of them. */
export function shareFor(grants: readonly Grant[], sender: Sender): MailKind | undefined {
  const usedBy = (kind: MailKind) => grants.filter((grant) => grant.kind === kind);
  if (sender.kind !== 'unknown' && usedBy(sender.kind).length < SHARES[sender.kind]) return sender.kind;
  if (sender.kind === 'invitation') return undefined;
  return mayAskAsUnknown(usedBy('unknown'), sender) ? 'unknown' : undefined;
}

/**
 * The fuller the share, the farther a network must be from those that have asked in vain, and the less it may have
 * asked in vain itself.
 */
function mayAskAsUnknown(used: readonly Grant[], { browser, network }: Sender) {
  const inVain = used.filter(({ isProven }) => !isProven);
  const own = inVain.filter((grant) => grant.network === network || grant.browser === browser);
  const others = inVain.filter((grant) => grant.network !== network);
  const withheld = Math.max(0, ...others.map((other) => withheldFor(network, other.network)));
  return used.length + COST_OF_A_REPEAT * own.length + withheld < SHARES.unknown;
}

function withheldFor(network: string, other: string) {
  const bits = sharedBits(network, other);
  const line = network.length > 8 ? WITHHELD.ipv6 : WITHHELD.ipv4;
  const next = line.findIndex(([end]) => bits <= end);
  const [toBits, toMails] = line[next] ?? [0, 0];
  const [fromBits, fromMails] = line[next - 1] ?? [0, 0];
  if (toBits === fromBits) return toMails;
  return Math.floor(fromMails + ((toMails - fromMails) * (bits - fromBits)) / (toBits - fromBits));
}
