import { ruleApplies } from '@bindery/contract/records/rows/matches.ts';
import { fieldError } from '@bindery/contract/records/validation.ts';
import type { UniqueRule } from '@bindery/contract/schema/index.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { defaults } from '#backend/records/resources/stages/defaults.ts';
import { addError, addRepeated, type Batch } from './checked-record.ts';
import { duplicatesInFile, existingByRule } from './find-duplicates.ts';

/** Checks a unique rule against all records, and with `importId` against earlier records of the file. */
export async function requireUnique(
  db: Transaction,
  { plan, rows, rule, importId }: Batch & { rule: UniqueRule; importId: string | undefined },
): Promise<void> {
  const { resource } = plan.service;
  // The file need not name the tenant of new records, which the user's row filter fixes.
  const fixed = defaults(plan);
  for (const row of rows.filter(({ target }) => target === undefined))
    for (const name of rule.within) row.values[name] ??= fixed[name];
  const ofNew = Object.fromEntries(
    Object.keys(rule.when ?? {}).map((name) => [name, resource.fields[name]!.default ?? null]),
  );
  // A partial update may not contain the other values of a rule, and of its `when`: the database then
  // decides.
  const complete = rows.filter(
    ({ errors, values, target, isOutside }) =>
      !isOutside &&
      ruleApplies(resource, rule, { ...(target === undefined && ofNew), ...values }) &&
      rule.fields.every((name) => !errors[name] && (target === undefined || values[name] !== undefined)),
  );
  if (complete.length === 0) return;
  // The rule covers all live records, like the index that enforces it.
  const access = { actor: APPLICATION, rows: 'live' } as const;
  const existing = await existingByRule(db, { plan, rule, rows: complete, access });
  const { singularTitle } = plan.service.resource;
  const others = rule.fields.filter((name) => name !== rule.reportOn && !rule.within.includes(name));
  for (const row of complete) {
    const id = existing.get(row.number);
    if (id === undefined || id === row.target) continue;
    const error =
      others.length === 0
        ? fieldError(rule.reportOn, 'errors.unique', { record: singularTitle })
        : fieldError(rule.reportOn, 'errors.uniqueTogether', { others: others.join(', ') });
    addError(row, rule.reportOn, error);
  }
  if (importId === undefined) return;
  const repeated = await duplicatesInFile(db, { plan, rule, rows: complete, importId });
  for (const row of complete) addRepeated(row, { field: rule.reportOn, first: repeated.get(row.number) });
}
