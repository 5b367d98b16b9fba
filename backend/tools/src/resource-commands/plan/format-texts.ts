import type { MissingTexts } from '@bindery/contract/api/texts/missing-texts.ts';
import { wrap } from '../wrap.ts';

/** Formats the missing texts, once for all languages that lack the same ones. */
export function formatTexts(missing: readonly MissingTexts[]): string[] {
  const groups = Map.groupBy(missing, ({ file, language, keys }) =>
    JSON.stringify([withoutLanguage(file, language), keys]),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    const languages = same.map(({ language }) => language);
    const file = languages.length === 1 ? first!.file : withoutLanguage(first!.file, first!.language);
    return [wrap(`${languages.join(', ')}: ${file}`, { first: '  ' }), ...byResource(first!.keys)];
  });
}

const withoutLanguage = (file: string, language: string): string =>
  file.replace(new RegExp(`\\b${language}(?=[./])`), '<language>');

/** The keys of a resource are grouped: `resources.loans: label, singular, fields.book`. */
function byResource(keys: readonly string[]): string[] {
  const prefixOf = (key: string) => /^resources\.\w+(?=\.)/.exec(key)?.[0] ?? '';
  return [...Map.groupBy(keys, prefixOf)].map(([prefix, all]) => {
    const rest = all.map((key) => (prefix === '' ? key : key.slice(prefix.length + 1))).join(', ');
    return wrap(prefix === '' ? rest : `${prefix}: ${rest}`, { first: '    ', rest: '      ' });
  });
}
