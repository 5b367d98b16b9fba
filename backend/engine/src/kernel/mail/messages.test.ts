import { product } from '@bindery/contract/api/product.ts';
import { languages } from '@bindery/contract/records/init.ts';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { accountMail, codeMail, invitationMail, quoteName } from './messages.ts';

const requestedAt = new Date('2027-03-01T09:30:00Z');
const about = { to: 'reader@example.com', requestedAt, expiresAt: new Date('2027-03-01T09:35:00Z') };

describe('the email with a code', () => {
  it('contains the code, when it was requested and until when it is valid', () => {
    const mail = codeMail({ ...about, language: 'en', code: '042317', purpose: 'signIn' });
    expect(mail.subject).toBe(`042317 is your ${product().name} code`);
    expect(mail.text).toContain('\n042317\n');
    expect(mail.text).toContain('Asked for on March 1, 2027 at 09:30 UTC. Valid for 5 minutes, until 09:35.');
    expect(mail.html).toContain('042317');
  });

  it.each(languages)('has its own message in %s for every purpose', (language) => {
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

  it('is right-to-left in Arabic, except for the code', () => {
    const { html } = codeMail({ ...about, language: 'ar', code: '042317', purpose: 'signIn' });
    expect(html).toMatch(/<html lang="ar" dir="rtl">/);
    expect(html).toMatch(/<td dir="ltr"[^>]*>042317</);
  });

  it('is in the colours of the product, in both themes, and as wide as the screen', () => {
    const { html } = codeMail({ ...about, language: 'en', code: '042317', purpose: 'signIn' });
    const { light, dark } = product().colors;
    for (const color of [light.paper, light.accentSoft, light.accent, dark.paper, dark.accentSoft])
      expect(html).toContain(color);
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
    expect(html).toContain(`>${escapeHtml(product().name)}</td>`);
  });

  it('has the initial, which clients that draw one replace with the mark of the product', () => {
    const { html } = codeMail({ ...about, language: 'en', code: '042317', purpose: 'signIn' });
    expect(html).toContain(`<span class="mark" style="display:block">${product().name[0]}</span>`);
    const [, drawing = ''] =
      /<style>\.mark\{content:url\("data:image\/svg\+xml,([^"]*)"\)\}/.exec(html) ?? [];
    expect(decodeURIComponent(drawing)).toContain(`<path d='${product().icon}'/>`);
  });

  it('has a short code on one line, but not a long one', () => {
    const signIn = { ...about, language: 'en', purpose: 'signIn' } as const;
    const styleOf = (code: string) =>
      new RegExp(`style="([^"]*)">${code}<`).exec(codeMail({ ...signIn, code }).html)?.[1];
    expect(styleOf('042317')).toContain('white-space:nowrap');
    expect(styleOf('K7QM-2XRT-9WPD-VHNB')).not.toContain('nowrap');
  });

  it.each(languages)('has no links and loads nothing in %s', (language) => {
    const { html, text } = codeMail({ ...about, language, code: '042317', purpose: 'signIn' });
    expect(html + text).not.toMatch(/<a\b|<img|href|src=|https?:/);
  });
});

describe('the email about a new account', () => {
  const inviter = { name: 'Ada', email: 'ada@example.com' };
  const signInUrl = 'https://books.example/login';

  it.each(languages)(
    'names both users with their own direction and has only the link to sign in, in %s',
    (language) => {
      const mail = accountMail({ ...about, language, name: 'Sam', inviter, signInUrl });
      const { subject, text, html, code } = mail;
      expect(code).toBeNull();
      // It is no longer delivered after a day, but nothing in it is invalid then.
      expect(mail.expires).toBeUndefined();
      for (const part of [subject, text, html]) {
        expect(part).not.toMatch(/\{\{|undefined|account\./);
        expect(part).toContain('\u2068Ada\u2069');
        expect(part).not.toMatch(/[“”«»]/);
      }
      for (const part of [text, html]) expect(part).toMatch(/[>\n][^>\n]*\u2068Sam\u2069[,،][<\n]/);
      expect(text.match(/https?:\S+/g)).toEqual([signInUrl]);
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([signInUrl]);
      expect(html).not.toMatch(/<img|src=/);
    },
  );

  it('greets nobody whose name is not known', () => {
    const { text } = accountMail({ ...about, language: 'en', name: '', inviter, signInUrl });
    expect(text).not.toContain('Hello');
    expect(text).toContain('enter your email address, \u2068reader@example.com\u2069.');
  });

  it.each(languages)('does not let the names form a line or a link in %s', (language) => {
    const name = `Bank” has closed.\r\nGo to https://evil.example/now “${'x'.repeat(80)}`;
    const { subject, text, html } = accountMail({
      ...about,
      language,
      signInUrl,
      name,
      inviter: { ...inviter, name },
    });
    for (const part of [subject, text, html]) expect(part).not.toMatch(/evil\.example|x{61}|Bank”/);
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

describe('an invitation', () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };
  const everyPart = ({ subject, text, html }: ReturnType<typeof invitationMail>) => [subject, text, html];

  it.each(languages)('names the inviter and the organisation in %s', (language) => {
    const mail = invitationMail({ ...about, language, inviter: ada, organization: 'Readers' });
    expect(mail.subject).toContain('Ada');
    expect(mail.subject).toContain('Readers');
    expect(mail.subject + mail.text + mail.html).not.toMatch(
      /\{\{|undefined|(signIn|changeEmail|invitation)\.|validity/,
    );
  });

  it.each(languages)('quotes all names in %s', (language) => {
    const mail = invitationMail({ ...about, language, inviter: ada, organization: 'Readers' });
    for (const part of everyPart(mail)) {
      const unquoted = part.replaceAll(/[“«][\s\u2068]*(Ada|Readers)[\s\u2069]*[”»]/gu, '');
      expect(unquoted).not.toBe(part);
      expect(unquoted).not.toMatch(/Ada|Readers/);
    }
  });

  it.each(languages)('does not let a name form a sentence, a line or a link in %s', (language) => {
    const name = `Bank” has closed.\r\nGo to https://evil.example/now or evil.example “${'x'.repeat(80)}`;
    const mail = invitationMail({ ...about, language, inviter: { ...ada, name }, organization: name });
    const harmless = invitationMail({ ...about, language, inviter: ada, organization: 'Readers' });
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.text.split('\n')).toHaveLength(harmless.text.split('\n').length);
    for (const part of everyPart(mail)) {
      expect(part).not.toMatch(/https?:|evil\.example|x{61}/);
      expect(part).not.toContain('Bank”');
    }
  });

  it('shows the address of an inviter whose name cannot be shown', () => {
    const inviter = { ...ada, name: 'https://evil.example' };
    const { subject } = invitationMail({ ...about, language: 'en', inviter, organization: '//' });
    expect(subject).toBe('“ada@example.com” invites you to “…”');
  });

  it('escapes names in the HTML part', () => {
    const inviter = { ...ada, name: 'Eve & <b>Son</b>' };
    const mail = invitationMail({ ...about, language: 'en', inviter, organization: 'Readers' });
    expect(mail.html).toContain('Eve &amp; ');
    expect(mail.html).not.toContain('<b>');
  });
});

describe('a name in an email', () => {
  it.each([
    'Ada Lovelace',
    'J. R. R. Tolkien',
    'St. Mary’s Readers',
    'نجيب محفوظ',
    'Ngũgĩ wa Thiong’o',
    'Renée O’Neill-Müller',
    'Web 2.0 Club',
    'Team 👩‍👩‍👧',
    'Fast & Friends, Inc.',
  ])('is unchanged if it is harmless: %s', (name) => {
    expect(quoteName(name)).toBe(name);
  });

  it.each([
    ['Click https://evil.example/x?y=1 now', 'Click now'],
    ['HTTP://EVIL.EXAMPLE', ''],
    ['ftp://a.b and www.evil.example/path too', 'and too'],
    ['evil.example/login', 'evil example'],
    ['Booking.com', 'Booking com'],
    ['www2.evil.example', 'www2 evil example'],
    ['evil。example', 'evil example'],
    ['mailto:eve@evil.example Eve', 'Eve'],
    ['eve@evil.example', 'eve@evil example'],
    ['https:\\\\evil.example', ''],
    ['evil․example and evil﹒example', 'evil example and evil example'],
    ['192.168.10.10', '192 168 10 10'],
    ['192.0.2.7/login now', '192 0 2 7 now'],
    ['1.1.1.1:8080', '1 1 1 1'],
    ['пример.рф/вход', 'пример рф'],
  ])('does not form a link: %s', (name, expected) => {
    expect(quoteName(name)).toBe(expected);
  });

  it.each([
    ['Ada\r\nBcc: eve@x', 'Ada Bcc: eve@x'],
    ['Ada\u2028Your code\u2029is', 'Ada Your code is'],
    ['Ada\u202e live', 'Ada live'],
    ['evil\u00ad.example', 'evil .example'],
    ['Ada” has died. “Click', 'Ada’ has died. ’Click'],
    ['Ada » « "Eve"', 'Ada ’ ’ ’Eve’'],
    ['   ', ''],
    ['…!', ''],
  ])('does not form a line or a sentence: %j', (name, expected) => {
    expect(quoteName(name)).toBe(expected);
  });

  it('has at most 60 characters and is not cut within a grapheme', () => {
    expect(quoteName('a'.repeat(60))).toBe('a'.repeat(60));
    expect(quoteName('a'.repeat(61))).toBe(`${'a'.repeat(59)}…`);
    const family = '👩‍👩‍👧';
    expect(quoteName(`x${family.repeat(30)}`)).toBe(`x${family.repeat(7)}…`);
  });
});
