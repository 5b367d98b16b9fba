import {
  boolean,
  date,
  datetime,
  decimal,
  defineResources,
  defineRoles,
  email,
  file,
  image,
  integer,
  longText,
  now,
  reference,
  references,
  select,
  text,
  today,
  url,
} from '@bindery/contract/schema/index.ts';
import { describe } from 'vitest';
import { Declarations } from '#backend/testing/declarations.ts';
import { testEntries } from '#backend/testing/entry-tests.ts';

const declarations = new Declarations();
const all = ['read', 'create', 'update', 'delete'] as const;
const rights = { owner: all, clerk: all, member: ['read'] } as const;
const roles = defineRoles({
  owner: { manager: true, administersUsers: true },
  clerk: { manager: true },
  member: { newUsers: true },
});
const users = {
  managedBy: 'auth',
  fields: {
    email: email({ required: true }),
    role: select(['owner', 'clerk', 'member'], { required: true }),
  },
  label: 'email',
  rights: { owner: all },
} as const;

/** The declarations of a rental: consecutive days, amounts within others, a card that few may see. */
const rental = defineResources(
  {
    tools: { fields: { name: text({ required: true, search: true }) }, rights },
    bookings: {
      fields: {
        tool: reference('tools', { required: true }),
        from: date({ required: true }),
        until: date({ gte: 'from' }),
        handedOver: datetime(),
        returned: datetime({ gt: 'handedOver' }),
        least: integer({ min: 1, max: 5 }),
        most: integer({ min: 1, max: 9, gte: 'least' }),
        price: decimal({ min: 1, max: 10, scale: 2 }),
        paid: decimal({ scale: 2, lte: 'price' }),
      },
      label: 'from',
      rights,
    },
    periods: {
      fields: {
        starts: date({ min: '2027-01-01', max: '2027-12-31', required: true }),
        ends: date({ min: '2027-01-01', max: '2027-12-31', gte: 'starts' }),
        reminder: date({ gte: 'starts', lte: 'ends' }),
      },
      label: 'starts',
      rights,
    },
    deadlines: {
      fields: {
        opens: date({ required: true, lt: 'closes' }),
        closes: date({ required: true }),
      },
      label: 'opens',
      rights: { owner: all, member: ['read'] },
    },
    customers: {
      fields: {
        name: text({ required: true, search: true }),
        card: image({ readBy: ['owner'] }),
        cardNumber: text(),
        contract: file({ readBy: ['owner'] }),
      },
      rights,
    },
    patrons: {
      fields: {
        name: text({ required: true, search: true, unique: true }),
        card: image({ required: true, readBy: ['owner', 'clerk'], writeBy: ['owner', 'clerk'] }),
        scan: file({ readBy: ['owner', 'clerk'], writeBy: ['owner'] }),
        note: longText({ search: true, readBy: ['owner'] }),
      },
      rights,
    },
    users,
  },
  { roles },
);

// `tools` and `targets` have no rule of their own.
describe('every entry of a tool rental', () => testEntries(rental, (name) => name !== 'tools', declarations));

const shown = { readBy: ['owner'] } as const;
const written = { writeBy: ['owner'] } as const;

/**
 * Every kind of field as required, unique, bounded, with a default, and hidden from or read-only for some
 * roles.
 */
const kinds = defineResources(
  {
    targets: { fields: { name: text({ required: true, search: true }) }, rights },
    requireds: {
      fields: {
        aText: text({ required: true, search: true }),
        aLongText: longText({ required: true }),
        anInteger: integer({ required: true }),
        aDecimal: decimal({ required: true }),
        aBoolean: boolean({ required: true }),
        aDate: date({ required: true }),
        aDatetime: datetime({ required: true }),
        aSelect: select(['a', 'b'], { required: true }),
        anEmail: email({ required: true }),
        aUrl: url({ required: true }),
        aReference: reference('targets', { required: true }),
        anImage: image({ required: true }),
        aFile: file({ required: true }),
      },
      rights,
    },
    hiddens: {
      fields: {
        name: text({ required: true, search: true }),
        aText: text({ search: true, ...shown }),
        aLongText: longText({ ...shown }),
        anInteger: integer({ ...shown }),
        aDecimal: decimal({ ...shown }),
        aBoolean: boolean({ ...shown }),
        aDate: date({ ...shown }),
        aDatetime: datetime({ ...shown }),
        aSelect: select(['a', 'b'], { ...shown }),
        anEmail: email({ ...shown }),
        aUrl: url({ ...shown }),
        aReference: reference('targets', { ...shown }),
        someReferences: references('targets', { ...shown }),
        anImage: image({ ...shown }),
        aFile: file({ ...shown }),
      },
      rights,
    },
    lockeds: {
      fields: {
        name: text({ required: true, search: true, default: 'New' }),
        aText: text({ ...written, default: 'x' }),
        aLongText: longText({ ...written }),
        anInteger: integer({ ...written, default: 3, min: 1, max: 9 }),
        aDecimal: decimal({ ...written, default: '1.50' }),
        aBoolean: boolean({ ...written, required: true, default: false }),
        aDate: date({ ...written, required: true, default: today }),
        aDatetime: datetime({ ...written, default: now }),
        aSelect: select(['a', 'b'], { ...written, required: true, default: 'a' }),
        anEmail: email({ ...written, unique: true }),
        aUrl: url({ ...written }),
        aReference: reference('targets', { ...written, onDelete: 'setNull' }),
        someReferences: references('targets', { ...written }),
        anImage: image({ ...written }),
        aFile: file({ ...written }),
        kept: integer({ readOnly: true, default: 0 }),
        keptImage: image({ readOnly: true }),
        keptReference: reference('targets', { readOnly: true }),
        keptDay: date({ readOnly: true, default: today, ...shown }),
      },
      rights,
    },
    uniques: {
      fields: {
        aText: text({ required: true, unique: true, max: 20 }),
        anInteger: integer({ unique: true, min: 1 }),
        aDecimal: decimal({ unique: true }),
        aDate: date({ unique: true }),
        aDatetime: datetime({ unique: true }),
        anEmail: email({ unique: true, required: true }),
        aUrl: url({ unique: true }),
        aReference: reference('targets', { unique: true }),
      },
      rights,
    },
    users,
  },
  { roles },
);

describe('every entry with fields of each kind', () =>
  testEntries(kinds, (name) => name !== 'targets', declarations));

/** A product without entries other than the users has rules that can be tested, or none. */
const onlyUsers = defineResources({ users }, { roles });

describe('a product with users only', () => testEntries(onlyUsers));
