import type { Entries, Entry } from './entry.ts';
import type { Mistake, ReportMistake } from './error.ts';
import type { CommonOptions } from './fields/field.ts';

const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;

/** Checks the former names (`was`) of an entry's fields. */
export const checkFieldRenames = (entry: Entry, reportMistake: ReportMistake): void => {
  const stated = Object.entries(entry.fields as Readonly<Record<string, CommonOptions>>);
  for (const { name, was, problem } of problemsOf(stated)) reportMistake(`fields.${name}.was`, was, problem);
};

/** Checks the former names (`was`) of the resources. */
export const checkResourceRenames = (entries: Entries): Mistake[] => {
  const problems = problemsOf(Object.entries(entries));
  const kept = Object.entries(entries).flatMap(([name, entry]) =>
    entry?.was !== undefined && entry.managedBy === 'auth'
      ? [{ name, was: entry.was, problem: 'cannot be: better-auth owns the table of this resource' }]
      : [],
  );
  return [...problems, ...kept].map(({ name, was, problem }) => ({
    resource: name,
    key: 'was',
    value: was,
    problem,
  }));
};

interface Problem {
  readonly name: string;
  readonly was: unknown;
  readonly problem: string;
}

type Stated = readonly (readonly [name: string, options: { readonly was?: unknown } | undefined])[];

const problemsOf = (stated: Stated): Problem[] =>
  stated.flatMap(([name, options]) => {
    // Another check reports values that are not fields at all.
    const was = options?.was;
    const others = stated.filter(([other]) => other !== name);
    const problem = was === undefined ? undefined : problemOf(was, { name, others });
    return problem ? [{ name, was, problem }] : [];
  });

const problemOf = (was: unknown, { name, others }: { name: string; others: Stated }): string | undefined => {
  if (typeof was !== 'string' || !NAME.test(was)) return 'must be a valid name, in camelCase';
  if (was === name || others.some(([other]) => other === was)) return 'is a name that is still in use here';
  const twin = others.find(([, options]) => options?.was === was);
  return twin && `is also the former name of ${twin[0]}: only one of them can take over its values`;
};
