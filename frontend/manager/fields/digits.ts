/** The digits of Arabic and Persian keyboards as those that numbers are kept in, and the Arabic decimal sign as a point. */
export const westernDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066b', '.');
