import type { Language } from '@bindery/contract/records/init.ts';
import { type MailContent, renderHtml, renderText } from './layout.ts';
import { formatTime, formatTimestamp, textsIn } from './texts.ts';

/** Maximum length of a name in an email, in UTF-16 code units, including the ellipsis. */
const MAX_LENGTH = 60;
const ELLIPSIS = '…';

/** Line breaks, and characters that are invisible or change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
/** URLs that mail clients turn into links: any scheme with slashes, a few without, and `www.`. */
const URLS = /(?:\p{L}[\p{L}\p{N}+.-]*:[/\\]{2}|\b(?:mailto|tel|sms|javascript|data):|\bwww\.)\S*/giu;
/** Dots that browsers read as the dot of a domain, because they normalize to it. */
const DOT = '[.。．｡․﹒]';
/** The path after a text that looks like a domain. */
const PATH = new RegExp(`(?<=[\\p{L}\\p{N}]${DOT}\\p{L}{2}[^\\s/\\\\]*)[/\\\\]\\S*`, 'gu');
/** The dots of a text that looks like a domain, but not those of `J. R. R.` or `St. Mary`. */
const DOMAIN_DOT = new RegExp(`(?<=[\\p{L}\\p{N}])${DOT}(?=[\\p{L}\\p{N}]{2})`, 'gu');
/** An IPv4 address, and the path after it. A version such as `2.0` has fewer numbers. */
const IPV4 = new RegExp(`(?<!\\p{N})((?:\\p{N}{1,3}${DOT}){3}\\p{N}{1,3})(?:[/:\\\\]\\S*)?`, 'gu');
/** One dot, anywhere. */
const ANY_DOT = new RegExp(DOT, 'gu');
/** Characters that could end the quotation of the name early. */
const QUOTATION_MARKS = /["“”„‟«»‹›＂〝〞〟「」『』<>]/gu;

const graphemes = new Intl.Segmenter();

/**
 * Sanitizes a name for use in an email to a stranger, such as between quotation marks: one line, at most 60
 * characters, nothing that mail clients turn into a link; an empty string if no letter or digit is left.
 */
export function quoteName(name: string): string {
  const plain = name
    .replace(INVISIBLE, ' ')
    .replace(URLS, ' ')
    .replace(IPV4, (_, address: string) => address.replace(ANY_DOT, ' '))
    .replace(PATH, ' ')
    .replace(DOMAIN_DOT, ' ')
    .replace(QUOTATION_MARKS, '’')
    .replace(/\s+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? shortened(plain) : '';
}

/** Shortens a text to at most 60 code units with an ellipsis, without splitting a grapheme. */
function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  let start = '';
  for (const { segment } of graphemes.segment(text)) {
    if (start.length + segment.length + ELLIPSIS.length > MAX_LENGTH) break;
    start += segment;
  }
  return start.trimEnd() + ELLIPSIS;
}

/** A rendered email. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The code in the email, for the outbox. */
  readonly code: string | null;
  /** After this time the email is no longer delivered. */
  readonly usefulUntil: Date;
  /** Whether its code or its invitation is invalid after that time. */
  readonly expires?: true;
}

