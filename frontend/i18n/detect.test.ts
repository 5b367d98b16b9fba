import { expect, test } from 'vitest';
import { detectLanguage, type LanguageSources } from './detect.ts';

const silent: LanguageSources = {
  search: '',
  cookie: '',
  local: null,
  session: null,
  navigator: [],
  html: null,
};
const all: LanguageSources = {
  search: '?lng=fr',
  cookie: 'a=b; i18next=ar; c=d',
  local: 'sw',
  session: 'fr',
  account: 'ar',
  navigator: ['ar-EG', 'en'],
  html: 'sw',
};

test('the address is asked first, then cookie, local storage, session storage, account, browser and page', () => {
  expect(detectLanguage(all)).toBe('fr');
  expect(detectLanguage({ ...all, search: '' })).toBe('ar');
  expect(detectLanguage({ ...all, search: '', cookie: '' })).toBe('sw');
  expect(detectLanguage({ ...all, search: '', cookie: '', local: null })).toBe('fr');
  expect(detectLanguage({ ...all, search: '', cookie: '', local: null, session: null })).toBe('ar');
  expect(detectLanguage({ ...silent, account: 'sw', navigator: ['fr'] })).toBe('sw');
  expect(detectLanguage({ ...silent, navigator: ['ar-EG', 'en'], html: 'sw' })).toBe('ar');
  expect(detectLanguage({ ...silent, html: 'sw' })).toBe('sw');
});

test('a language that is not ours is passed over', () => {
  expect(
    detectLanguage({ ...silent, search: '?lng=de', cookie: 'i18next=xx', navigator: ['de-DE', 'fr-CA'] }),
  ).toBe('fr');
  expect(detectLanguage({ ...silent, navigator: ['constructor', 'de'] })).toBe('en');
});

test('a cookie whose name only ends alike is another cookie', () => {
  expect(detectLanguage({ ...silent, cookie: 'not-i18next=fr' })).toBe('en');
});
