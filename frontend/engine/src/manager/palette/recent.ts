import { ownKey } from '#frontend/shell/browser/own-storage.ts';
import { iconOf } from '../overrides.ts';
import type { Suggestion } from './use-suggestions.ts';

const KEY = ownKey('recent');
const MOST = 5;

type Recent = Pick<Suggestion, 'to' | 'label'>;

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  typeof value.to === 'string' &&
  value.to.startsWith('/manager') &&
  'label' in value &&
  typeof value.label === 'string';

function read(): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    // The storage is blocked, or its content has been edited.
    return [];
  }
}

/** Remembers the target of a suggestion until the user signs out. */
export function rememberRecent({ to, label, group }: Suggestion): void {
  if (group === 'create' || !to.startsWith('/manager')) return;
  const others = read().filter((one) => one.to !== to);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ to, label }, ...others].slice(0, MOST)));
  } catch {
    // The storage is blocked.
  }
}

/** Returns the recent targets, the latest first. Pages have their current label. */
export function recentSuggestions(pages: readonly Suggestion[]): Suggestion[] {
  return read().map(({ to, label }) => {
    const page = pages.find((one) => one.to === to);
    const icon = page?.icon ?? iconOf(to.split('/')[2] ?? '');
    return { to, label: page?.label ?? label, group: 'recent', icon };
  });
}
