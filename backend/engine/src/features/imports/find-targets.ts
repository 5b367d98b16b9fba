import { fieldError } from '@bindery/contract/records/validation.ts';
import type { UniqueRule } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Transaction } from '#backend/database/connection.ts';
import { rowsOf } from '#backend/records/resources/query/scope.ts';
import { defaults } from '#backend/records/resources/stages/defaults.ts';
import { addError, addRepeated, type Batch } from './checked-record.ts';
import { existingByRule, repeatedIds } from './find-duplicates.ts';

const UUID = z.uuid();

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Finds the records that a batch updates, by their id or with a unique rule, according to the plan; others
 * are new.
 */
export async function findTargets(
  db: Transaction,
  batch: Batch & { importId: string | undefined },
): Promise<void> {
  const { matchBy } = batch.plan;
  if (matchBy === 'id') await findById(db, batch);
  else if (matchBy) await findByRule(db, { ...batch, rule: matchBy });
}

async function findById(
  db: Transaction,
  { plan, rows, importId }: Batch & { importId: string | undefined },
): Promise<void> {
  const isId = (id: string | undefined): id is string => UUID.safeParse(id).success;
  const ids = rows.map(({ given }) => given.id).filter(isId);
  const { service, actor } = plan;
  const existing = await rowsOf(db, { resource: service.resource, actor, action: 'update' })
    .select(sql.ref<string>('record.id').as('id'))
    .where(sql.ref<string>('record.id'), 'in', ids.length > 0 ? ids : [NO_ID])
    .execute();
  const known = new Set(existing.map(({ id }) => id));
  for (const row of rows) {
    const { id } = row.given;
    if (id === undefined) continue;
    if (known.has(id)) row.target = id;
    else addError(row, 'id', fieldError('id', 'errors.recordNotFound'));
  }
  if (importId === undefined) return;
  const found = rows.flatMap(({ number, target }) => (target ? [{ number, id: target }] : []));
  const repeated = await repeatedIds(db, { importId, rows: found });
  for (const row of rows) addRepeated(row, { field: 'id', first: repeated.get(row.number) });
}

async function findByRule(
  db: Transaction,
  { plan, rows, rule }: Batch & { rule: UniqueRule },
): Promise<void> {
  // Values are looked up as the schema normalizes them.
  const shape = (plan.update as z.ZodObject).shape;
  const fixed = defaults(plan);
  const givenOf = (values: Readonly<Record<string, unknown>>, name: string) =>
    values[name] ?? (rule.within.includes(name) ? fixed[name] : undefined);
  const normalized = rows.flatMap(({ number, values }) => {
    const parsed = rule.fields.map((name) => [name, shape[name]?.safeParse(givenOf(values, name))] as const);
    if (parsed.some(([, result]) => !result?.success)) return [];
    return [{ number, values: Object.fromEntries(parsed.map(([name, result]) => [name, result!.data])) }];
  });
  const access = { actor: plan.actor, action: 'update' } as const;
  const existing = await existingByRule(db, { plan, rule, rows: normalized, access });
  for (const row of rows) row.target = existing.get(row.number);
}
