import { checkListedValues } from './check-when.ts';
import { tenantFields } from './check-where.ts';
import type { Entry, UniqueEntry } from './entry.ts';
import { type ReportMistake, unknownName } from './error.ts';
import { kindOf, statedField } from './kinds.ts';
import { withArticle } from './names.ts';
import { checkShape, reportBelow, UNIQUE_RULE } from './shapes.ts';

/** Checks the unique rules of an entry. */
export const checkUnique = (entry: Entry, reportMistake: ReportMistake): void => {
  for (const rule of entry.unique ?? []) checkRule(rule, { entry, reportMistake });
};

const checkRule = (
  rule: UniqueEntry,
  { entry, reportMistake }: { entry: Entry; reportMistake: ReportMistake },
) => {
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
  if (rule.reportOn !== undefined && !rule.fields.includes(rule.reportOn))
    reportMistake('unique.reportOn', rule.reportOn, unknownName(rule.reportOn, rule.fields));
  if (rule.within && tenantFields(entry).length === 0)
    reportMistake(
      'unique.within',
      rule.within,
      'needs a field that the row filters of all limited roles compare with one value, such as { school: user.school }',
    );
  if (rule.when !== undefined) checkWhen(rule.when, { entry, reportMistake });
};

const checkWhen = (
  when: NonNullable<UniqueEntry['when']>,
  { entry, reportMistake }: { entry: Entry; reportMistake: ReportMistake },
) => {
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
