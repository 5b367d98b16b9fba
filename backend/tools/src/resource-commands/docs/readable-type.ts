/** What stands in the types of `contract/engine/src/schema`, and how a reader of an entry would say it. */
const WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\s+/g, ' '],
  [/\breadonly /g, ''],
  [/`\$\{string\}\{\$\{keyof F & string\}\}\$\{string\}`/g, 'template'],
  [/`-\$\{keyof F & string\}`/g, '-field'],
  [/\(keyof F & string\)/g, 'field'],
  [/\bkeyof F & string\b/g, 'field'],
  [/\[\w+ in R \| typeof PUBLIC\]\?/g, '[role]'],
  [/\bRowRulesByRole<\w+>/g, '{ [role]: RowRules }'],
  [/\b(UniqueEntry|LayoutSection)<field>/g, '$1'],
  [/\bOnDelete\b/g, "'restrict' | 'setNull' | 'cascade'"],
  [/\bReadonly<Record<string, V \| null>>/g, '{ [value]: value | null }'],
  [/\bReadonly<Record<string, (.*)>>/g, '{ [name]: $1 }'],
  [/\bCurrentUserOf<\w+>/g, 'currentUser.id'],
  [/\bDynamicDefault<'([\w.]+)'>/g, '$1'],
  [/\bFieldCondition\b/g, '{ [field]: values[] }'],
  [/\bName\b/g, 'field'],
  [/\bV\b/g, 'value'],
  [/^F$/, '{ [field]: Field }'],
  // Type parameters of an entry, by which the compiler checks what it states.
  [/^Unique$/, 'UniqueEntry[]'],
  [/^When$/, '{ [field]: values[] }'],
  [/^Label$/, 'field | template'],
  [/^Rows$/, '{ [role]: RowRules }'],
  [/^Checked$/, '{ [field]: Field }'],
];

/** Returns a type of `contract/engine/src/schema` without what only the compiler needs: `readonly (keyof F & string)[]` is `field[]`. */
export const readableType = (type: string): string =>
  WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), type).trim();
