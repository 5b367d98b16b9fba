import { errorMessages, type FieldError } from '@bindery/contract/records/errors.ts';
import { dynamicDefault } from '@bindery/contract/records/resources/defaults.ts';
import { inputSchema } from '@bindery/contract/records/resources/input-schema.ts';
import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import { fieldErrors } from '@bindery/contract/records/validation.ts';
import { DAY_MS } from '@bindery/contract/schema/fields/date.ts';
import { fieldKind, type Resource } from '@bindery/contract/schema/index.ts';
import { ConstraintViolationException, DriverException } from '@mikro-orm/core';
import { z } from 'zod';
import type { Database, Row } from '#backend/database/connection.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { rejectNulCharacters, toApiError } from '#backend/records/resources/database-errors.ts';
import { kyselyOf } from '#backend/records/resources/stages/write-connection.ts';
import { writeJoins } from '#backend/records/resources/stages/write-joins.ts';

/** The number of days over which sample records were created: the product looks used at first sight. */
const SAMPLE_DAYS = 45;

/**
 * Returns the creation times of sample records: in order and distinct, so that sorting by time is
 * unambiguous, over the days before now.
 */
export function sampleTimestamps(
  count: number,
  { days, now = Date.now() }: { days: number; now?: number },
): Date[] {
  const first = now - days * DAY_MS;
  const step = (now - first) / (count + 1);
  return Array.from({ length: count }, (_, index) => new Date(Math.round(first + (index + 1) * step)));
}

/** Sample records for the table of one resource. */
export interface Samples {
  readonly resource: Resource;
  readonly records: readonly (Row & { readonly id: string })[];
  /**
   * Whether unknown fields are rejected, and each record is inserted separately, so that an error names it.
   * @default false
   */
  readonly isStrict?: boolean;
}

/** Thrown for a sample record that its entry rejects: names the resource, the record and its fields. */
class SampleMisfit extends Error {
  constructor(
    resource: Resource,
    { index, errors }: { index: number; errors: Readonly<Record<string, readonly FieldError[]>> },
  ) {
    const problems = Object.entries(errors).map(
      ([name, [first]]) => `${name}: ${first?.message ?? errorMessages.INVALID}`,
    );
    super(`${resource.name}, record ${index + 1}: ${problems.join('; ')}`);
  }
}

/**
 * Inserts sample records in the order of the resources, all or none. Developers change the config entries
 * that the samples were made for, so each record is adapted to its entry: defaults are filled in, and fields
 * that no longer exist are left out, or rejected if the samples are strict. They may contain fields that no
 * request may write, such as `readOnly` ones; no hooks run, and there is no history.
 * @returns whether they were inserted; false, after calling `onMisfit`, if entries require what samples lack.
 */
export async function insertSamples(
  database: Database,
  samples: readonly Samples[],
  onMisfit: (reason: string) => void = () => {},
): Promise<boolean> {
  try {
    const tables = samples.map((one) => ({ ...one, rows: rowsOf(one) }));
    await database.em().transactional(async (em) => {
      for (const { resource, rows, isStrict } of tables) {
        const { table } = resource;
        const entity = database.entity(table);
        if (isStrict)
          for (const [index, { record }] of rows.entries())
            await em.insert(entity, record).catch((error: unknown) => {
              throw misfitOf(error, { resource, index });
            });
        else
          await em.insertMany(
            entity,
            rows.map(({ record }) => record),
          );
        await writeJoins(kyselyOf({ em }), { resource, records: rows });
      }
    });
    return true;
  } catch (error) {
    if (!(error instanceof SampleMisfit || isAboutValues(error))) throw error;
    onMisfit(error.message);
    return false;
  }
}

/** Returns whether the database rejected values: violated constraints (class 23) or invalid values (22). */
const isAboutValues = (error: unknown): error is Error =>
  error instanceof ConstraintViolationException ||
  (error instanceof DriverException && String(error.code).startsWith('22'));

/** Returns an error that names the rejected record and its fields; other errors unchanged. */
function misfitOf(error: unknown, { resource, index }: { resource: Resource; index: number }): unknown {
  const rejection = toApiError(error, { resource, actor: APPLICATION });
  const { errors } = rejection instanceof ApiError ? rejection.details : {};
  return errors ? new SampleMisfit(resource, { index, errors }) : error;
}

/** A record as a row of its table, and its values by field. */
interface SampleRow {
  readonly id: string;
  readonly record: Row;
  readonly values: Row;
}

function rowsOf({ resource, records, isStrict = false }: Samples): SampleRow[] {
  const fields = Object.values(resource.fields).filter(({ computed }) => !computed);
  const readOnly = fields.filter((field) => field.readOnly);
  const { create } = schemasOf(resource);
  const storedSchema = z.object(
    Object.fromEntries(readOnly.map((field) => [field.name, inputSchema(z, field).optional()])),
  );
  const isReadOnly = (name: string) => readOnly.some((field) => field.name === name);
  const now = new Date().toISOString();
  const timestamps = sampleTimestamps(records.length, { days: SAMPLE_DAYS });
  return records.map(({ id, ...record }, index) => {
    const given = isStrict
      ? record
      : Object.fromEntries(
          fields.flatMap(({ name }) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])),
        );
    const written = Object.fromEntries(Object.entries(given).filter(([name]) => !isReadOnly(name)));
    const options = { reportInput: true };
    const parsed = [create.safeParse(written, options), storedSchema.safeParse(given, options)];
    const errors = fieldErrors(parsed.flatMap(({ error }) => error?.issues ?? []));
    if (Object.keys(errors).length > 0) throw new SampleMisfit(resource, { index, errors });
    const values: Row = Object.assign({}, ...parsed.map(({ data }) => data));
    try {
      rejectNulCharacters(values);
    } catch (error) {
      throw misfitOf(error, { resource, index });
    }
    for (const { name, default: value, defaultFrom } of fields)
      values[name] ??= defaultFrom ? dynamicDefault(defaultFrom, { user: APPLICATION, now }) : value;
    const stored = fields.filter(({ join }) => !join);
    const columns = stored.map(({ name, kind }) => {
      const { write = (value: unknown) => value } = fieldKind(kind);
      return [name, values[name] == null ? null : write(values[name])];
    });
    const times = { createdAt: timestamps[index], updatedAt: timestamps[index] };
    return { id, record: { id, ...Object.fromEntries(columns), ...times }, values };
  });
}
