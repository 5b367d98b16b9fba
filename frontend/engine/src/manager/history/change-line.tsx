import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { useTranslation } from 'react-i18next';
import type { Language } from '#frontend/shell/i18n/languages.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { withElements } from '../with-elements.tsx';
import styles from './history.module.css';

interface ChangeLineProps {
  readonly resource: Resource;
  readonly name: string;
  /** Left out for several records that had different values. */
  readonly before?: unknown;
  readonly after: unknown;
  readonly hasBefore?: boolean;
}

const isEmpty = (value: unknown): boolean => isEmptyValue(value) || value === '';

/**
 * Renders the values of a field before and after a change as a sentence. A value that does not fit into the
 * line has its own.
 */
export function ChangeLine({ resource, name, before, after, hasBefore = true }: ChangeLineProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const known = resource.fields[name];
  const deed = known && typeof after === 'boolean' && labels.change(resource, known, after);
  if (deed)
    return (
      <span className={styles.line}>
        <ins className={styles.value}>{deed}</ins>
      </span>
    );
  const field = labels.field(resource, known ?? { name, title: readable(name) });
  const isFirst = !hasBefore || isEmpty(before);
  const kind = isEmpty(after) ? (hasBefore ? 'cleared' : 'emptied') : isFirst ? 'set' : 'changed';
  return (
    <span className={styles.line}>
      {withElements((places) => t(`manager.changes.${kind}`, { field, ...places }), {
        before: (
          <del className={styles.value} dir="auto">
            <FieldValue resource={resource} name={name} value={before} />
          </del>
        ),
        after: (
          <ins className={styles.value} dir="auto">
            <FieldValue resource={resource} name={name} value={after} />
          </ins>
        ),
      })}
    </span>
  );
}

interface FieldValueProps extends Pick<ChangeLineProps, 'resource' | 'name'> {
  readonly value: unknown;
}

/**
 * Renders a value of a field according to its kind. The field may have been removed from resources.config.ts,
 * or be an event.
 */
export function FieldValue({ resource, name, value }: FieldValueProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const field = resource.fields[name];
  if (isEmpty(value)) return t('manager.show.notSet');
  if (typeof value === 'boolean') {
    const yesNo = t(value ? 'manager.boolean.yes' : 'manager.boolean.no');
    // A word of the sentence, without an icon.
    return field ? labels.option(resource, field, String(value), yesNo) : yesNo;
  }
  if (field) {
    const { Show } = fieldComponents(field.kind);
    return <Show resource={resource} field={field} value={value} />;
  }
  return String(value);
}

const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate());

/** Formats a day of the reader's calendar: today, yesterday, or its weekday and date. */
function dayTitle(language: Language, at: string): string {
  const day = new Date(at);
  const ago = Math.round((midnight(new Date()).getTime() - midnight(day).getTime()) / 86_400_000);
  const isNear = ago === 0 || ago === 1;
  const title = isNear
    ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-ago, 'day')
    : new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(day);
  return title.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language));
}

/**
 * Pairs items that are sorted by time with the title of their day, if they are the first of that day. Without
 * a language, as long as the calendar of the reader is unknown, the titles are empty, and the days those of
 * UTC.
 */
export function withDayTitles<Item extends { readonly at: string }>(
  items: readonly Item[],
  language: Language | undefined,
): { item: Item; day: string | undefined }[] {
  const dayOf = ({ at }: Item) => (language ? dayTitle(language, at) : at.slice(0, 'YYYY-MM-DD'.length));
  return items.map((item, index) => {
    const day = dayOf(item);
    const before = items[index - 1];
    if (before && dayOf(before) === day) return { item, day: undefined };
    return { item, day: language ? day : '' };
  });
}
