import {
  boolean,
  currentUser,
  date,
  datetime,
  decimal,
  defineResources,
  email,
  integer,
  longText,
  reference,
  select,
  text,
  today,
  url,
} from '#contract/schema/index.ts';
import { specimenFields, specimenLayout } from './specimens.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;

/**
 * The resources that tests run against, independent of resources.config.ts: a lending library, with every
 * kind of field and every option, chains and cycles of references, and various rights.
 */
export const lendingLibrary = defineResources({
  genres: {
    group: 'configuration',
    fields: { name: text({ required: true, max: 100, unique: true, search: true }) },
    rights: { admin: ['read'], user: ['read'] },
  },
  books: {
    group: 'application',
    fields: {
      title: text({ required: true, max: 255, search: true }),
      author: text({ required: true, max: 255, search: true }),
      genre: reference('genres', { required: true }),
      publisher: text({ max: 255 }),
    },
    unique: [{ fields: ['title', 'author'], reportOn: 'title' }],
    sort: 'title',
    rights: { admin: everything, user: ['read'] },
  },
  users: {
    group: 'administration',
    managedBy: 'auth',
    fields: {
      email: email({ required: true, unique: true, search: true }),
      name: text({ search: true }),
      role: select(['user', 'admin'], { required: true, default: 'user' }),
      emailVerified: boolean({ required: true, readOnly: true }),
      onboardedAt: datetime({ readOnly: true }),
      banned: boolean({ required: true, readOnly: true }),
      banReason: text({ readOnly: true }),
      banExpires: datetime({ readOnly: true, filter: false, sort: false }),
    },
    label: 'email',
    sort: 'email',
    list: ['email', 'name', 'role', 'emailVerified', 'onboardedAt', 'banned'],
    rights: { admin: everything },
  },
  // Refers to itself, and is unique among its siblings, also at the top.
  subjects: {
    fields: {
      code: text({ required: true, unique: true, pattern: /^[A-Z]{3}-\d{3}$/, search: true }),
      name: text({ required: true, min: 2, max: 60, search: true }),
      parent: reference('subjects', { onDelete: 'setNull' }),
    },
    label: 'name',
    unique: [{ fields: ['parent', 'name'], reportOn: 'name', nulls: 'same' }],
    rights: { admin: everything, user: ['read'] },
  },
  // A branch has a manager, who works at a branch: a cycle in which one reference is optional.
  branches: {
    singular: 'branch',
    fields: {
      name: text({ required: true, unique: 'exact', search: true, help: 'As it stands above the door.' }),
      manager: reference('librarians', { onDelete: 'setNull' }),
      site: url({ search: true }),
      mail: email({ unique: true }),
      opened: date({ min: '1900-01-01', max: '2099-12-31' }),
      area: decimal({ precision: 8, scale: 1, min: 0.5, max: 900_000 }),
      isOpen: boolean({ required: true, default: true }),
      staff: integer({ computed: { count: 'librarians', through: 'branch' } }),
    },
    sort: '-opened',
    rights: { admin: everything, user: ['read'] },
  },
  librarians: {
    fields: {
      name: text({ required: true, search: true }),
      branch: reference('branches', { required: true }),
      account: reference('users', { onDelete: 'setNull' }),
      salary: decimal({ readBy: ['admin'] }),
      grade: select(['junior', 'senior', 'head'], { required: true, default: 'junior' }),
      code: integer({ readOnly: true, default: 7, required: true }),
    },
    // A branch has one head, and any number of others.
    unique: [{ fields: ['branch'], when: { grade: ['head'] } }],
    rights: { admin: everything, user: ['read'] },
  },
  copies: {
    fields: {
      barcode: text({ required: true, unique: true, pattern: /^(?=.*[1-9])[0-9]{8,12}$/ }),
      book: reference('books', { required: true, onDelete: 'cascade' }),
      branch: reference('branches'),
      price: decimal({ precision: 3, scale: 3 }),
      pages: integer({ min: 1, max: 9_000_000_000 }),
      condition: select(['new', 'worn', 'damaged'], { formerValues: { used: 'worn', lost: null } }),
      notes: longText({ search: true, max: 2000 }),
      pagePrice: decimal({ scale: 6, computed: '{price} / nullif({pages}, 0)' }),
      shelfMark: text({ computed: "{barcode} || '/' || coalesce({condition}, '')", search: true }),
    },
    rights: { admin: everything, user: ['read'] },
  },
  // Two references to one target, and the end of the chain loan, copy, book, genre.
  transfers: {
    fields: {
      from: reference('branches', { required: true }),
      to: reference('branches', { required: true }),
      copy: reference('copies', { required: true, onDelete: 'cascade' }),
      sentOn: date({ required: true }),
      arrivedAt: datetime({ min: '2020-01-01T00:00:00Z' }),
    },
    unique: [{ fields: ['copy', 'sentOn'], reportOn: 'sentOn' }],
    label: 'sentOn',
    rights: { admin: everything },
  },
  loans: {
    fields: {
      copy: reference('copies', { required: true }),
      borrower: reference('users', { required: true, onDelete: 'cascade' }),
      lentAt: datetime({ required: true }),
      dueOn: date({ max: '2099-12-31' }),
      renewals: integer({ required: true, min: 0, max: 3, default: 0 }),
    },
    unique: [{ fields: ['copy', 'borrower', 'lentAt'] }],
    sort: '-lentAt',
    rights: { admin: ['read'], user: everything },
  },
  // Written by users only; admins cannot create one.
  suggestions: {
    fields: {
      title: text({ required: true, pattern: /^[^\s].*$/, max: 80 }),
      reason: longText({ min: 10, max: 500 }),
      subject: reference('subjects'),
      suggestedOn: date({ required: true, default: today }),
      suggestedBy: reference('users', { readOnly: true, onDelete: 'setNull', default: currentUser.id }),
      link: url({ max: 60 }),
      weight: integer({ max: -1 }),
    },
    unique: [{ fields: ['title', 'subject'], reportOn: 'title', exact: true }],
    rights: { admin: ['read', 'update'], user: ['read', 'create', 'delete'] },
  },
  // Without a text field, and limited to one record per value of its select.
  counters: {
    fields: {
      day: select(['monday', 'tuesday', 'wednesday'], { required: true, unique: true }),
      visitors: integer({ required: true, min: 0 }),
      isHoliday: boolean(),
    },
    rights: { admin: everything, user: ['read'] },
  },
  // A field of every kind, including kinds that are added later, and fields with `when`.
  specimens: { fields: specimenFields, layout: specimenLayout, rights: { admin: everything } },
  // Read-only for every role, and always empty.
  closures: {
    fields: { branch: reference('branches', { required: true }), day: date({ required: true }) },
    label: 'day',
    rights: { admin: ['read'] },
  },
  // Names that PostgreSQL would truncate to the same prefix.
  interlibraryLoanAgreementConditionsOfUse: {
    singular: 'agreement',
    fields: {
      institutionWithTheLongestNameFirst: text({ required: true, search: true, max: 40 }),
      institutionWithTheLongestNameOther: text({ required: true, search: true, max: 3 }),
      institutionOfTheFirstOfTheSubjects: reference('subjects'),
      institutionOfTheFirstOfTheBranches: reference('branches', { onDelete: 'cascade' }),
    },
    unique: [
      { fields: ['institutionWithTheLongestNameFirst', 'institutionWithTheLongestNameOther'] },
      {
        fields: ['institutionWithTheLongestNameFirst', 'institutionOfTheFirstOfTheSubjects'],
        reportOn: 'institutionOfTheFirstOfTheSubjects',
      },
    ],
    rights: { admin: everything },
  },
});
