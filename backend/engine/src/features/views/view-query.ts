import { fieldsOf, parameterOf } from '@bindery/contract/records/resources/fields.ts';
import { type ListQuery, listQueryOf } from '@bindery/contract/records/resources/list-query.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import { fieldErrors } from '@bindery/contract/records/validation.ts';
import { type AllResources, allows, type Resource, type Role } from '@bindery/contract/schema/index.ts';
import type { z } from 'zod';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import { queryOf } from '#backend/kernel/http/parse.ts';
import { requireFitInput } from '#backend/kernel/http/request-guard.ts';

/** Parameters of a list that are not part of a view: they select a page or single records. */
const PAGING = ['_start', '_after', '_total', '_computed', 'id'];

/** The list of a resource as a role may query it. */
export interface ListContract {
  readonly resource: Resource;
  readonly schema: z.ZodType<ListQuery>;
  /** Returns whether the resource has a parameter with this name and value that the role may not use. */
  readonly hides: (name: string, values: readonly string[]) => boolean;
}

/** Returns the lists that a role may read, by resource. Their schemas are built when first needed. */
export function createListContracts(
  resources: AllResources,
): (name: string, role: Role) => ListContract | undefined {
  const known = new Map<string, ListContract>();
  return (name, role) => {
    const own = Object.hasOwn(resources, name) ? resources[name] : undefined;
    if (!own || !allows(own, { role, action: 'read' })) return undefined;
    const key = `${role} ${name}`;
    const resource = visibleTo(own, [role]);
    const contract = known.get(key) ?? {
      resource,
      schema: listQueryOf(resource),
      hides: hiddenFrom(own, role),
    };
    known.set(key, contract);
    return contract;
  };
}

/** Distinguishes a field or an archive that a role may not read from one that no longer exists. */
function hiddenFrom(own: Resource, role: Role): ListContract['hides'] {
  const hidesArchive = own.archive && !allows(own, { role, action: 'restore' });
  const hidden = new Set(fieldsOf(own).flatMap(({ name, readBy }) => (readBy.includes(role) ? [] : [name])));
  const isHidden = (name: string) =>
    name === 'archived' ? hidesArchive : hidden.has(name) || hidden.has(name.replace(/_[a-zA-Z]+$/, ''));
  return (name, values) =>
    name === '_sort'
      ? values
          .join()
          .split(',')
          .some((field) => hidden.has(field.trim()))
      : isHidden(name);
}

/** Returns the errors of a view's query by parameter; empty if the list accepts it. */
function errorsOf({ resource, schema, hides }: ListContract, parameters: URLSearchParams) {
  const checked = schema.safeParse({ ...queryOf({ searchParams: parameters }) }, { reportInput: true });
  const unknown = PAGING.filter((name) => parameters.has(name));
  if (parameters.has('q') && resource.search.length === 0) unknown.push('q');
  if (parameters.has('archived') && hides('archived', [])) unknown.push('archived');
  return {
    ...(checked.success ? {} : fieldErrors(checked.error.issues)),
    ...errorsAt(unknown, 'errors.unknown').errors,
  };
}

/**
 * Returns a view's query in its normal form.
 * @throws ApiError INVALID that names each parameter that the list does not accept.
 */
export function checkQuery(contract: ListContract, query: string): string {
  const parameters = new URLSearchParams(query);
  requireFitInput(queryOf({ searchParams: parameters }));
  const errors = errorsOf(contract, parameters);
  if (Object.keys(errors).length > 0) throw new ApiError('INVALID', { errors });
  return parameters.toString();
}

/** @throws ApiError INVALID that names the columns if one of them is not a field, or occurs twice. */
export function checkColumns({ resource }: ListContract, columns: readonly string[] | null): void {
  if (!columns) return;
  const names = new Set(fieldsOf(resource).map(({ name }) => name));
  if (columns.every((name) => names.has(name)) && new Set(columns).size === columns.length) return;
  throw new ApiError(
    'INVALID',
    errorsAt('columns', 'errors.invalidOption', { options: [...names].join(', ') }),
  );
}

/** The parts of a stored view that the caller may read. */
interface ReadableParts {
  readonly query: string;
  readonly columns: string[] | null;
  /** Whether a part is left out. */
  readonly isIncomplete: boolean;
  /** Whether the caller may not read a part of the query, which the view's name may reveal. */
  readonly isHidden: boolean;
}

/** The stored query and columns of a view. */
interface StoredParts {
  readonly query: string;
  readonly columns: readonly string[] | null;
}

/** Returns the ids in the filters of a view, by resource. */
export function namedRecords({ resource, schema }: ListContract, { query }: StoredParts) {
  const parameters = new URLSearchParams(query);
  return fieldsOf(resource).flatMap(({ name, to, operators }) =>
    to === undefined
      ? []
      : operators
          .filter((operator) => operator !== 'null')
          .map((operator) => parameterOf({ name }, operator))
          .filter((parameter) => parameters.has(parameter))
          // Others are left out anyway.
          .filter((parameter) => schema.safeParse({ [parameter]: parameters.getAll(parameter) }).success)
          .map((parameter) => ({ parameter, to, ids: parameters.getAll(parameter) })),
  );
}

/**
 * Returns a stored view's query and columns without parts that the list rejects or the role may not read.
 * @param unreadable - the parameters that name records which the caller may not read
 */
export function readableParts(
  contract: ListContract,
  { view, unreadable }: { view: StoredParts; unreadable: readonly string[] },
): ReadableParts {
  const parameters = new URLSearchParams(view.query);
  const invalid = Object.keys(errorsOf(contract, parameters));
  const isHidden =
    unreadable.length > 0 || invalid.some((name) => contract.hides(name, parameters.getAll(name)));
  for (const name of [...invalid, ...unreadable]) parameters.delete(name);
  // The directions belong to the fields of the order.
  if (invalid.includes('_sort')) parameters.delete('_order');
  const names = new Set(fieldsOf(contract.resource).map(({ name }) => name));
  const columns = view.columns?.filter((name) => names.has(name)) ?? null;
  return {
    query: parameters.toString(),
    columns: columns && columns.length > 0 ? columns : null,
    isIncomplete: invalid.length + unreadable.length > 0 || columns?.length !== view.columns?.length,
    isHidden,
  };
}
