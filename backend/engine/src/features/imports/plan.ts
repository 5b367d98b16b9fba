import { idHeading, isMapped, unescapeFormula, usableRules } from '@bindery/contract/records/csv.ts';
import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import { withFixedFields } from '@bindery/contract/records/rows/row-filter.ts';
import type { FieldErrorKey } from '@bindery/contract/records/validation.ts';
import { splitValues } from '@bindery/contract/schema/fields/references.ts';
import {
  fieldKind,
  type Resource,
  type ResourceField,
  type UniqueRule,
} from '@bindery/contract/schema/index.ts';
import type { z } from 'zod';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import type { RecordValues } from '#backend/records/resources/hooks.ts';
import type { ResourceService } from '#backend/records/resources/resource-service.ts';

/** The target of a column: the id of the record, or a field; a reference by its id or by its label. */
type Target = { readonly kind: 'id' } | { readonly kind: 'value' | 'label'; readonly field: ResourceField };

/** How the records of a file become records of a resource. */
export interface ImportPlan {
  readonly service: ResourceService;
  readonly actor: Actor;
  readonly mayCreate: boolean;
  /** The target of each column; undefined for columns that are not imported. */
  readonly targets: readonly (Target | undefined)[];
  /** How existing records are found; undefined if all records are new. */
  readonly matchBy: 'id' | UniqueRule | undefined;
  /** The unique rules whose fields the actor may read. */
  readonly rules: readonly UniqueRule[];
  readonly create: z.ZodType<RecordValues>;
  readonly update: z.ZodType<RecordValues>;
}

/** A record of a file by field: its values as JSON, and its references given as labels. */
export interface GivenRecord {
  readonly id: string | undefined;
  readonly values: Record<string, unknown>;
  /** Includes labels next to an id: `changedLabels` finds which of the two was changed, or removed labels. */
  readonly labels: ReadonlyMap<ResourceField, readonly string[]>;
}

interface Choice {
  readonly mapping: readonly (string | null)[];
  readonly matchBy: string | null;
}

/**
 * Creates the plan of an import for a user.
 * @throws ApiError INVALID for an unknown target, or one with two columns; FORBIDDEN without the right to
 * update, if existing records are to be found.
 */
export function createImportPlan(
  service: ResourceService,
  { actor, ...choice }: Choice & { actor: Actor },
): ImportPlan {
  const resource = withFixedFields(visibleTo(service.resource, [actor.role]), actor.role);
  const rights = resource.rights[actor.role] ?? [];
  const schemas = schemasOf(resource);
  const targets = choice.mapping.map((name) => (name === null ? undefined : targetOf(resource, name)));
  const twice = choice.mapping.find((name, place) => name !== null && choice.mapping.indexOf(name) !== place);
  if (twice !== undefined) throw reject('mapping', 'errors.invalid');
  if (targets.every((target) => target === undefined)) throw reject('mapping', 'errors.required');
  const isVisible = (rule: UniqueRule) =>
    [...rule.fields, ...Object.keys(rule.when ?? {})].every((name) => Object.hasOwn(resource.fields, name));
  const rules = resource.unique.filter(isVisible);
  const matchBy = choice.matchBy === null ? undefined : matchOf(resource, { rules, ...choice });
  if (!rights.includes(matchBy ? 'update' : 'create')) throw new ApiError('FORBIDDEN');
  return {
    service,
    actor,
    targets,
    matchBy,
    rules,
    mayCreate: rights.includes('create'),
    create: schemas.create as z.ZodType<RecordValues>,
    update: schemas.update as z.ZodType<RecordValues>,
  };
}

const reject = (name: string, key: FieldErrorKey, values: Readonly<Record<string, string>> = {}) =>
  new ApiError('INVALID', errorsAt(name, key, values));

function targetOf(resource: Resource, name: string): Target {
  if (name === 'id') return { kind: 'id' };
  const fields = Object.values(resource.fields).filter((field) => !field.readOnly);
  // The name of a file does not identify it: only its id does.
  const field = fields.find((one) => one.name === name && !one.upload);
  if (field) return { kind: field.to ? 'label' : 'value', field };
  const reference = fields.find((one) => (one.to || one.upload) && idHeading(one.name) === name);
  if (!reference) throw reject('mapping', 'errors.valueNotFound', { value: name });
  return { kind: 'value', field: reference };
}

function matchOf(
  resource: Resource,
  { rules, mapping, matchBy }: Choice & { rules: readonly UniqueRule[] },
): 'id' | UniqueRule {
  const fieldsOf = (rule: UniqueRule) => rule.fields.filter((name) => isMapped(mapping, name)).join(',');
  const hasIds = mapping.includes('id');
  if (matchBy === 'id' && hasIds) return 'id';
  const usable = usableRules(rules, resource, mapping);
  const rule = usable.find(({ name }) => name === matchBy) ?? usable.find((one) => fieldsOf(one) === matchBy);
  if (rule) return rule;
  const options = [...(hasIds ? ['id'] : []), ...usable.map(fieldsOf)];
  if (options.length === 0) throw reject('matchBy', 'errors.invalid');
  throw reject('matchBy', 'errors.invalidOption', { options: options.join(', ') });
}

/** Returns the values of the cells of a record, references by their id and by their label. */
export function readCells({ targets }: ImportPlan, cells: readonly (string | null)[]): GivenRecord {
  const values: Record<string, unknown> = {};
  const labels = new Map<ResourceField, readonly string[]>();
  let id: string | undefined;
  for (const [place, target] of targets.entries()) {
    if (!target) continue;
    const cell = cells[place] ?? null;
    const text = cell === null ? null : unescapeFormula(cell);
    if (target.kind === 'id') id = text?.trim().toLowerCase() || undefined;
    else if (target.kind === 'label') {
      const given = text?.trim() ?? '';
      const all = target.field.join ? splitValues(given) : [given].filter(Boolean);
      labels.set(target.field, all);
      values[target.field.name] ??= null;
    } else {
      const { parse = (given: string) => given } = fieldKind(target.field.kind);
      // An empty cell of another column must not hide the id of a reference.
      if (text !== null || values[target.field.name] === undefined)
        values[target.field.name] = text === null ? null : parse(text);
    }
  }
  return { id, values, labels };
}
