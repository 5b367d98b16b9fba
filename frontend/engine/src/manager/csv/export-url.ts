import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { RawExportBody } from '@bindery/contract/records/resources/export-query.ts';
import { filterParams, type ListAddress, orderOf } from '@bindery/contract/records/resources/list-address.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { apiOf } from '../resource-api.ts';
import type { ExportRequest } from './download.ts';

interface Choice {
  readonly fields: readonly string[];
  /** Whether the file starts with a byte order mark. */
  readonly bom: boolean;
}

/** Returns the request that exports selected records in the order of a list. */
export function selectedExport(
  resource: Resource,
  { address, fields, bom, select }: Choice & { address: ListAddress; select: Selection },
): ExportRequest {
  const order = orderOf(resource, address);
  const data: RawExportBody = {
    select,
    _fields: [...fields],
    _bom: bom,
    _sort: order.map(({ field }) => field).join(','),
    _order: order.map(({ direction }) => direction).join(','),
  };
  return { url: apiOf(resource.name).exportSelected.url(), data };
}

/** Returns the address of the export of a list, with its search, filters and order. */
export function exportUrl(
  resource: Resource,
  { address, fields, bom }: Choice & { address: ListAddress },
): string {
  const order = orderOf(resource, address);
  return apiOf(resource.name).export.url({
    query: {
      _fields: fields.join(','),
      _sort: order.map(({ field }) => field).join(','),
      _order: order.map(({ direction }) => direction).join(','),
      ...(bom && { _bom: true }),
      ...Object.fromEntries(filterParams(address)),
    },
  });
}
