import { fieldError } from '@bindery/contract/records/validation.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RecordJson } from '../query/projection.ts';
import { maySee } from '../query/rights.ts';
import type { Draft } from './change.ts';
import type { WriteRules } from './write-rules.ts';

/**
 * Returns the error of values with which computed fields have no value: at the given fields that these use,
 * or at all of them if a new record has none. It names no field that the actor may not read; undefined if
 * they use no other. PostgreSQL does not report which expression has failed.
 */
export function notComputable(
  { fields }: Resource,
  {
    actor,
    drafts,
    affected,
  }: { actor: Actor; drafts: readonly Draft[]; affected: WriteRules['expressions'] },
): ApiError | undefined {
  const isGiven = (name: string) =>
    drafts.some(({ before, values }) => (before ? name in values : (values[name] ?? null) !== null));
  const used = [...new Set(affected.flatMap(({ inputs }) => inputs))].filter((name) =>
    maySee(actor, fields[name]!),
  );
  const given = used.filter(isGiven);
  const names = given.length > 0 ? given : used;
  if (names.length === 0) return undefined;
  const errors = names.map((name) => {
    const failing = affected.filter(({ field, inputs }) => inputs.includes(name) && maySee(actor, field));
    const others = failing.map(({ field }) => field.name).join(', ');
    const error =
      failing.length > 0
        ? fieldError(name, 'errors.notComputable', { others })
        : fieldError(name, 'errors.invalid');
    return [name, [error]];
  });
  return new ApiError('INVALID', { errors: Object.fromEntries(errors) });
}

/**
 * Returns a record for a hook, which can repair it: reading a computed field that could not be read throws.
 * If it were missing instead, the hook could decide incorrectly.
 */
export function recordForHook({ fields }: Resource, record: RecordJson): RecordJson {
  const missing = Object.values(fields).filter(({ name, computed }) => computed && !(name in record));
  if (missing.length === 0) return record;
  const given = { ...record };
  for (const { name } of missing)
    Object.defineProperty(given, name, {
      enumerable: true,
      get() {
        const { key, message } = fieldError('record', 'errors.recordNotComputable');
        throw new ApiError('INVALID', { reason: { key, message } });
      },
    });
  return given;
}
