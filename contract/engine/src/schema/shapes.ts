import { z } from 'zod';
import type { Entry, LayoutSection, UniqueEntry } from './entry.ts';
import { type ReportMistake, unknownName } from './error.ts';
import type { CommonOptions } from './fields/field.ts';

/** The schema of each key: a new key of a type needs one. */
type Shape<Of> = Readonly<Record<keyof Of, z.ZodType>>;

/** A value that is checked where it is read. */
const unchecked = z.unknown().optional();
const flag = z.boolean('must be true or false').optional();
const filledText = (problem: string) => z.string(problem).min(1, problem);
const text = filledText('must be a text').optional();
const list = (problem: string) => z.array(unchecked, problem).optional();
const byName = (problem: string) => z.record(z.string(), unchecked, problem);

const NO_FIELD = 'must name at least one field';
const NO_RIGHTS = 'is missing: define who may do what, such as { admin: ["read", "create"] }';
const LIST = 'must be a list of fields, such as ["title", "author"]';

/** An entry of resources.config.ts. */
export const ENTRY = z.strictObject(
  {
    fields: z
      .record(z.string(), unchecked, NO_FIELD)
      .refine((fields) => Object.keys(fields).length > 0, NO_FIELD),
    rights: z.record(z.string(), z.array(unchecked, 'must be a list of actions'), {
      error: ({ input }) =>
        input === undefined
          ? NO_RIGHTS
          : 'must say by role what it may do, such as { admin: ["read", "create"] }',
    }),
    where: byName(
      'must say by role which records, such as { user: ({ user }) => ({ owner: user.id }) }',
    ).optional(),
    title: text,
    singularTitle: text,
    description: text,
    icon: unchecked,
    group: text,
    singular: text,
    label: filledText('must be a field, or a text with fields in braces: "{title} – {author}"').optional(),
    unique: list('must be a list of rules, such as [{ fields: ["title", "author"] }]'),
    sort: filledText('must be one field, descending with a minus: "-createdAt"').optional(),
    list: z
      .array(unchecked, LIST)
      .refine((names) => names.every((name) => typeof name === 'string'), LIST)
      .optional(),
    layout: list('must be a list of sections, such as [{ name: "contents", fields: ["title"] }]'),
    managedBy: unchecked,
    dashboard: flag,
    archive: flag,
    was: text,
  } satisfies Shape<Entry>,
  'must be an entry with fields and rights',
);

/** The options that fields of all kinds have. */
export const COMMON_OPTIONS = z.object({
  kind: unchecked,
  required: flag,
  unique: z.literal([true, false, 'exact'], 'must be true, false or "exact"').optional(),
  readOnly: flag,
  computed: unchecked,
  title: unchecked,
  help: unchecked,
  description: unchecked,
  filter: flag,
  sort: flag,
  readBy: list('must be a list of roles'),
  writeBy: list('must be a list of roles'),
  when: unchecked,
  was: unchecked,
} satisfies Shape<CommonOptions & { readonly kind: unknown }>);

const A_SECTION = 'must be a section, such as { name: "contents", fields: ["title"] }';
const SECTION_NAME = 'must be a name in camelCase, such as "contents"';

/** A section of a layout. */
export const SECTION = z.strictObject(
  {
    name: z.string(SECTION_NAME).regex(/^[a-z][a-zA-Z0-9]*$/, SECTION_NAME),
    title: unchecked,
    fields: z.array(unchecked, NO_FIELD).min(1, NO_FIELD),
    columns: z.literal([1, 2], 'must be 1 or 2').optional(),
  } satisfies Shape<LayoutSection>,
  A_SECTION,
);

const WHEN = 'must name a field with its values, such as { state: ["open"] }';

/** A unique rule. */
export const UNIQUE_RULE = z.strictObject(
  {
    fields: z.array(unchecked, NO_FIELD).min(1, NO_FIELD),
    reportOn: unchecked,
    within: z.literal('rows', 'must be "rows"').optional(),
    exact: flag,
    nulls: z.literal(['same', 'distinct'], 'must be "same" or "distinct"').optional(),
    when: byName(WHEN)
      .refine((when) => Object.keys(when).length > 0, WHEN)
      .optional(),
  } satisfies Shape<UniqueEntry>,
  'must be a rule, such as { fields: ["title", "author"] }',
);

/**
 * Reports what is invalid in the shape of an entry or its part, in case the types were bypassed. Returns
 * whether other checks can rely on the shape: an unknown key is only reported.
 */
export function checkShape(shape: z.ZodObject, value: unknown, reportMistake: ReportMistake): boolean {
  const issues = shape.safeParse(value, { reportInput: true }).error?.issues ?? [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') reportMistake(issue.path.join('.'), issue.input, issue.message);
    else for (const key of issue.keys) reportMistake(key, key, unknownName(key, Object.keys(shape.shape)));
  }
  return issues.every(({ code }) => code === 'unrecognized_keys');
}

/** Returns a function that reports the mistakes of a part of an entry below the key of the part. */
export const reportBelow =
  (part: string, reportMistake: ReportMistake): ReportMistake =>
  (key, value, problem) =>
    reportMistake(key === '' ? part : `${part}.${key}`, value, problem);
