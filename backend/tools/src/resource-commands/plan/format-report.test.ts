import { stripVTControlCharacters } from 'node:util';
import { defineResources, integer, select, text } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { type ChangeReport, compareConfigs, findingsIn, needsAttention } from './create-report.ts';
import { formatReport } from './format-report.ts';
import { users } from './testing/users-entry.ts';

const all = ['read', 'create', 'update', 'delete'] as const;
const before = defineResources({
  loans: {
    fields: { title: text({ max: 90 }), pages: integer(), state: select(['open', 'lost']) },
    rights: { admin: all },
  },
  users,
});
const after = defineResources({
  loans: {
    fields: { title: text({ max: 60 }), isbn: text({ required: true }), state: select(['open', 'full']) },
    rights: { admin: all, public: ['read'] },
  },
  users,
});
const nothing: ChangeReport = {
  against: 'HEAD (1234567)',
  sql: { statements: [], losses: [], conditions: [] },
  texts: [],
  comparison: { endpoints: [], rights: [] },
};
const changed: ChangeReport = {
  ...nothing,
  comparison: compareConfigs({ before: { resources: before }, after: { resources: after } }),
  sql: {
    statements: [
      {
        sql: `alter table "loans" add constraint "loans_state_values" check ("state" in ('open', '${'full'.repeat(40)}'));`,
        effects: [{ table: 'loans', lock: 'ACCESS EXCLUSIVE', work: 'scan' }],
      },
      { sql: 'vacuum;', effects: undefined },
    ],
    losses: [{ text: 'column loans.pages goes, with its values: 3 rows lose their values', rows: 3 }],
    conditions: [
      {
        text: 'loans.isbn is required and has no default: loans must have no rows: 3 rows are there',
        rows: 3,
      },
    ],
    notAsked: 'The data folder is in use by another process.',
  },
  texts: ['en', 'fr'].map((language) => ({
    language: language as 'en' | 'fr',
    file: `frontend/locales/${language}/manager.json`,
    keys: ['groups.desk', 'resources.loans.label', 'resources.loans.fields.isbn'],
  })),
};
const told = stripVTControlCharacters(formatReport(changed));

test('an empty report says so, and needs no attention', () => {
  expect(formatReport(nothing)).toContain('Nothing is broken or lost.');
  expect(needsAttention(nothing)).toBe(false);
});

test('the report of an edited entry shows locks, losses, endpoints, rights and texts', () => {
  for (const part of [
    'loans: ACCESS EXCLUSIVE, reads all rows',
    '- column loans.pages goes, with its values: 3 rows lose their values',
    'breaking  body isbn is new and required\n              POST /api/loans, PUT /api/loans/{id}',
    'breaking  body title has the maxLength 60 instead of 90',
    'breaking  body state is no longer "lost"',
    'breaking  response state may be "full"',
    'safe      response state is no longer "lost"',
    'breaking  filter pages is removed\n              GET /api/loans, GET /api/loans/export',
    'safe      endpoint needs no session any more',
    '+ public gains read on loans',
    '  frontend/locales/en/manager.json:\n    groups.desk, resources.loans.label, resources.loans.fields.isbn',
    '1 loss of data, 1 condition that rows do not meet.',
  ])
    expect(told).toContain(part);
  expect(needsAttention(changed)).toBe(true);
  expect(findingsIn(changed)).toMatchObject({ lossy: 1, impossible: 1 });
});

test('no line except one long word is wider than 80 columns', () => {
  const wide = told.split('\n').filter((line) => line.length > 80);
  expect(wide.filter((line) => line.trim().includes(' '))).toEqual([]);
});

test('a revision that cannot be loaded is reported with its reason, and needs attention', () => {
  const { comparison: _, ...rest } = nothing;
  const unknown: ChangeReport = { ...rest, problem: 'git knows no revision "x".' };
  expect(formatReport(unknown)).toContain('Not compared with HEAD (1234567): git knows no revision "x".');
  expect(needsAttention(unknown)).toBe(true);
  expect(formatReport(unknown)).not.toContain('Nothing is broken or lost.');
  expect(formatReport(unknown)).toContain('Whether calls break or rights change is not known');
});

test('uncounted rows may make the migration fail, and the report says only that', () => {
  const conditions = [{ text: 'loans.title becomes unique' }];
  const report: ChangeReport = { ...nothing, sql: { ...nothing.sql, conditions, notAsked: 'No database.' } };
  expect(formatReport(report)).not.toContain('Nothing is broken or lost.');
  expect(formatReport(report)).toContain('Whether the rows allow the migration is not known');
  const counted = { ...nothing.sql, conditions: [{ ...conditions[0]!, rows: 0 }] };
  expect(formatReport({ ...nothing, sql: counted })).toContain('Nothing is broken or lost.');
});
