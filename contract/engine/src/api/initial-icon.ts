/** The icon of a product whose name starts with none of the letters below: a stitched sheet. */
const SHEET = 'M11 8h8l4 4v12H11zM19 8v4h4M8 12.5h3M8 16h3M8 19.5h3';

/** Letters as strokes on a tile of 32 by 32. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M9.5 23.5 16 8.5l6.5 15M12 18h8',
  B: 'M11 8.5v15h6a4.2 4.2 0 0 0 0-8.4h-6m0-6.6h5a3.3 3.3 0 0 1 0 6.6',
  C: 'M22 11a7.5 7.5 0 1 0 0 10',
  D: 'M11 8.5v15h4a7.5 7.5 0 0 0 0-15z',
  E: 'M21 8.5H12v15h9M12 15.5h7.5',
  F: 'M21 8.5H12v15M12 15.5h7.5',
  G: 'M22 11a7.5 7.5 0 1 0 1 5.5h-5.5',
  H: 'M10.5 8.5v15M21.5 8.5v15M10.5 16h11',
  I: 'M16 8.5v15M12 8.5h8M12 23.5h8',
  J: 'M19 8.5v10.5a4.5 4.5 0 0 1-8.8 1.2',
  K: 'M11 8.5v15M21 8.5l-10 9M15 14l6.5 9.5',
  L: 'M12 8.5v15h9',
  M: 'M9 23.5v-15l7 9 7-9v15',
  N: 'M10.5 23.5v-15l11 15v-15',
  O: 'M16 8.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15',
  P: 'M11 23.5v-15h6a4.5 4.5 0 0 1 0 9h-6',
  Q: 'M16 8.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15m2.5 11 4.5 4.5',
  R: 'M11 23.5v-15h6a4.5 4.5 0 0 1 0 9h-6m5 0 5.5 6',
  S: 'M20.5 10.8a4.6 4.6 0 0 0-4.5-2.3c-6 0-6 6.7 0 7.3 6.5.7 6.5 7.7 0 7.7a5.2 5.2 0 0 1-5-2.8',
  T: 'M9.5 8.5h13M16 8.5v15',
  U: 'M10.5 8.5v9.5a5.5 5.5 0 0 0 11 0V8.5',
  V: 'm9.5 8.5 6.5 15 6.5-15',
  W: 'm8 8.5 4 15 4-11 4 11 4-15',
  X: 'M10.5 8.5l11 15M21.5 8.5l-11 15',
  Y: 'M10 8.5l6 7.5 6-7.5M16 16v7.5',
  Z: 'M10.5 8.5h11l-11 15h11',
};

/** Returns the icon of a product without a drawn one: the first letter of its name. */
export function initialIcon(name: string): string {
  const [first = ''] = name.normalize('NFKD').toUpperCase();
  return LETTERS[first] ?? SHEET;
}

/** Whether the icon is a generated one: a letter, or the sign of a name without letters. */
export const isInitialIcon = (icon: string): boolean =>
  icon === SHEET || Object.values(LETTERS).includes(icon);
