import { NO_VALUE } from '#contract/resources/label.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { formatDateTime } from '../i18n/format.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { formatDay } from './format-day.ts';

const DAY = String.raw`\d{4}-\d\d-\d\d`;
/** A date or a moment as JSON, and so a label, has it. */
const TIMES: Readonly<Record<string, string>> = {
  date: DAY,
  datetime: String.raw`${DAY}T\d\d:\d\d:\d\d\.\d{3}Z`,
};
const ANYTHING = '.*?';

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Returns the pattern of a resource's labels, with a group for each date and moment; undefined without any. */
function patternOf(resource: Resource): string | undefined {
  const parts = resource.labelParts.map((part) => {
    if ('text' in part) return escaped(part.text);
    const field: ResourceField | undefined = resource.fields[part.field];
    const target = field?.to === undefined ? undefined : resource.resourceNamed(field.to);
    const [time, nested] = [TIMES[field?.type.type ?? ''], target && patternOf(target)];
    if (time) return `(${time}|${NO_VALUE})`;
    return nested === undefined ? ANYTHING : `(?:${nested}|${NO_VALUE})`;
  });
  return parts.some((part) => part.startsWith('(')) ? parts.join('') : undefined;
}

const known = new WeakMap<Resource, RegExp | null>();

function labelsOf(resource: Resource): RegExp | null {
  const found = known.get(resource);
  if (found !== undefined) return found;
  const pattern = patternOf(resource);
  const made = pattern === undefined ? null : new RegExp(`^${pattern}$`, 'ds');
  known.set(resource, made);
  return made;
}

/**
 * Returns the label of a record of the resource as people read it: with dates and moments in the language of the page,
 * moments in the time zone of the reader, where JSON and CSV files have those of machines. Other fields stay as they are,
 * also where they look like a date.
 */
export function shownLabel(resource: Resource, label: string): string {
  const places = labelsOf(resource)?.exec(label)?.indices?.slice(1) ?? [];
  return places.toReversed().reduce((text, place) => {
    // A group of a referenced record is not there when the record is not.
    const time = place && label.slice(...place);
    if (!time || time === NO_VALUE) return text;
    const shown = (time.includes('T') ? formatDateTime : formatDay)(currentLanguage(), time);
    return text.slice(0, place[0]) + shown + text.slice(place[1]);
  }, label);
}
