import type { Language } from '#contract/init.ts';
import { asHtml, asText, type Pieces } from './layout.ts';
import { quotableName, shortened } from './quote-name.ts';
import { moment, textsIn } from './texts.ts';

/** A mail that is ready to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The code it brings, for the outbox. */
  readonly code: string | null;
  /** Past this moment nobody is helped by it any more. */
  readonly usefulUntil: Date;
}

interface Timed {
  readonly to: string;
  readonly language: Language;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

/** What a code is for. */
export type CodePurpose = 'signIn' | 'changeEmail';

/** The mail that brings a code. It carries no link, so nobody learns to click on those in such mails. */
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

/** In place of a name that cannot be shown. */
const NAMELESS = '…';

/** Who invites: somebody without a name that can be shown goes by their address. */
interface Inviter {
  readonly name: string;
  readonly email: string;
}

/**
 * The mail that invites somebody to an organisation; they answer it by signing in with this address. Whoever invites
 * has chosen both names, and can send them to anybody: they stand quoted, and as no more than names.
 */
export function invitationMail(about: Timed & { inviter: Inviter; organization: string }): Mail {
  const t = textsIn(about.language);
  const { inviter } = about;
  const values = {
    inviter: quotableName(inviter.name) || shortened(inviter.email),
    organization: quotableName(about.organization) || NAMELESS,
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

function compose({ to, language, expiresAt }: Timed, subject: string, pieces: Pieces): Mail {
  return {
    to,
    subject,
    text: asText(pieces),
    html: asHtml(pieces, language),
    code: null,
    usefulUntil: expiresAt,
  };
}
