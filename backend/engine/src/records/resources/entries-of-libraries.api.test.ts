import {
  boolean,
  date,
  datetime,
  decimal,
  defineResources,
  email,
  integer,
  reference,
  references,
  select,
  text,
  today,
} from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { townLibrary } from '@bindery/contract/testing/town-library.ts';
import { describe } from 'vitest';
import { Declarations } from '#backend/testing/declarations.ts';
import { testEntries } from '#backend/testing/entry-tests.ts';

const declarations = new Declarations();

/**
 * Entries with rules that no other one here has: `specimens`, which have every kind of field, are tested in
 * every-kind.api.test.ts, and those like `books` and `genres` in every-entry.api.test.ts.
 */
const TESTED_ELSEWHERE = ['specimens', 'books', 'genres'];
describe('every entry of the lending library', () =>
  testEntries(lendingLibrary, (name) => !TESTED_ELSEWHERE.includes(name), declarations));

describe('every entry of a library with custom roles', () =>
  testEntries(townLibrary, undefined, declarations));

const everything = ['read', 'create', 'update', 'delete'] as const;
const archives = defineResources({
  boxes: {
    archive: true,
    fields: {
      name: text({ unique: true, search: true }),
      number: text({ required: true, unique: 'exact' }),
      inside: reference('boxes'),
    },
    label: 'name',
    rights: { admin: everything, user: ['read', 'restore'] },
  },
  slips: {
    archive: true,
    fields: { text: text(), box: reference('boxes', { onDelete: 'cascade' }) },
    unique: [{ fields: ['text', 'box'], nulls: 'same' }],
    rights: { admin: everything, user: ['read'] },
  },
  notes: {
    archive: true,
    fields: { text: text(), state: select(['open', 'sent', 'closed']) },
    label: 'text',
    rights: { admin: everything, user: everything },
    where: {
      admin: { restore: () => ({ state: 'open' }) },
      user: { read: () => ({ state: ['open', 'sent'] }), delete: () => ({ state: 'open' }) },
    },
  },
});

describe('every entry with an archive', () => testEntries(archives, undefined, declarations));

const wards = defineResources({
  users: {
    managedBy: 'auth',
    fields: {
      email: email({ required: true, unique: true, search: true }),
      name: text({ search: true }),
      role: select(['admin', 'user'], { required: true, default: 'user' }),
      emailVerified: boolean({ required: true, readOnly: true }),
    },
    label: 'email',
    rights: { admin: ['read'] },
  },
  houses: { fields: { name: text({ required: true, search: true }) }, rights: { admin: everything } },
  wards: {
    fields: { house: reference('houses', { required: true }), staff: references('users') },
    rights: { admin: everything },
  },
  patients: {
    fields: { name: text({ required: true }), ward: reference('wards', { required: true }), keeper: text() },
    label: 'name',
    rights: { admin: everything, user: everything },
    where: {
      admin: { update: () => ({ ward: { house: { name: 'General' } } }) },
      user: {
        read: ({ user }) => ({ keeper: user.name }),
        create: ({ user }) => ({ keeper: user.name, ward: { staff: { some: user.id } } }),
        delete: ({ user }) => ({
          ward: { house: { name: 'General' }, staff: { some: { emailVerified: user.emailVerified } } },
        }),
      },
    },
  },
});

describe('every entry with row filters on fields of the user and on further records', () =>
  testEntries(wards, (name) => name === 'patients', declarations));

const inquiries = defineResources({
  inquiries: {
    fields: {
      name: text({ required: true, search: true }),
      state: select(['open', 'closed'], { required: true, default: 'open', readBy: ['admin'] }),
    },
    rights: { admin: everything, public: ['create'] },
  },
  // No user has an empty address, so its filter hides all records from visitors.
  requests: {
    fields: {
      address: email({ required: true }),
      state: select(['open', 'closed'], { required: true, default: 'open', readBy: ['admin'] }),
    },
    rights: { admin: everything, public: ['read', 'create'] },
    where: { public: { read: () => ({ address: null }), create: () => ({ state: 'open' }) } },
  },
});

describe('every entry that visitors add to without reading it', () =>
  testEntries(inquiries, undefined, declarations));

const stays = defineResources({
  stays: {
    fields: {
      guest: text({ search: true }),
      bookedOn: date({ required: true, default: today, writeBy: ['admin'] }),
      arrival: date({ required: true, gte: 'bookedOn' }),
      departure: date({ required: true, gt: 'arrival' }),
      arrivedAt: datetime({ lt: 'leftAt' }),
      leftAt: datetime(),
      beds: integer({ min: 1, max: 6, gte: 'guests' }),
      guests: integer({ required: true, min: 1, max: 6 }),
      price: decimal({ scale: 2 }),
      deposit: decimal({ scale: 3, lte: 'price', lt: 'beds', when: { isGroup: [true] } }),
      isGroup: boolean({ required: true, default: false }),
    },
    label: 'guest',
    rights: { admin: everything, user: everything },
  },
});

describe('every entry with constraints between fields', () => testEntries(stays, undefined, declarations));
