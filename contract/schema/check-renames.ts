import type { Entries, Entry } from './entry.ts';
import type { Complain, Mistake } from './error.ts';
import type { CommonOptions } from './fields/field.ts';

const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;

/** Checks what the fields of an entry state about their former names. */
export const checkFieldRenames = (entry: Entry, complain: Complain): void => {
  const stated = Object.entries(entry.fields as Readonly<Record<string, CommonOptions>>);
  for (const { name, was, problem } of problemsOf(stated)) complain(`fields.${name}.was`, was, problem);
  for (const [name, { was }] of stated)
    if (was !== undefined && entry.keptBy === 'auth')
      complain(`fields.${name}.was`, was, 'cannot be: sign-in keeps the columns of this resource');
};

/** The same about the names of the resources. */
export const checkResourceRenames = (entries: Entries): Mistake[] => {
  const problems = problemsOf(Object.entries(entries));
  const kept = Object.entries(entries).flatMap(([name, { was, keptBy }]) =>
    was !== undefined && keptBy === 'auth'
      ? [{ name, was, problem: 'cannot be: sign-in keeps the table of this resource' }]
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

const problemsOf = (stated: readonly (readonly [string, { readonly was?: unknown }])[]): Problem[] =>
  stated.flatMap(([name, { was }]) => {
    if (was === undefined) return [];
    const problem = problemOf(was, stated, name);
    return problem ? [{ name, was, problem }] : [];
  });

const problemOf = (
  was: unknown,
  stated: readonly (readonly [string, { readonly was?: unknown }])[],
  name: string,
): string | undefined => {
  if (typeof was !== 'string' || !NAME.test(was))
    return 'must be a name as it could stand here, in camelCase';
  if (stated.some(([other]) => other === was)) return 'is a name that is still in use here';
  const twin = stated.find(([other, options]) => other !== name && options.was === was);
  return twin && `is also what ${twin[0]} was called: only one of them can have its values`;
};
