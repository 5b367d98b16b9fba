import {
  boolean,
  date,
  datetime,
  decimal,
  defineResources,
  integer,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
/** Resources with every kind of value and of reference, among them cycles, for tests of undo. */
export const towns = defineResources({
  towns: {
    fields: {
      name: text({ required: true, unique: true }),
      founded: date(),
      counted: datetime(),
      area: decimal({ precision: 6, scale: 2 }),
      people: integer(),
      isPort: boolean({ default: true }),
      climate: select(['dry', 'wet'], { default: 'wet' }),
      code: integer({ readOnly: true, default: 7 }),
      budget: decimal({ readBy: ['admin'] }),
      twin: reference('towns', { onDelete: 'setNull', onDeleteHidden: 'allow' }),
      within: reference('towns', { onDelete: 'cascade', onDeleteHidden: 'allow' }),
    },
    rights: { admin: everything, user: ['read', 'create', 'delete'] },
  },
  schools: {
    fields: {
      name: text({ required: true }),
      town: reference('towns', { required: true, onDelete: 'cascade', onDeleteHidden: 'allow' }),
    },
    rights: { admin: everything, user: ['read'] },
  },
  pupils: {
    fields: {
      name: text({ required: true, unique: true }),
      school: reference('schools', { onDelete: 'cascade', onDeleteHidden: 'allow' }),
      friend: reference('pupils', { onDelete: 'setNull', onDeleteHidden: 'allow' }),
    },
    rights: { admin: everything },
  },
});
