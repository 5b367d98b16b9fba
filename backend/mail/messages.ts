import type { Language } from '#contract/init.ts';
import { type MailContent, renderHtml, renderText } from './layout.ts';
import { quoteName, shortened } from './quote-name.ts';
import { moment, textsIn } from './texts.ts';

/** A rendered mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The code in the mail, for the outbox. */
  readonly code: string | null;
  /** After this time the mail is no longer delivered. */
  readonly usefulUntil: Date;
}

interface Timed {
  readonly to: string;
  readonly language: Language;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

/** The purpose of a code. */
export type CodePurpose = 'signIn' | 'changeEmail';

/**
 * Returns the mail with a code. It has no link, so that users do not get used to clicking links in such
 * mails.
 */
export function codeMail(about: Timed & { code: string; purpose: CodePurpose }): Mail {
  const { language, code, purpose, requestedAt, expiresAt } = about;
  const t = textsIn(language);
  const minutes = Math.round((expiresAt.getTime() - requestedAt.getTime()) / 60_000);
  const validity = t('validity', { count: minutes, ...moments(about) });
  const pieces = {
    title: t(`${purpose}.title`),
    intro: t(`${purpose}.intro`),
    code,
    notes: [validity, t('warning')],
  };
  return { ...compose(about, t(`${purpose}.subject`, { code }), pieces), code };
}

/** Placeholder for a name that cannot be shown. */
const NAMELESS = '…';

/** The inviting user. The address replaces a name that cannot be shown. */
interface Inviter {
  readonly name: string;
  readonly email: string;
}

/**
 * Returns the mail that invites a user to an organisation. The user accepts by signing in with the address.
 * The inviter controls both names and can send them to any address, so they are sanitized and quoted.
 */
export function invitationMail(about: Timed & { inviter: Inviter; organization: string }): Mail {
  const t = textsIn(about.language);
  const { inviter } = about;
  const values = {
    inviter: quoteName(inviter.name) || shortened(inviter.email),
    organization: quoteName(about.organization) || NAMELESS,
    ...moments(about),
  };
  const pieces = {
    title: t('invitation.title', values),
    intro: t('invitation.intro', values),
    notes: [t('invitation.validity', values)],
  };
  return compose(about, t('invitation.subject', values), pieces);
}

function moments({ requestedAt, expiresAt, language }: Timed) {
  return { requestedAt: moment(requestedAt, language), expiresAt: moment(expiresAt, language) };
}

function compose({ to, language, expiresAt }: Timed, subject: string, pieces: MailContent): Mail {
  return {
    to,
    subject,
    text: renderText(pieces),
    html: renderHtml(pieces, language),
    code: null,
    usefulUntil: expiresAt,
  };
}
