import { describe, expect, it } from 'vitest';
import { quoteName } from './messages.ts';

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
