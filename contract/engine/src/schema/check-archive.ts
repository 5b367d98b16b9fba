import type { Entry } from './entry.ts';
import type { ReportMistake } from './error.ts';

/** Field names that an archive reserves: a column, and a list parameter. */
const TAKEN = ['archivedAt', 'archived'];

/** Checks the archive of an entry. */
export const checkArchive = (entry: Entry, reportMistake: ReportMistake): void => {
  const { archive, fields, managedBy } = entry;
  if (!archive)
    for (const [role, allowed] of Object.entries(entry.rights ?? {}))
      if (Array.isArray(allowed) && allowed.includes('restore'))
        reportMistake(`rights.${role}`, 'restore', 'needs an archive: set archive to true');
  if (archive === undefined) return;
  if (typeof archive !== 'boolean') {
    reportMistake('archive', archive, 'must be true or false');
    return;
  }
  if (!archive) return;
  if (managedBy === 'auth') reportMistake('archive', archive, 'cannot be: better-auth deletes these records');
  for (const name of TAKEN)
    if (Object.hasOwn(fields, name))
      reportMistake(`fields.${name}`, name, 'is reserved for the archive; rename the field');
};
