import { labelOf } from '@bindery/contract/records/resources/labels.ts';
import { date, datetime, defineResources, integer, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistoryPage } from '#backend/features/history/read-history.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const rights = { admin: ['read', 'create', 'update', 'delete'], user: ['read'] } as const;
const resources = defineResources({
  readers: {
    fields: { name: text({ required: true }), desk: text({ readBy: ['admin'] }) },
    label: '{name} ({desk})',
    rights,
  },
  works: { fields: { title: text({ required: true, search: true }) }, rights },
  copies: { fields: { work: reference('works', { required: true }), number: integer() }, rights },
  loans: {
    fields: {
      copy: reference('copies', { required: true }),
      reader: reference('readers'),
      due: date(),
      at: datetime(),
    },
    label: '{copy} – {reader}',
    rights,
  },
  reminders: { fields: { loan: reference('loans', { required: true }), sent: date() }, rights },
  calls: { fields: { visit: reference('visits') }, rights },
  visits: { fields: { at: datetime(), day: date() }, label: '{at} / {day}', rights },
});

let ctx: TestEndpoints;

beforeAll(async () => {
  ctx = await serveEndpoints(resources);
});

afterAll(() => ctx?.close());

const add = async (resource: string, values: object) =>
  (await ctx.call('admin', `POST /api/${resource}`, values)).body;

const loan = async (title: string, name?: string) => {
  const work = await add('works', { title });
  const reader = name && (await add('readers', { name, desk: 'D4' }));
  const copy = await add('copies', { work: work.id, number: 3 });
  return add('loans', { copy: copy.id, ...(reader && { reader: reader.id }) });
};

describe('the label of a record', () => {
  it('includes labels of references at any depth, and templates', async () => {
    const { id } = await loan('Mansfield Park', 'Jane');
    const made = await add('reminders', { loan: id });
    expect(made.loan).toEqual({ id, label: 'Mansfield Park – Jane (D4)' });
    const read = (await ctx.call('admin', `GET /api/reminders/${made.id}`)).body;
    expect(read.loan.label).toBe('Mansfield Park – Jane (D4)');
    const [listed] = (await ctx.call('admin', `GET /api/reminders?id=${made.id}`)).body;
    expect(listed.loan.label).toBe('Mansfield Park – Jane (D4)');
  });

  it('is the same when it is built from the JSON of the record', async () => {
    const lent = await loan('Persuasion', 'Anne');
    expect(labelOf(resources.loans, lent)).toBe('Persuasion – Anne (D4)');
    const visit = await add('visits', { at: '2026-05-01T10:00:00Z', day: '2026-05-02' });
    const call = await add('calls', { visit: visit.id });
    expect(call.visit.label).toBe('2026-05-01T10:00:00.000Z / 2026-05-02');
    expect(labelOf(resources.visits, visit)).toBe(call.visit.label);
    expect(labelOf(resources.calls, call)).toBe(call.visit.label);
  });

  it('has a dash for an empty field, and for one that the reader may not read', async () => {
    const { id } = await loan('Emma');
    const { id: full } = await loan('Sanditon', 'Charlotte');
    const [none, hidden] = [await add('reminders', { loan: id }), await add('reminders', { loan: full })];
    expect(none.loan.label).toBe('Emma – –');
    const seen = (await ctx.call('user', `GET /api/reminders/${hidden.id}`)).body;
    expect(seen.loan.label).toBe('Sanditon – Charlotte (–)');
  });

  it('sorts the lists of its referrers', async () => {
    const made: string[] = [];
    for (const title of ['Zami', 'Annie John', 'Lucy'])
      made.push((await add('reminders', { loan: (await loan(title, 'Order')).id })).id);
    const query = made.map((id) => `id=${id}`).join('&');
    const pages = [];
    let after = '';
    do {
      const response = await ctx.call('admin', `GET /api/reminders?${query}&_sort=loan&_end=1${after}`);
      pages.push(response.body[0].loan.label);
      const next = response.headers.get('x-next-cursor');
      after = next ? `&_after=${next}` : '';
    } while (after);
    expect(pages).toEqual(['Annie John – Order (D4)', 'Lucy – Order (D4)', 'Zami – Order (D4)']);
  });

  it('is in the history and in the latest changes, also after the record was deleted', async () => {
    const lent = await loan('Northanger Abbey', 'Catherine');
    const other = await loan('Lady Susan', 'Reginald');
    const reminder = await add('reminders', { loan: lent.id });
    await ctx.call('admin', `PATCH /api/reminders/${reminder.id}`, { loan: other.id });
    const [line] = (await ctx.call('admin', `GET /api/reminders/${reminder.id}/history`)).body;
    expect(line.changes.loan).toMatchObject({
      before: { label: 'Northanger Abbey – Catherine (D4)' },
      after: { label: 'Lady Susan – Reginald (D4)' },
    });
    await ctx.call('admin', `DELETE /api/reminders/${reminder.id}`);
    await ctx.call('admin', `DELETE /api/loans/${other.id}`);
    await ctx.call('admin', `DELETE /api/loans/${lent.id}`);
    await ctx.call('admin', `DELETE /api/readers/${lent.reader.id}`);
    const [gone] = (await ctx.call('admin', `GET /api/reminders/${reminder.id}/history`)).body;
    expect(gone.changes.loan.before.label).toBe('Lady Susan – Reginald (D4)');
    const { database } = ctx.services.get('loans')!;
    const { changes: latest } = await readHistoryPage(
      { database, services: ctx.services },
      { filters: {}, actor: ACTOR, size: 10 },
    );
    expect(
      latest
        .filter(({ resource }) => resource !== 'readers')
        .slice(0, 3)
        .map(({ action, resource, label }) => ({ action, resource, label })),
    ).toEqual([
      { action: 'delete', resource: 'loans', label: 'Northanger Abbey – Catherine (D4)' },
      { action: 'delete', resource: 'loans', label: 'Lady Susan – Reginald (D4)' },
      { action: 'delete', resource: 'reminders', label: 'Lady Susan – Reginald (D4)' },
    ]);
  });
});
