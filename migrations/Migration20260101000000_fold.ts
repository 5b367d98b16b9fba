import { Migration } from '@mikro-orm/migrations';

/**
 * Marks and signs that a search does not care about: combining accents, vowel signs (Hebrew, Arabic), tatweel,
 * soft hyphens, joiners and direction marks. PostgreSQL's regular expressions read the escapes.
 */
const IGNORED = String.raw`[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]`;

/** Capitals that have a small letter of their own once accents are off; A to Z are PostgreSQL's own work. */
const CAPITALS = [
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠ',
  'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҖҘҚҜҞҠҢҤҨҪҬҮҰҲҴҶҸҺҼҾӀӘӠӨ',
  'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
  'ÆŒØÐĐĦŁŊŦÞƁƊƎƏƐƓƘƝƠƳƵ',
].join('');

/** Letters that count as another one, pair by pair. */
const ALIKE: readonly (readonly [from: string, to: string])[] = [
  ['ς', 'σ'],
  ['øðđħıłŋŧɓɗɛɠƙɲƴƶ', 'oddhilntbdegknyz'],
  // Alef wasla, ta marbuta, alef maqsura, Persian and Urdu yeh, kaf and heh. Hamza on its bearer is a mark by
  // now.
  ['ٱةىیےکھہە', 'اهيييكههه'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['‘’‛ʻʼ´“”„«»‐‑‒–—−', `''''''"""""------`],
];

/** Letters that count as two. */
const DOUBLE: readonly (readonly [from: string, to: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
];

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * The ground that search and order stand on: trigrams, and `fold(text)`, the one definition of which texts
 * count as the same. Stored columns and queries both use it. It depends on no locale, so that it gives the
 * same everywhere.
 */
export class Migration20260101000000_fold extends Migration {
  override name = 'Migration20260101000000_fold';

  override up(): void {
    const from = CAPITALS + ALIKE.map(([letters]) => letters).join('');
    const to = fold(CAPITALS.toLowerCase()) + ALIKE.map(([, letters]) => letters).join('');
    const plain = `regexp_replace(normalize(value, nfkd), ${literal(IGNORED)}, '', 'g')`;
    const single = `translate(lower(${plain} collate "C"), ${literal(from)}, ${literal(to)})`;
    const folded = DOUBLE.reduce((sql, pair) => `replace(${sql}, ${pair.map(literal).join(', ')})`, single);
    const body = `case when octet_length(value) = length(value) then lower(value collate "C") else ${folded} end`;
    this.addSql('create extension if not exists pg_trgm;');
    this.addSql(
      `create function fold(value text) returns text language sql immutable parallel safe return ${body};`,
    );
  }

  override down(): void {
    this.addSql('drop function fold(text);');
  }
}

/** The same pairs for the small letters, as a capital must end where its small letter does. */
function fold(letters: string): string {
  return Array.from(letters, (letter) => {
    const [from, to] = ALIKE.find(([alike]) => alike.includes(letter)) ?? [];
    return from && to ? to[from.indexOf(letter)] : letter;
  }).join('');
}
