import {
  RELATED_PAGE_SIZE,
  type ReverseReference,
  relatedCall,
} from '@bindery/contract/records/resources/reverse-references.ts';
import type { RelatedCount } from '@bindery/contract/records/resources/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { type PreloadedAnswer, startingWith } from '../first-response.ts';
import { type RecordPages, useRecordPages } from '../refine/use-record-pages.ts';
import { apiOf } from '../resource-api.ts';

/** The number of records; a lower bound if `exact` is false. */
export type RelatedTotal = Pick<RelatedCount, 'total' | 'exact'>;

/**
 * Loads the numbers of all records that refer to a record with one request. Returns the number of one
 * reference.
 */
export function useRelatedCounts({ to, id, enabled }: { to: string; id: string; enabled: boolean }) {
  const { related } = apiOf(to);
  const request = { params: { id } };
  const { data } = useQuery({
    queryKey: ['related', to, id],
    queryFn: async () => (await related(request)).body,
    ...startingWith(
      enabled ? related.url(request) : undefined,
      ({ body }: PreloadedAnswer<RelatedCount[]>) => body,
    ),
    enabled,
  });
  return ({ resource, field }: ReverseReference): RelatedTotal | undefined =>
    data?.find((count) => count.resource === resource.name && count.field === field.name);
}

/** Loads the records that refer to a record with one field and match a search, page by page. */
export function useRelated(
  { resource, field }: ReverseReference,
  { id, searchTerm, enabled }: { id: string; searchTerm: string; enabled: boolean },
): RecordPages {
  const { loaded } = useRecordPages({
    enabled,
    resource: resource.name,
    pageSize: RELATED_PAGE_SIZE,
    filters: [
      // An array, as in the filters of lists, so that the URL equals the preloaded one.
      { field: field.name, operator: 'eq', value: [id] },
      ...(searchTerm === '' ? [] : [{ field: 'q', operator: 'eq' as const, value: searchTerm }]),
    ],
    order: [resource.sort],
    ...(searchTerm === '' && { firstCall: relatedCall({ resource, field }, id) }),
  });
  return loaded;
}
