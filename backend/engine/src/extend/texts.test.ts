import { describe, expect, it } from 'vitest';
import { defineTexts } from './texts.ts';

const en = { title: 'Of {{name}}', due: { days_one: '{{count}} day', days_other: '{{count}} days' } };
const fr = {
  title: 'De {{name}}',
  due: { days_one: '{{count}} jour', days_many: '{{count}} de jours', days_other: '{{count}} jours' },
};
const ar = {
  title: 'من {{name}}',
  due: Object.fromEntries(
    ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [`days_${form}`, `${form} {{count}}`]),
  ),
};
const sw = { title: 'Ya {{name}}', due: { days_one: 'siku {{count}}', days_other: 'siku {{count}}' } };

describe('the messages of extension code', () => {
  const texts = defineTexts({ en, fr, ar, sw });

  it('are in the language, with values as given', () => {
    expect(texts('en')('title', { name: 'Ann & <Bo>' })).toBe('Of Ann & <Bo>');
    expect(texts('sw')('title', { name: 'Ann' })).toBe('Ya Ann');
  });

  it('have the plural form of a number in each language', () => {
    expect([1, 2].map((count) => texts('fr')('due.days', { count }))).toEqual(['1 jour', '2 jours']);
    expect([0, 2, 7].map((count) => texts('ar')('due.days', { count }))).toEqual([
      'zero 0',
      'two 2',
      'few 7',
    ]);
  });

  it('are rejected if a language lacks a message or a plural form, or has an extra one', () => {
    const { title: _, ...untitled } = fr;
    expect(() => defineTexts({ en, fr: untitled, ar, sw })).toThrow('fr lacks title');
    expect(() =>
      defineTexts({ en, fr, ar: { title: ar.title, due: { days_other: '{{count}}' } }, sw }),
    ).toThrow('ar lacks due.days_few');
    expect(() => defineTexts({ en, fr, ar, sw: { ...sw, titel: 'Ya' } })).toThrow(
      'sw has titel, which is unknown',
    );
  });
});
