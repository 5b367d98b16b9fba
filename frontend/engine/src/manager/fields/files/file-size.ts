import type { Language } from '#frontend/shell/i18n/languages.ts';

const UNITS = [
  ['gigabyte', 1_000_000_000],
  ['megabyte', 1_000_000],
  ['kilobyte', 1000],
  ['byte', 1],
] as const;

/** Formats a number of bytes in the largest unit that fits: "1.2 MB". */
export function formatFileSize(language: Language, bytes: number): string {
  const [unit, size] = UNITS.find(([, size]) => bytes >= size) ?? (['byte', 1] as const);
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(bytes / size);
}
