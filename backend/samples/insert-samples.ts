import { ConstraintViolationException, DriverException } from '@mikro-orm/core';
import { z } from 'zod';
import type { Database, Row } from '#backend/database/connection.ts';
import { kyselyOf } from '#backend/resources/operations/write.ts';
import { writeJoins } from '#backend/resources/operations/write-joins.ts';
import { schemasOf } from '#contract/resources/schemas.ts';
import { fieldKind, type Resource, type ResourceField } from '#contract/schema/index.ts';

const FIRST = Date.parse('2026-01-01T08:00:00Z');

/** The creation times lie apart, so that sorting by time is unambiguous. */
export const sampleMoment = (index: number) => new Date(FIRST + index * 60_000);

/** Returns the creation time of the sample record with this number. */
const sampleTimes = (index: number): Row => ({
  createdAt: sampleMoment(index),
  updatedAt: sampleMoment(index),
});

/** Sample records for the table of one resource. */
export interface Samples {
  readonly resource: Resource;
  readonly records: readonly (Row & { readonly id: string })[];
}

/**
 * Inserts sample records in the order of the resources, all or none.
 * Developers change the config entries that the samples were made for, so each record is adapted to its
 * entry: fields that no longer exist are left out, and defaults are filled in.
 *
 * @returns whether they were inserted; false, after a call of `onMisfit`, where the entries require something that the
 * samples lack.
 */
export async function insertSamples(
  database: Database,
  samples: readonly Samples[],
  onMisfit: (reason: string) => void = () => {},
): Promise<boolean> {
  try {
    const tables = samples.map(({ resource, records }) => ({ resource, rows: rowsOf(resource, records) }));
    await database.em().transactional(async (em) => {
      for (const { resource, rows } of tables) {
        const { table } = resource;
        await em.insertMany(
          database.entity(table),
          rows.map(({ record }) => record),
        );
        await writeJoins(kyselyOf({ em }), { resource, records: rows });
      }
    });
    return true;
  } catch (error) {
    if (!(error instanceof z.ZodError || isAboutValues(error))) throw error;
    onMisfit(error instanceof z.ZodError ? z.prettifyError(error) : error.message);
    return false;
  }
}

/**
 * Returns whether the database rejected the values: for a violated constraint (class 23) or an invalid value
 * (class 22).
 */
const isAboutValues = (error: unknown): error is Error =>
  error instanceof ConstraintViolationException ||
  (error instanceof DriverException && String(error.code).startsWith('22'));

/** A record as its table has it, and its values by field. */
interface SampleRow {
  readonly id: string;
  readonly record: Row;
  readonly values: Row;
}

function rowsOf(resource: Resource, records: Samples['records']): SampleRow[] {
  const { create } = schemasOf(resource);
  const writable = Object.values<ResourceField>(resource.fields).filter((field) => !field.readOnly);
  return records.map((record, index) => {
    const known = writable.filter(({ name }) => Object.hasOwn(record, name));
    const values: Row = create.parse(Object.fromEntries(known.map(({ name }) => [name, record[name]])));
    const stored = writable.filter(({ join }) => !join);
    const written = stored.map(({ name, kind }) => {
      const { write = (value: unknown) => value } = fieldKind(kind);
      return [name, values[name] == null ? null : write(values[name])];
    });
    const { id } = record;
    return { id, record: { id, ...Object.fromEntries(written), ...sampleTimes(index) }, values };
  });
}
