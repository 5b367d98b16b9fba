import { ConstraintViolationException, DriverException } from '@mikro-orm/core';
import { z } from 'zod';
import { schemasOf } from '#contract/resources/schemas.ts';
import { fieldKind, type Resource, type ResourceField } from '#contract/schema/index.ts';
import type { Database, Row } from './connection.ts';

const FIRST = Date.parse('2026-01-01T08:00:00Z');

/** Moments that lie apart, so that "newest first" has an order. */
export const sampleMoment = (index: number) => new Date(FIRST + index * 60_000);

/** When the sample record of that number was made. */
export const sampleTimes = (index: number): Row => ({
  createdAt: sampleMoment(index),
  updatedAt: sampleMoment(index),
});

/** Sample records for the table of one resource. */
export interface Samples {
  readonly resource: Resource;
  readonly records: readonly (Row & { readonly id: string })[];
}

/**
 * Inserts sample records, those of one resource after those of another, all or none.
 *
 * A developer changes the entries that the samples were made for. So each record is held against its entry: a field
 * that the entry no longer has is left out, and one that has a default gets it.
 *
 * @returns whether they were inserted; they are not when the entries ask for something else than the samples have.
 */
export async function insertSamples(database: Database, samples: readonly Samples[]): Promise<boolean> {
  try {
    const tables = samples.map(({ resource, records }) => ({ resource, rows: rowsOf(resource, records) }));
    await database.em().transactional(async (em) => {
      for (const { resource, rows } of tables) await em.insertMany(database.entity(resource.table), rows);
    });
    return true;
  } catch (error) {
    if (error instanceof z.ZodError || isAboutValues(error)) return false;
    throw error;
  }
}

/** Whether the database refused the values: a constraint that they break, or a value too long (class 22). */
const isAboutValues = (error: unknown) =>
  error instanceof ConstraintViolationException ||
  (error instanceof DriverException && String(error.code).startsWith('22'));

function rowsOf(resource: Resource, records: Samples['records']): Row[] {
  const { create } = schemasOf(resource);
  const writable = Object.values<ResourceField>(resource.fields).filter((field) => !field.readOnly);
  return records.map((record, index) => {
    const known = writable.filter(({ name }) => Object.hasOwn(record, name));
    const values: Row = create.parse(Object.fromEntries(known.map(({ name }) => [name, record[name]])));
    const written = writable.map(({ name, kind }) => {
      const { write = (value: unknown) => value } = fieldKind(kind);
      return [name, values[name] == null ? null : write(values[name])];
    });
    return { id: record.id, ...Object.fromEntries(written), ...sampleTimes(index) };
  });
}
