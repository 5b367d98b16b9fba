/** Records in an order in which each comes after those that it depends on. */
interface Ordered<Record> {
  readonly ordered: readonly Record[];
  /** The records of cycles and those that depend on them, which have no such order. */
  readonly cyclic: readonly Record[];
}

/** Sorts records topologically; otherwise they stay in their order. */
export function inReferenceOrder<Record>(
  records: readonly Record[],
  dependenciesOf: (record: Record) => readonly Record[],
): Ordered<Record> {
  const waiting = new Map<Record, number>();
  const dependents = new Map<Record, Record[]>();
  for (const record of records) {
    const dependencies = [...new Set(dependenciesOf(record))].filter((other) => other !== record);
    waiting.set(record, dependencies.length);
    for (const other of dependencies) dependents.set(other, [...(dependents.get(other) ?? []), record]);
  }
  const ordered = records.filter((record) => waiting.get(record) === 0);
  for (const record of ordered)
    for (const dependent of dependents.get(record) ?? []) {
      const left = waiting.get(dependent)! - 1;
      waiting.set(dependent, left);
      if (left === 0) ordered.push(dependent);
    }
  const done = new Set(ordered);
  return { ordered, cyclic: records.filter((record) => !done.has(record)) };
}
