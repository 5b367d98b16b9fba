import type { Language } from '#frontend/shell/i18n/languages.ts';

const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate());

/** Formats a day of the reader's calendar: today, yesterday, or its weekday and date. */
function dayTitle(language: Language, at: string, now = new Date()): string {
  const day = new Date(at);
  const ago = Math.round((midnight(now).getTime() - midnight(day).getTime()) / 86_400_000);
  const isNear = ago === 0 || ago === 1;
  const title = isNear
    ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-ago, 'day')
    : new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(day);
  return title.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language));
}

/** Pairs items that are sorted by time with the title of their day, if they are the first of that day. */
export const withDayTitles = <Item>(
  items: readonly Item[],
  { language, timeOf }: { language: Language; timeOf: (item: Item) => string },
): { item: Item; day: string | undefined }[] =>
  items.map((item, index) => {
    const day = dayTitle(language, timeOf(item));
    const before = items[index - 1];
    return { item, day: before && dayTitle(language, timeOf(before)) === day ? undefined : day };
  });
