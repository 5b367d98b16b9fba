import { describe, expect, it } from 'vitest';
import { languages } from '#contract/init.ts';
import { codeMail, invitationMail } from './messages.ts';

const requestedAt = new Date('2027-03-01T09:30:00Z');
const about = { to: 'reader@example.com', requestedAt, expiresAt: new Date('2027-03-01T09:35:00Z') };

describe('the mail with a code', () => {
  it('says the code, when it was asked for and until when it is valid', () => {
    const mail = codeMail({ ...about, language: 'en', code: '042317', purpose: 'signIn' });
    expect(mail.subject).toBe('042317 is your Bindery code');
    expect(mail.text).toContain('\n042317\n');
    expect(mail.text).toContain(
      'Asked for on March 1, 2027 at 09:30 UTC. Valid for 5 minutes, until March 1, 2027 at 09:35 UTC.',
    );
    expect(mail.html).toContain('042317');
  });

  it.each(languages)('has its own words in %s, for every purpose', (language) => {
    const english = codeMail({ ...about, language: 'en', code: '042317', purpose: 'signIn' });
    const signIn = codeMail({ ...about, language, code: '042317', purpose: 'signIn' });
    const changeEmail = codeMail({ ...about, language, code: '042317', purpose: 'changeEmail' });
    expect(signIn.text === english.text).toBe(language === 'en');
    expect(changeEmail.subject).not.toBe(signIn.subject);
    for (const { subject, text, html } of [signIn, changeEmail]) {
      expect(subject + text + html).not.toMatch(/\{\{|undefined|(signIn|changeEmail|invitation)\.|validity/);
      expect(html).toContain(`lang="${language}"`);
    }
  });

  it('runs from right to left in Arabic, except for the code', () => {
    const { html } = codeMail({ ...about, language: 'ar', code: '042317', purpose: 'signIn' });
    expect(html).toMatch(/<html lang="ar" dir="rtl">/);
    expect(html).toMatch(/<p dir="ltr"[^>]*>042317</);
  });

  it.each(languages)('has nothing to click or load in %s', (language) => {
    const { html, text } = codeMail({ ...about, language, code: '042317', purpose: 'signIn' });
    expect(html + text).not.toMatch(/<a\b|<img|href|src=|https?:/);
  });
});

describe('an invitation', () => {
  it.each(languages)('says in %s who invites to what', (language) => {
    const mail = invitationMail({ ...about, language, inviter: 'Ada', organization: 'Readers' });
    expect(mail.subject).toContain('Ada');
    expect(mail.subject).toContain('Readers');
    expect(mail.subject + mail.text + mail.html).not.toMatch(
      /\{\{|undefined|(signIn|changeEmail|invitation)\.|validity/,
    );
  });

  it('shows names as text, whatever is in them', () => {
    const mail = invitationMail({ ...about, language: 'en', inviter: '<b>Eve</b>', organization: 'Readers' });
    expect(mail.html).toContain('&lt;b&gt;Eve&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>');
  });
});
