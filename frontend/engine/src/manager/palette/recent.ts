import { ownKey, store } from '#frontend/shell/browser/stored.ts';
import { readStoredJson } from '../stored-json.ts';

const KEY = ownKey('recent');
const MAX_RECENT = 5;

/** A page or a record that was opened with the palette. */
export interface Recent {
  readonly to: string;
  readonly label: string;
}

const isRecent = (value: unknown): value is Recent => {
  const { to, label }: Record<string, unknown> = Object(value);
  return typeof to === 'string' && to.startsWith('/manager') && typeof label === 'string';
};

/** Returns the remembered targets, the latest first. */
export function readRecent(): Recent[] {
  const stored = readStoredJson(KEY);
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

/** Remembers a target until the user signs out. */
export function addRecent({ to, label }: Recent): void {
  const others = readRecent().filter((one) => one.to !== to);
  store(KEY, JSON.stringify([{ to, label }, ...others].slice(0, MAX_RECENT)));
}
