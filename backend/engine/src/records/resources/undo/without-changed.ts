import type { WriteContext } from '../hooks.ts';
import type { ResourceService } from '../resource-service.ts';
import { readRecords } from '../stages/read-records.ts';
import { kyselyOf } from '../stages/transaction.ts';
import { latestEntries, type StoredEntry } from './entries.ts';
import { ofAction, type Step, stepsOf, unchangedOf } from './steps.ts';
import type { Undoing } from './undo-entries.ts';

interface Entries {
  /** Any service, which finds the others. */
  readonly service: ResourceService;
  readonly entries: readonly StoredEntry[];
  readonly origins: readonly StoredEntry[];
}

/**
 * Returns the entries without those whose records have been written since: for an update or a creation, those that have other
 * values now; for the others, those of which it is not the latest entry.
 */
export async function withoutChanged(
  writing: WriteContext,
  { service, entries, origins }: Entries,
): Promise<Pick<Undoing, 'origins' | 'consequences'>> {
  const started = new Set(origins);
  const consequences = entries.filter((entry) => !started.has(entry));
  const steps = [
    ...stepsOf(writing, { service, entries: origins, isOrigin: true }),
    ...stepsOf(writing, { service, entries: consequences, isOrigin: false }),
  ];
  const fitting = new Set<StoredEntry>();
  for (const [of, some] of Map.groupBy(steps, (step) => step.service))
    for (const { entry } of await unchangedSteps(writing, { service: of, steps: some })) fitting.add(entry);
  return {
    origins: origins.filter((entry) => fitting.has(entry)),
    consequences: consequences.filter((entry) => fitting.has(entry)),
  };
}

async function unchangedSteps(
  writing: WriteContext,
  { service, steps }: { service: ResourceService; steps: readonly Step[] },
): Promise<Step[]> {
  const db = kyselyOf(writing);
  const byValues = [...ofAction(steps, 'update'), ...ofAction(steps, 'create')];
  const byEntry = steps.filter((step) => !byValues.includes(step));
  const unchanged = await unchangedOf(writing, { service, steps: byValues, skips: true });
  if (byEntry.length === 0) return [...unchanged];
  const ids = byEntry.map(({ id }) => id);
  const latest = await latestEntries(db, { resource: service.resource.name, ids });
  const gone = ofAction(byEntry, 'delete').map(({ id }) => id);
  const there = await readRecords(db, { service, ids: gone });
  const isLatest = ({ id, entry }: Step) =>
    latest.get(id) === entry.id && !(entry.action === 'delete' && there.has(id));
  return [...unchanged, ...byEntry.filter(isLatest)];
}
