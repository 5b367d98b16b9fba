import { filterParams, type ListAddress, orderOf } from '#contract/resources/list-address.ts';
import type { Resource } from '#contract/schema/index.ts';

interface Choice {
  readonly fields: readonly string[];
  /** Whether the file starts with a byte order mark. */
  readonly bom: boolean;
}

/** Returns the address of the export of a list, with its search, filters and order. */
export function exportUrl(
  resource: Resource,
  { address, fields, bom }: Choice & { address: ListAddress },
): string {
  const order = orderOf(resource, address);
  const parameters = new URLSearchParams([
    ['_fields', fields.join(',')],
    ['_sort', order.map(({ field }) => field).join(',')],
    ['_order', order.map(({ direction }) => direction).join(',')],
    ...(bom ? [['_bom', 'true']] : []),
    ...filterParams(address).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  ]);
  return `/api/${resource.name}/export?${parameters}`;
}
