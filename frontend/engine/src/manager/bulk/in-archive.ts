import type { Selection } from '@bindery/contract/records/resources/bulk.ts';

/** Returns whether the selected records are those of an archive. */
export const isInArchive = (select: Selection): boolean =>
  'ids' in select ? select.archived === true : new URLSearchParams(select.query).get('archived') === 'true';
