import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await freshDatabase();
});

afterAll(() => test?.drop());

const fold = async (text: string) => {
  const [row] = await test.database.query<{ folded: string }>({
    sql: 'select fold($1) as folded',
    parameters: [text],
  });
  return row?.folded;
};

describe('texts with the same normalized form', () => {
  it.each([
    ['case', 'The RIVER', 'the river'],
    [
      'accents',
      'Émile Zôla, façade, İstanbul, Łódź, Đỗ, ñandú',
      'emile zola, facade, istanbul, lodz, do, nandu',
    ],
    [
      'ligatures and letters that expand to two',
      'Straße, Æsir, ŒUVRE, þing, ﬁn',
      'strasse, aesir, oeuvre, thing, fin',
    ],
    ['the Turkish i', 'ISPARTA ısı', 'isparta isi'],
    ['kinds of apostrophes, quotes and dashes', 'L’été “en” 1984–85, ng‘ombe', `l'ete "en" 1984-85, ng'ombe`],
    ['Greek capitals, accents and the final sigma', 'ΑΘΉΝΑΣ Αθήνας', 'αθηνασ αθηνασ'],
    ['Cyrillic capitals', 'ЁЛКА Йод', 'елка иод'],
    ['Arabic alefs and hamzas', 'أحمد إبراهيم آدم ٱلله مؤمن شئ', 'احمد ابراهيم ادم الله مومن شي'],
    ['Arabic endings', 'مدرسة موسى', 'مدرسه موسي'],
    ['Arabic vowel signs and tatweel', 'مُوسَى الشــوق', 'موسي الشوق'],
    ['Persian letters', 'کتاب فارسی', 'كتاب فارسي'],
    ['invisible joiners', 'می\u200cخواهم\u200f', 'ميخواهم'],
    ['Arabic-Indic and full-width digits', '١٢٣ ۴۵۶ ７８９', '123 456 789'],
  ])('differ only in %s', async (_, text, folded) => {
    expect(await fold(text)).toBe(folded);
    // Normalizing is idempotent, so it may be applied more than once.
    expect(await fold(folded)).toBe(folded);
  });

  it('preserve differences that make another word', async () => {
    expect(await fold('100% a_b c\\d 東京が')).toBe((await fold('100% a_b c\\d 東京が'))?.normalize('NFKD'));
    expect(await fold('صيف')).not.toBe(await fold('سيف'));
  });

  it('stay null when null', async () => {
    expect(await fold('')).toBe('');
    const [row] = await test.database.query<{ folded: null }>({
      sql: 'select fold(null) as folded',
      parameters: [],
    });
    expect(row?.folded).toBeNull();
  });
});
