import { westernDigits } from './digits.ts';

const PLAIN = /^[+-]?\d*(?:\.\d*)?$/;
/** What people type between groups of digits, besides what their language writes there. */
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

/** Returns a plain number such as "-12.50" as the language writes it in an input, without groups; others as they are. */
export function toLocalNumber(plain: string, language: string): string {
  if (!PLAIN.test(plain)) return plain;
  const { decimal, digits } = signsOf(language);
  return plain.replace(/\d/g, (digit) => digits[Number(digit)]!).replace('.', decimal);
}

/**
 * Returns what a user types as a plain number: with the digits, the decimal sign and the groups of the language, or
 * plain. What is no number stays as it is, so that it is refused. A sign of groups counts only between whole groups:
 * "1,5" is no number in English.
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
