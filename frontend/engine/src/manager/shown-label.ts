import { NO_VALUE } from '@bindery/contract/records/resources/labels.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { formatDate, formatDateTime } from '#frontend/shell/i18n/format.ts';
import { currentLanguage } from '#frontend/shell/i18n/i18n.ts';
import { RIGHT_TO_LEFT } from '#frontend/shell/i18n/right-to-left.ts';

const DAY = String.raw`\d{4}-\d\d-\d\d`;
/** The format of a date or timestamp in JSON, and so in a label. */
const TIMES: Readonly<Record<string, string>> = {
  date: DAY,
  datetime: String.raw`${DAY}T\d\d:\d\d:\d\d\.\d{3}Z`,
};
const ANYTHING = '.*?';

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** A label as a pattern with a group for each value in it, and whether each value is a date or timestamp. */
interface Values {
  readonly pattern: string;
  readonly areTimes: readonly boolean[];
}

/** Returns the pattern of a resource's labels. */
function valuesIn(resource: Resource): Values {
  const parts = resource.labelParts.map((part): Values => {
    if ('text' in part) return { pattern: escaped(part.text), areTimes: [] };
    const field: ResourceField | undefined = resource.fields[part.field];
    const time = TIMES[field?.type.type ?? ''];
    if (time) return { pattern: `(${time}|${NO_VALUE})`, areTimes: [true] };
    const target = field?.to === undefined ? undefined : resource.resourceNamed(field.to);
    const nested = target && valuesIn(target);
    if (!nested || !isComposed(nested)) return { pattern: `(${ANYTHING})`, areTimes: [false] };
    return { pattern: `(?:${nested.pattern}|${NO_VALUE})`, areTimes: nested.areTimes };
  });
  return {
    pattern: parts.map(({ pattern }) => pattern).join(''),
    areTimes: parts.flatMap(({ areTimes }) => areTimes),
  };
}

/** Returns whether a label needs changes: it has several values, or one that is formatted. */
const isComposed = ({ areTimes }: Values) => areTimes.length > 1 || areTimes.includes(true);

type Labels = { readonly pattern: RegExp; readonly areTimes: readonly boolean[] };
const known = new WeakMap<Resource, Labels | null>();

function labelsOf(resource: Resource): Labels | null {
  const found = known.get(resource);
  if (found !== undefined) return found;
  const values = valuesIn(resource);
  const made = isComposed(values) ? { ...values, pattern: new RegExp(`^${values.pattern}$`, 'ds') } : null;
  known.set(resource, made);
  return made;
}

const shownTime = (time: string) =>
  time === NO_VALUE ? time : (time.includes('T') ? formatDateTime : formatDate)(currentLanguage(), time);

/**
 * Returns the label of a record of the resource for people: with dates and timestamps in the language of the
 * page, and timestamps in the reader's time zone, where JSON and CSV files have machine formats. Other fields
 * stay unchanged, even if they look like a date. If a part is right-to-left, each part is a bidi isolate, so
 * that all parts appear in the order of the label.
 */
export function shownLabel(resource: Resource, label: string): string {
  const labels = labelsOf(resource);
  // Most labels need no change, and lists show thousands of labels.
  if (!labels || !(labels.areTimes.includes(true) || RIGHT_TO_LEFT.test(label))) return label;
  const { pattern, areTimes } = labels;
  // The group of a referenced record is missing if the record is missing.
  const places = (pattern.exec(label)?.indices?.slice(1) ?? []).map((place, index) => {
    const value = place && label.slice(...place);
    return { place, value: value && areTimes[index] ? shownTime(value) : value };
  });
  const isolates = places.length > 1 && places.some(({ value }) => RIGHT_TO_LEFT.test(value ?? ''));
  return places.toReversed().reduce((text, { place, value }) => {
    if (!place || !value) return text;
    return text.slice(0, place[0]) + (isolates ? `\u2068${value}\u2069` : value) + text.slice(place[1]);
  }, label);
}
