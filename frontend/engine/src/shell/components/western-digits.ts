/** Converts Arabic and Persian digits to Western ones, and the Arabic decimal separator to a point. */
export const westernDigits = (text: string): string =>
  text
    // Their last four bits are those of 0–9.
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066b', '.');
