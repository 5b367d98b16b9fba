import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { fieldsIn } from '@bindery/contract/schema/template.ts';
import { formatDate, formatDateTime } from '#frontend/shell/i18n/format.ts';
import { currentLanguage } from '#frontend/shell/i18n/i18n.ts';
import type { Labels } from './labels.ts';
import { formatNumber } from './numbers.ts';
import { labelOf, type ManagerRecord } from './resource.ts';

/** The number of last characters of an id, which differ between records that were created together. */
const ID_END = 6;

const shortId = ({ id }: ManagerRecord) => `#${id.slice(-ID_END)}`;

/** Returns a value as one line of text; undefined for an empty value, or one that is not a line. */
function textOf(
  value: unknown,
  { resource, field, labels }: { resource: Resource; field: ResourceField; labels: Pick<Labels, 'option'> },
): string | undefined {
  if (typeof value === 'object' && value !== null && 'label' in value) return String(value.label);
  if (typeof value === 'number') return formatNumber(currentLanguage(), value);
  if (typeof value !== 'string' || value === '' || field.upload) return undefined;
  if (field.values) return labels.option(resource, field, value);
  if (field.type.type === 'date') return formatDate(currentLanguage(), value);
  return field.type.type === 'datetime' ? formatDateTime(currentLanguage(), value) : value;
}

/**
 * Returns a text that distinguishes a record from others with the same label: the first value of the list's
 * columns outside the label that is not computed, else the end of the id.
 */
export function secondaryText(
  resource: Resource,
  item: ManagerRecord,
  labels: Pick<Labels, 'option'>,
): string {
  const inLabel = fieldsIn(resource.labelParts);
  for (const name of resource.list) {
    const field = resource.fields[name];
    const text =
      field && !field.computed && !inLabel.includes(name) && textOf(item[name], { resource, field, labels });
    if (text) return text;
  }
  return shortId(item);
}

/**
 * Returns the secondary texts of records that are shown together, by id: with the end of the id where one
 * text is not enough, and none where there is only that end and no other record has the label.
 */
export function secondaryTexts(
  resource: Resource,
  items: readonly ManagerRecord[],
  labels: Pick<Labels, 'option'>,
): ReadonlyMap<string, string> {
  const named = items.map((item) => ({ item, text: secondaryText(resource, item, labels) }));
  const shown = Map.groupBy(named, ({ item, text }) => JSON.stringify([labelOf(resource, item), text]));
  const labelled = Map.groupBy(items, (item) => labelOf(resource, item));
  return new Map(
    [...shown.values()].flatMap((same) =>
      same
        .filter(
          ({ item, text }) =>
            text !== shortId(item) || (labelled.get(labelOf(resource, item))?.length ?? 0) > 1,
        )
        .map(({ item, text }) => [
          item.id,
          same.length > 1 && text !== shortId(item) ? `${text} · ${shortId(item)}` : text,
        ]),
    ),
  );
}
