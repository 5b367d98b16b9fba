import { type Language, languages } from '@bindery/contract/records/init.ts';
import { fieldError } from '@bindery/contract/records/validation.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { pageTexts } from '#backend/kernel/page-texts.ts';
import { addError, type Batch } from './checked-record.ts';
import { foldTexts } from './find-references.ts';

/** A word that pages show for a value. */
type Word = readonly [word: string, value: string | boolean];

/**
 * Replaces the words that pages show for the values of selects and booleans with these values: in any
 * language, exactly or ignoring case and accents. A word for several values is an error of the row.
 */
export async function resolveWords(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const { resource } = plan.service;
  for (const target of plan.targets) {
    if (target?.kind !== 'value') continue;
    const { field } = target;
    const given = rows.flatMap((row) => {
      const text = row.values[field.name];
      return typeof text === 'string' && isWord(field, text) ? [{ row, text: text.trim() }] : [];
    });
    if (given.length === 0) continue;
    const words = shownWords(resource, field);
    const folded = await foldTexts(db, [...words.map(([word]) => word), ...given.map(({ text }) => text)]);
    for (const { row, text } of given) {
      const written = valuesOf(words.filter(([word]) => word === text));
      const alike = () => valuesOf(words.filter(([word]) => folded.get(word) === folded.get(text)));
      const [value, ...others] = written.length > 0 ? written : alike();
      if (value === undefined) continue;
      if (others.length === 0) row.values[field.name] = value;
      else {
        const values = [value, ...others].join(', ');
        addError(row, field.name, fieldError(field.name, 'errors.ambiguousWord', { values }));
      }
    }
  }
}

/** Whether the text of a cell is none of the values of a field that has words for them. */
function isWord({ values, type }: ResourceField, text: string): boolean {
  if (text.trim() === '') return false;
  return values ? !values.includes(text) : type.type === 'boolean';
}

const valuesOf = (words: readonly Word[]) => [...new Set(words.map(([, value]) => value))];

function shownWords(resource: Resource, field: ResourceField): Word[] {
  const words = (language: Language): Word[] => {
    const { labels, translate } = pageTexts(language);
    if (field.values) return field.values.map((value) => [labels.option(resource, field, value), value]);
    const label = labels.field(resource, field);
    return [
      [translate('manager.boolean.yes'), true],
      [translate('manager.boolean.no'), false],
      [labels.option(resource, field, 'true', label), true],
      [
        labels.option(resource, field, 'false', translate('manager.recordPage.isNot', { field: label })),
        false,
      ],
    ];
  };
  const own = (field.values ?? []).map((value): Word => [value, value]);
  return [...own, ...languages.flatMap(words)];
}
