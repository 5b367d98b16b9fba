import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';

/** Focuses the first record of the list, or the heading of another page: for a pressed button that disappears. */
export function focusRecords(): void {
  const first = document.querySelector<HTMLElement>('main [data-record-link]');
  if (first) first.focus({ preventScroll: true });
  else focusOnHeading();
}
