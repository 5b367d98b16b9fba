import type { Entry } from './entry.ts';
import type { ReportMistake } from './error.ts';

/** What the value of a key must be: a test, and the message of the mistake. */
type Shape = readonly [fits: (value: unknown) => boolean, problem: string];

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isText);
const isByName = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const text: Shape = [isText, 'must be a text'];
const isTrueOrFalse: Shape = [(value) => typeof value === 'boolean', 'must be true or false'];

/**
 * The keys that other checks read without checking their type. The others are checked where they are read.
 */
const SHAPES: { readonly [Key in keyof Entry]?: Shape } = {
  rights: [isByName, 'must say by role what it may do, such as { admin: ["read", "create"] }'],
  where: [isByName, 'must say by role which records, such as { user: ({ user }) => ({ owner: user.id }) }'],
  label: [isText, 'must be a field, or a text with fields in braces: "{title} – {author}"'],
  sort: [isText, 'must be one field, descending with a minus: "-createdAt"'],
  list: [isTextList, 'must be a list of fields, such as ["title", "author"]'],
  group: text,
  singular: text,
  title: text,
  singularTitle: text,
  description: text,
  was: text,
  dashboard: isTrueOrFalse,
};

/**
 * Checks that an entry's value under each key has the correct type, in case the types were bypassed. Returns
 * whether all have: the other checks rely on it.
 */
export const checkShape = (entry: Entry, reportMistake: ReportMistake): boolean => {
  const wrong = Object.entries(SHAPES).filter(([key, [fits]]) => {
    const value = entry[key as keyof Entry];
    return value !== undefined && !fits(value);
  });
  for (const [key, [, problem]] of wrong) reportMistake(key, entry[key as keyof Entry], problem);
  return wrong.length === 0;
};