interface Timed {
  readonly to: string;
  readonly language: Language;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

/** The purpose of a code. */
export type CodePurpose = 'signIn' | 'changeEmail';

/** The messages of an email with a code: one per purpose, and one for a long code to sign in. */
type CodeTexts = CodePurpose | 'signInLong';

/** Returns the email with a code, without a link: users should not get used to clicking those. */
export function codeMail(about: Timed & { code: string; purpose: CodeTexts }): Mail {
  const { language, code, purpose, requestedAt, expiresAt } = about;
  const t = textsIn(language);
  const minutes = Math.round((expiresAt.getTime() - requestedAt.getTime()) / 60_000);
  const validity = t('validity', {
    count: minutes,
    requestedAt: formatTimestamp(requestedAt, language),
    time: formatTime(expiresAt, language),
  });
  const pieces = {
    title: t(`${purpose}.title`),
    intro: t(`${purpose}.intro`),
    code,
    notes: [validity, t('warning')],
  };
  return { ...compose(about, t(`${purpose}.subject`, { code }), pieces), code, expires: true };
}

/** How long an email about a new account, or from an extension, is worth delivering. */
const ACCOUNT_MAIL_HOURS = 24;

/** Placeholder for a name that cannot be shown. */
const NAMELESS = '…';

/** The inviting user. The address replaces a name that cannot be shown. */
export interface Inviter {
  readonly name: string;
  readonly email: string;
}

/**
 * Returns the email that invites a user to an organisation. The user accepts by signing in with the address.
 * The inviter controls both names and can send them to any address, so they are sanitized and quoted.
 */
export function invitationMail(about: Timed & { inviter: Inviter; organization: string }): Mail {
  const t = textsIn(about.language);
  const { inviter } = about;
  const values = {
    inviter: quoteName(inviter.name) || shortened(inviter.email),
    organization: quoteName(about.organization) || NAMELESS,
    requestedAt: formatTimestamp(about.requestedAt, about.language),
    expiresAt: formatTimestamp(about.expiresAt, about.language),
  };
  const pieces = {
    title: t('invitation.title', values),
    intro: t('invitation.intro', values),
    notes: [t('invitation.validity', values)],
  };
  return { ...compose(about, t('invitation.subject', values), pieces), expires: true };
}

/** Keeps the direction of a name, and of the sentence around it: mail clients show `<bdi>` not as such. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/**
 * Returns the email that informs a user that an admin has created an account for them. It has no code, only
 * a link to sign in: opening the link still requires a code from the same mailbox. The admin's name is
 * sanitized, but not quoted: unlike other users, admins can do more than write to strangers.
 */
export function accountMail(
  about: Pick<Timed, 'to' | 'language' | 'requestedAt'> & {
    /** The name of the new user, if it is known. */
    name: string;
    inviter: Inviter;
    signInUrl: string;
  },
): Mail {
  const { to, inviter, language, requestedAt, signInUrl } = about;
  const t = textsIn(language);
  const name = quoteName(about.name);
  const values = {
    to: isolated(to),
    inviter: isolated(quoteName(inviter.name) || shortened(inviter.email)),
    requestedAt: formatTimestamp(requestedAt, language),
  };
  const pieces = {
    title: t('account.title'),
    ...(name && { greeting: t('account.greeting', { name: isolated(name) }) }),
    intro: t('account.intro', values),
    link: { label: t('account.action'), url: signInUrl },
    notes: [t('account.note', values)],
  };
  const expiresAt = new Date(requestedAt.getTime() + ACCOUNT_MAIL_HOURS * 60 * 60_000);
  return compose({ ...about, expiresAt }, t('account.subject', values), pieces);
}

/** An email that an extension sends. */
export interface OwnMail {
  readonly to: string;
  readonly subject: string;
  /** The paragraphs. */
  readonly text: string | readonly string[];
  readonly link?: MailContent['link'];
  /** The language of the texts; by default the language of the user with the address. */
  readonly language?: Language;
}

/** Returns an email with a custom text; the subject is also its title. */
export function ownMail({ to, subject, text, link }: OwnMail, language: Language): Mail {
  const [intro = '', ...notes] = [text].flat();
  const expiresAt = new Date(Date.now() + ACCOUNT_MAIL_HOURS * 60 * 60_000);
  return compose({ to, language, expiresAt }, subject, {
    title: subject,
    intro,
    notes,
    ...(link && { link }),
  });
}

function compose(
  { to, language, expiresAt }: Omit<Timed, 'requestedAt'>,
  subject: string,
  pieces: MailContent,
): Mail {
  return {
    to,
    subject,
    text: renderText(pieces),
    html: renderHtml(pieces, language),
    code: null,
    usefulUntil: expiresAt,
  };
}
