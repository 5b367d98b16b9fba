import { describe, expect, it } from 'vitest';
import { readCookie, withoutCookie } from './cookies.ts';

describe('reading a cookie', () => {
  it('returns its value as sent, undecoded', () => {
    expect(readCookie('a=1; session=token.a%2Bb%3D; b=2', 'session')).toBe('token.a%2Bb%3D');
  });

  it('returns the first of several with the same name, and undefined for none', () => {
    expect(readCookie('session=first; session=second', 'session')).toBe('first');
    expect(readCookie('mysession=1', 'session')).toBeUndefined();
    expect(readCookie(undefined, 'session')).toBeUndefined();
  });

  it.each(['constructor', '__proto__', 'toString'])('finds no cookie that was not sent: %s', (name) => {
    expect(readCookie('a=1', name)).toBeUndefined();
  });
});

describe('removing a cookie', () => {
  it('leaves the others with the same meaning', () => {
    expect(withoutCookie('a=1; session=x; b=50%25; c=two%20words', 'session')).toBe(
      'a=1; b=50%25; c=two%20words',
    );
  });

  it.each(['session=x; session=y', 'session =x', ' session\t= x', ';session=x;'])(
    'removes it in any notation: %j',
    (header) => {
      expect(withoutCookie(header, 'session')).toBe('');
    },
  );

  it.each(['é=1', 'two words=1', '=1', 'a'])(
    'drops what is not a valid cookie instead of failing: %j',
    (header) => {
      expect(withoutCookie(`${header}; b=2`, 'session')).toBe('b=2');
    },
  );
});
