import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { formatDateTime } from '../i18n/format.ts';
import { currentLanguage } from '../i18n/i18n.ts';

/** A moment as JSON, and so a label, has it. */
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

const known = new WeakMap<Resource, boolean>();

/** Returns whether labels of a resource may have a moment in them, of its own or of a record that it refers to. */
function hasMoment(resource: Resource): boolean {
  const found =
    known.get(resource) ??
    resource.labelParts.some((part) => {
      const field: ResourceField | undefined = 'field' in part ? resource.fields[part.field] : undefined;
      const target = field?.to === undefined ? undefined : resource.resourceNamed(field.to);
      return field?.type.type === 'datetime' || (target !== undefined && hasMoment(target));
    });
  known.set(resource, found);
  return found;
}

/**
 * Returns the label of a record of the resource as people read it: with moments in the language of the page and in the
 * time zone of the reader, where JSON and CSV files have those of machines.
 */
export const shownLabel = (resource: Resource, label: string): string =>
  hasMoment(resource) ? label.replace(MOMENT, (moment) => formatDateTime(currentLanguage(), moment)) : label;
