import { stripVTControlCharacters } from 'node:util';
import { defineResources, integer, select, text } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import type { Change } from './change.ts';
import { type ChangeReport, compareConfigs } from './create-report.ts';
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
const against = 'HEAD (1234567)';
const sql = (subject: string, verdict: Change['verdict'], details: string[] = []): Change => ({
  area: 'sql',
  subject,
  what: '',
  verdict,
  details,
});
const report: ChangeReport = {
  against,
  changes: [
    sql(
      `alter table "loans" add constraint "loans_state_values" check ("state" in ('open', '${'full'.repeat(40)}'));`,
      'blocking',
      ['loans: ACCESS EXCLUSIVE, reads all rows'],
    ),
    sql('column loans.pages goes, with its values: 3 rows lose their values', 'lossy'),
    sql(
      'loans.isbn is required and has no default, so loans must have no rows: 3 rows are there',
      'impossible',
    ),
    ...compareConfigs({ resources: before }, { resources: after }),
    {
      area: 'texts',
      subject: 'frontend/locales/en/manager.json',
      what: 'lacks texts',
      verdict: 'missing',
      details: ['groups.desk', 'resources.loans.label', 'resources.loans.fields.isbn'],
    },
  ],
};
const formatted = stripVTControlCharacters(formatReport(report));

test('an empty report says so', () => {
  expect(formatReport({ against, changes: [] })).toContain('Nothing is broken or lost.');
});

test('the report of an edited entry shows locks, losses, endpoints, rights and texts', () => {
  for (const part of [
    'Compared with HEAD (1234567).',
    '                loans: ACCESS EXCLUSIVE, reads all rows',
    '  lossy       column loans.pages goes, with its values: 3 rows lose their values',
    '  breaking    loans body isbn is new and required\n                POST /api/loans, PUT /api/loans/{id}',
    'breaking    loans body title changes its maxLength from 90 to 60',
    'breaking    loans body state is no longer "lost"',
    'breaking    loans response state may be "full"',
    'safe        loans response state is no longer "lost"',
    'breaking    loans filter pages is removed\n                GET /api/loans, GET /api/loans/export',
    'safe        loans session becomes optional',
    'safe        public gains rights on loans: all instead of none\n                read',
    '  missing     frontend/locales/en/manager.json lacks texts\n                groups.desk, resources.loans.label, resources.loans.fields.isbn',
  ])
    expect(formatted).toContain(part);
  expect(formatted.replaceAll(/\s+/g, ' ')).toMatch(
    /\d+ breaking, 1 lossy, 1 impossible, 1 blocking, .*1 missing\.$/,
  );
});

test('no line except one long word is wider than 80 columns', () => {
  const wide = formatted.split('\n').filter((line) => line.length > 80);
  expect(wide.filter((line) => line.trim().includes(' '))).toEqual([]);
});
