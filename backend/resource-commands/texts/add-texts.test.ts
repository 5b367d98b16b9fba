import { expect, it } from 'vitest';
import { defineResources, reference, select, text } from '#contract/schema/index.ts';
import { missingTextsOf } from '#contract/texts/missing-texts.ts';
import { addTexts, englishOf } from './add-texts.ts';

const { bookings } = defineResources({
  bookings: {
    title: 'Bookings of rooms',
    group: 'frontDesk',
    fields: {
      guestName: text({ required: true }),
      extraBed: text({ title: 'A bed more' }),
      state: select(['new', 'checkedIn'], { titles: { checkedIn: 'In the house' } }),
      next: reference('bookings'),
    },
    layout: [{ name: 'guest', fields: ['guestName', 'extraBed', 'state', 'next'] }],
    rights: { admin: ['read'] },
  },
});

const empty = { en: new Set<string>(), fr: new Set<string>(), ar: new Set<string>(), sw: new Set<string>() };

it('all texts that a language lacks of a resource have the English of its entry', () => {
  const [english] = missingTextsOf(bookings, empty);
  const added = english?.keys.map((key) => englishOf(bookings, key)!) ?? [];
  expect(JSON.parse(addTexts('{}', added))).toEqual({
    groups: { frontDesk: 'Front desk' },
    resources: {
      bookings: {
        label: 'Bookings of rooms',
        singular: expect.any(String),
        sections: { guest: 'Guest' },
        fields: { guestName: 'Guest name', extraBed: 'A bed more', state: 'State', next: 'Next' },
        options: { state: { new: 'New', checkedIn: 'In the house' } },
      },
    },
  });
});

it('texts that are there stay, also where others are added beside them', () => {
  const source = '{ "resources": { "bookings": { "label": "Chambres" } }, "other": "Autre" }';
  const added = ['resources.bookings.label', 'resources.bookings.fields.guestName'].map(
    (key) => englishOf(bookings, key)!,
  );
  expect(JSON.parse(addTexts(source, added))).toEqual({
    resources: { bookings: { label: 'Chambres', fields: { guestName: 'Guest name' } } },
    other: 'Autre',
  });
});

it('a key that is about another resource has no text here', () => {
  expect(englishOf(bookings, 'resources.rooms.label')).toBeUndefined();
  expect(englishOf(bookings, 'dashboard.title')).toBeUndefined();
});
