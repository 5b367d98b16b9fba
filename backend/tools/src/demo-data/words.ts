type Words = readonly [string, ...string[]];

/** Words for titles and sentences. */
export const ADJECTIVES: Words = [
  ...([
    'quiet',
    'early',
    'long',
    'open',
    'second',
    'small',
    'northern',
    'bright',
    'common',
    'final',
  ] as const),
  ...['old', 'warm', 'narrow', 'hidden', 'green', 'shared', 'simple', 'distant', 'last', 'steady'],
];
/** Nouns, for titles. */
export const NOUNS: Words = [
  ...(['river', 'garden', 'letter', 'market', 'journey', 'harbour', 'window', 'report', 'bridge'] as const),
  ...['season', 'meeting', 'library', 'order', 'road', 'island', 'delivery', 'workshop', 'answer', 'plan'],
];
/** Verbs that join two titles. */
export const VERBS: Words = ['follows', 'needs', 'precedes', 'replaces', 'supports', 'covers', 'completes'];

/** Towns, with their countries. */
export const TOWNS: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Nairobi', 'Kenya'],
  ['Mombasa', 'Kenya'],
  ['Dodoma', 'Tanzania'],
  ['Lyon', 'France'],
  ['Nîmes', 'France'],
  ['Dakar', 'Senegal'],
  ['Amman', 'Jordan'],
  ['Rabat', 'Morocco'],
  ['Leeds', 'United Kingdom'],
  ['Cork', 'Ireland'],
  ['Ghent', 'Belgium'],
  ['Porto', 'Portugal'],
];
/** Streets of addresses. */
export const STREETS: Words = ['Market Street', 'Rue du Port', 'Harbour Road', 'Moi Avenue', 'Mill Lane'];
/** Endings of company names. */
export const COMPANY_ENDINGS: Words = ['Ltd', '& Sons', 'Group', 'Cooperative', 'Press', 'Works'];
/** Names of colours. */
export const COLOURS: Words = ['red', 'blue', 'green', 'black', 'white', 'orange', 'grey'];

/**
 * Texts that test how pages and files handle unusual input: width, direction, markup, formulas, sort order.
 */
export const NASTY: Words = [
  'W'.repeat(255),
  'كتاب قديم عن الطريق إلى البحر',
  'שלום and العربية in one line',
  '👩‍👩‍👧‍👦🏴‍☠️ 🇰🇪',
  'Z̸̢͗a̶͚̓l̷͎̈g̵̱̀o̸͖͝',
  'Ángström ﬁnd İstanbul straße',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://example.com")',
  "Robert'); DROP TABLE students;--",
  '"quoted", with; separators\\and backslashes',
  '日本語のとても長い題名',
  'constructor',
  '__proto__',
  '0',
  'null',
  '%_%',
  '{{name}}',
];
