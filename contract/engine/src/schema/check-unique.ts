import { checkListedValues } from './check-when.ts';
import { tenantFields } from './check-where.ts';
import type { CheckedEntry } from './checked-entry.ts';
import type { UniqueEntry } from './entry.ts';
import { unknownName } from './error.ts';
import { kindOf, statedField } from './kinds.ts';
import { withArticle } from './names.ts';
import { checkShape, reportBelow, UNIQUE_RULE } from './shapes.ts';

/** Checks the unique rules of an entry. */
export const checkUnique = (about: CheckedEntry): void => {
  for (const rule of about.entry.unique ?? []) checkRule(rule, about);
};

const checkRule = (rule: UniqueEntry, about: CheckedEntry) => {
  const { entry, reportMistake } = about;
  if (!checkShape(UNIQUE_RULE, rule, reportBelow('unique', reportMistake))) return;
  const names = Object.keys(entry.fields);
  for (const name of rule.fields) {
    const field = statedField(entry, name);
    if (!field) reportMistake('unique', name, unknownName(name, names));
    else if (kindOf(field).isLong)
      reportMistake('unique', name, `cannot be part of a rule: ${withArticle(field.kind)} is too long`);
    else if (field.computed !== undefined)
      reportMistake('unique', name, 'cannot be part of a rule: it is computed');
    else if (kindOf(field).join)
      reportMistake('unique', name, 'cannot be part of a rule: records have several of its values');
  }
  if (new Set(rule.fields).size < rule.fields.length)
    reportMistake('unique', rule.fields, 'must not repeat a field');
  // A misspelt field of the rule has been reported, and may be the one that `reportOn` names correctly.
  const isKnown = rule.fields.every((name) => names.includes(name));
  if (isKnown && rule.reportOn !== undefined && !rule.fields.includes(rule.reportOn))
    reportMistake('unique.reportOn', rule.reportOn, unknownName(rule.reportOn, rule.fields));
  if (rule.within && tenantFields(entry).length === 0)
    reportMistake(
      'unique.within',
      rule.within,
      'needs a field that the row filters of all limited roles compare with one value, such as { school: user.school }',
    );
  if (rule.when !== undefined) checkWhen(rule.when, about);
};

const checkWhen = (when: NonNullable<UniqueEntry['when']>, { entry, reportMistake }: CheckedEntry) => {
  if (entry.managedBy === 'auth')
    reportMistake('unique.when', when, 'cannot be: better-auth owns this table');
  for (const [name, values] of Object.entries(when)) {
    const key = `unique.when.${name}`;
    const field = statedField(entry, name);
    if (!field) reportMistake(key, name, unknownName(name, Object.keys(entry.fields)));
    else if (field.computed !== undefined)
      reportMistake(key, name, 'cannot be part of "when": it is computed');
    else checkListedValues(field, values, (value, problem) => reportMistake(key, value, problem));
  }
};
