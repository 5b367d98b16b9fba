import { missingTexts } from '@bindery/contract/api/texts/locale-files.ts';
import { boolean, defineResources, select } from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { merged, skeletonOf } from './texts.ts';

const loans = defineResources({
  loans: {
    title: 'Lent books',
    fields: {
      state: select(['onHold', 'lent'], { required: true, titles: { lent: 'Out of the house' } }),
      isLate: boolean({ title: 'Too late' }),
    },
    layout: [{ name: 'whatIsLent', fields: ['state', 'isLate'] }],
    rights: { admin: ['read'] },
  },
});
const none = {
  en: new Set(['desk.days']),
  fr: new Set<string>(),
  ar: new Set<string>(),
  sw: new Set<string>(),
};

describe('the skeleton of the texts that a language lacks', () => {
  it('has the labels of the entry, otherwise its humanized names, nested as in the file', () => {
    const inFrench = missingTexts(loans, none).find(
      ({ file }) => file === 'frontend/locales/fr/manager.json',
    )!;
    expect(skeletonOf(inFrench, loans, new Map())).toEqual({
      groups: { application: 'Application' },
      resources: {
        loans: {
          label: 'Lent books',
          singular: 'Loan',
          sections: { whatIsLent: 'What is lent' },
          fields: { state: 'State', isLate: 'Too late' },
          options: { state: { onHold: 'On hold', lent: 'Out of the house' } },
        },
      },
    });
  });

  it('has the English text if there is one, in every plural form of the language', () => {
    const english = new Map(
      Object.entries({ 'desk.days_one': '{{count}} day', 'desk.days_other': '{{count}} days' }),
    );
    const lacking = {
      language: 'sw',
      file: 'frontend/extensions/desk/locales/sw.json',
      namespace: 'desk',
      keys: ['days'],
    } as const;
    const days = '{{count}} days';
    expect(skeletonOf(lacking, {}, english)).toEqual({ days_one: days, days_other: days });
    const inArabic = {
      ...lacking,
      language: 'ar',
      file: 'frontend/extensions/desk/locales/ar.json',
    } as const;
    expect(Object.keys(skeletonOf(inArabic, {}, english)).sort()).toEqual(
      ['few', 'many', 'one', 'other', 'two', 'zero'].map((form) => `days_${form}`),
    );
  });

  it('changes no existing text', () => {
    expect(
      merged({ a: 'old', b: { c: 'old' } }, { a: 'new', b: { c: 'new', d: 'new' }, e: { f: 'new' } }),
    ).toEqual({
      a: 'old',
      b: { c: 'old', d: 'new' },
      e: { f: 'new' },
    });
  });
});
