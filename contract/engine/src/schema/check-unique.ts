import { checkListedValues } from './check-when.ts';
import type { Entry, UniqueEntry } from './entry.ts';
import { type ReportMistake, unknownName } from './error.ts';
import { withArticle } from './names.ts';
import { statedField, statedKind } from './stated-field.ts';
import { tenantFields } from './tenant-fields.ts';

const RULE_KEYS: readonly string[] = Object.keys({
  fields: true,
  reportOn: true,
  within: true,
  exact: true,
  nulls: true,
  when: true,
} satisfies Record<keyof UniqueEntry, true>);

/** Checks the unique rules of an entry. */
export const checkUnique = (entry: Entry, reportMistake: ReportMistake): void => {
  if (entry.unique !== undefined && !Array.isArray(entry.unique))
    reportMistake(
      'unique',
      entry.unique,
      'must be a list of rules, such as [{ fields: ["title", "author"] }]',
    );
  else for (const rule of entry.unique ?? []) checkRule(rule, { entry, reportMistake });
};

const checkRule = (
  rule: UniqueEntry,
  { entry, reportMistake }: { entry: Entry; reportMistake: ReportMistake },
) => {
  if (!Array.isArray(rule?.fields) || rule.fields.length === 0) {
    reportMistake('unique', rule, 'must name at least one field');
    return;
  }
  const names = Object.keys(entry.fields);
  for (const key of Object.keys(rule))
    if (!RULE_KEYS.includes(key)) reportMistake(`unique.${key}`, key, unknownName(key, RULE_KEYS));
  for (const name of rule.fields) {
    const field = statedField(entry, name);
    const kind = statedKind(field);
    if (!field) reportMistake('unique', name, unknownName(name, names));
    else if (kind?.isLong)
      reportMistake('unique', name, `cannot be part of a rule: ${withArticle(field.kind)} is too long`);
    else if (field.computed !== undefined)
      reportMistake('unique', name, 'cannot be part of a rule: it is computed');
    else if (kind?.join)
      reportMistake('unique', name, 'cannot be part of a rule: records have several of its values');
  }
  if (new Set(rule.fields).size < rule.fields.length)
    reportMistake('unique', rule.fields, 'must not repeat a field');
  if (rule.reportOn !== undefined && !rule.fields.includes(rule.reportOn))
    reportMistake('unique.reportOn', rule.reportOn, unknownName(rule.reportOn, rule.fields));
  if (rule.within !== undefined && rule.within !== 'rows')
    reportMistake('unique.within', rule.within, 'must be "rows"');
  else if (rule.within && tenantFields(entry).length === 0)
    reportMistake(
      'unique.within',
      rule.within,
      'needs a field that the row filters of all limited roles compare with one value, such as { school: user.school }',
    );
  if (rule.exact !== undefined && typeof rule.exact !== 'boolean')
    reportMistake('unique.exact', rule.exact, 'must be true or false');
  if (rule.nulls !== undefined && !['same', 'distinct'].includes(rule.nulls))
    reportMistake('unique.nulls', rule.nulls, 'must be "same" or "distinct"');
  if (rule.when !== undefined) checkWhen(rule.when, { entry, reportMistake });
};

const checkWhen = (
  when: unknown,
  { entry, reportMistake }: { entry: Entry; reportMistake: ReportMistake },
) => {
  if (typeof when !== 'object' || when === null || Object.keys(when).length === 0) {
    reportMistake('unique.when', when, 'must name a field with its values, such as { state: ["open"] }');
    return;
  }
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
