import { westernDigits } from './digits.ts';

const PLAIN = /^[+-]?\d*(?:\.\d*)?$/;
/** What users type between groups of digits, besides their language's separator. */
const SPACES = /[\s'’]/g;

/** How a language writes numbers. */
interface NumberSigns {
  readonly decimal: string;
  readonly group: string;
  readonly digits: readonly string[];
}

const signsOf = (language: string): NumberSigns => {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const sign = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const digit = new Intl.NumberFormat(language, { useGrouping: false });
  return {
    decimal: sign('decimal', '.'),
    group: sign('group', ','),
    digits: Array.from({ length: 10 }, (_, value) => digit.format(value)),
  };
};

/**
 * Formats a plain number such as "-12.50" for an input in the language, without groups; other texts are
 * unchanged.
 */
export function toLocalNumber(plain: string, language: string): string {
  if (!PLAIN.test(plain)) return plain;
  const { decimal, digits } = signsOf(language);
  return plain.replace(/\d/g, (digit) => digits[Number(digit)]!).replace('.', decimal);
}

/**
 * Parses a typed number in the notation of the language, or in plain notation. Other texts are unchanged, so
 * that they are rejected. A group separator counts only between whole groups: "1,5" is not a number in
 * English.
 */
export function fromLocalNumber(typed: string, language: string): string {
  const { decimal, group } = signsOf(language);
  const western = westernDigits(typed.trim().replaceAll(decimal, '.')).replaceAll('−', '-');
  const spaceless = western.replace(SPACES, '');
  if (PLAIN.test(spaceless)) return spaceless;
  const [whole = '', ...fraction] = spaceless.split('.');
  const groups = whole.replaceAll('٬', group).split(group);
  const isGrouped =
    /^[+-]?\d{1,3}$/.test(groups[0]!) && groups.slice(1).every((one) => /^\d{2,3}$/.test(one));
  const plain = [groups.join(''), ...fraction].join('.');
  return isGrouped && PLAIN.test(plain) ? plain : typed;
}
