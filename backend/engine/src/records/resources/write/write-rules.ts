import { joinFields } from '@bindery/contract/records/resources/fields.ts';
import { comparisonsOf } from '@bindery/contract/records/rows/comparisons.ts';
import { type Action, fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import type { HistoryAction } from '#backend/database/history.ts';
import { type Actor, roleKey } from '#backend/kernel/http/actor.ts';
import { cascadeTargets, referrersOf } from '../deletion/references.ts';
import type { RecordValues, ResourceHooks } from '../hooks.ts';
import { computedSql, expressionsOf, type FallibleExpression, isComputedBySql } from '../query/computed.ts';
import { limitedTarget } from '../query/limited-references.ts';
import { isLimited, maySee, maySet } from '../query/rights.ts';
import { scopeOf } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { treeFields } from '../stages/trees.ts';
import type { Change } from './change.ts';

/** The hook that runs before each change of records. */
export const HOOKS = {
  create: 'beforeCreate',
  update: 'beforeUpdate',
  delete: 'beforeDelete',
  archive: 'beforeDelete',
  restore: 'beforeCreate',
} as const satisfies Record<HistoryAction, keyof ResourceHooks>;

/** Returns whether a hook runs before a change. A reference changed with another record is no update. */
export const hasHook = ({ service, action, isConsequence }: Change): boolean =>
  service.hooks[HOOKS[action]] !== undefined && !(isConsequence && action === 'update');

/** Returns whether a hook receives the record before the change, with its computed fields. */
export const passesRecord = (change: Change): boolean =>
  hasHook(change) && HOOKS[change.action] !== 'beforeCreate';

/** The right that a change requires. */
export const RIGHTS = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  archive: 'delete',
  restore: 'restore',
} as const satisfies Record<HistoryAction, Action>;

/** What an entry and its hooks require of the writes of one role: which stages of a write have work to do. */
export interface WriteRules {
  /** Whether the server sets fields of new records itself. */
  readonly hasDefaults: boolean;
  /** Whether references, or the rows of the role, must be checked before a change. */
  readonly checks: Readonly<Record<'create' | 'update', boolean>>;
  /** Whether the role may not see some of the records that references lead to. */
  readonly hidesReferences: boolean;
  /** Whether fields depend on others. */
  readonly hasFieldRules: boolean;
  readonly uploads: readonly ResourceField[];
  readonly joins: readonly ResourceField[];
  /** The fields with one reference to the resource itself. */
  readonly selfReferences: readonly ResourceField[];
  /** Whether a deletion may change other records, or be prevented by them. */
  readonly reachesOthers: boolean;
  /** The resources whose number of records a change may change: for a deletion also those that cascade. */
  readonly counted: Readonly<Record<HistoryAction, readonly string[]>>;
  /** Whether the statement that writes a record can return it: all that it shows is in the same table. */
  readonly returnsRecord: Readonly<Record<HistoryAction, boolean>>;
  /** Whether the statement that creates a record can store its response: all columns have known types. */
  readonly storesResponses: boolean;
  /** The expressions of computed fields, also of those that the role may not read. */
  readonly expressions: readonly (FallibleExpression & {
    /** Whether a statement that returns the record computes the same value anyway. */
    readonly isReturned: boolean;
  })[];
  /** Whether there are fields that the database computes. */
  readonly hasComputed: boolean;
  /** Whether the role reads such fields. */
  readonly showsComputed: boolean;
  /** The functions that convert values to their stored form, by field. */
  readonly conversions: ReadonlyMap<string, (value: unknown) => unknown>;
  /** Returns whether the statements of a change must be one transaction. */
  needsTransaction(action: HistoryAction, values: RecordValues): boolean;
}

const known = new WeakMap<ResourceService, Map<string, WriteRules>>();

/** Returns the rules for the writes of an actor, which depend on the role. */
export function writeRules(service: ResourceService, actor: Actor): WriteRules {
  const ofRoles = known.get(service) ?? new Map<string, WriteRules>();
  known.set(service, ofRoles);
  const who = roleKey(actor);
  const rules = ofRoles.get(who) ?? createRules(service, actor);
  ofRoles.set(who, rules);
  return rules;
}

function createRules(service: ResourceService, actor: Actor): WriteRules {
  const { resource, resources, hooks } = service;
  const fields = Object.values(resource.fields);
  const targets = fields.flatMap(({ to }) => (to === undefined ? [] : (resources[to] ?? [])));
  const isScoped = targets.some((target) => scopeOf(target, { actor }) !== undefined);
  const isChecked = (action: 'create' | 'update') =>
    isLimited(actor, resource, action) ||
    (targets.length > 0 && (isScoped || hooks[HOOKS[action]] !== undefined));
  const uploads = fields.filter(({ upload }) => upload);
  const joins = joinFields(resource);
  const selfReferences = treeFields(resource);
  const reachesOthers =
    joins.length > 0 ||
    (['cascade', 'setNull', 'restrict'] as const).some(
      (onDelete) => referrersOf(resources, { to: resource.name, onDelete }).length > 0,
    );
  const isAlone = joins.length === 0 && selfReferences.length === 0 && !showsOthersOf(resource);
  const named = (values: RecordValues, some: readonly ResourceField[]) =>
    some.some(({ name }) => values[name] !== undefined && values[name] !== null);
  const transactional = new Set(
    (Object.keys(HOOKS) as HistoryAction[]).filter(
      (action) =>
        hooks[HOOKS[action]] !== undefined ||
        isLimited(actor, resource, RIGHTS[action]) ||
        (action === 'create' && (hooks.limitCreations !== undefined || joins.length > 0)) ||
        (action === 'delete' && reachesOthers),
    ),
  );
  return {
    hasDefaults:
      isLimited(actor, resource, 'create') ||
      fields.some((field) => field.defaultFrom || (!maySet(actor, field) && field.default !== undefined)),
    checks: { create: isChecked('create'), update: isChecked('update') },
    hidesReferences: fields.some((field) => limitedTarget(field, { actor, resources })),
    hasFieldRules: fields.some((field) => field.when || comparisonsOf(resource, field).length > 0),
    uploads,
    joins,
    selfReferences,
    reachesOthers,
    counted: {
      create: [resource.name],
      update: [],
      delete: [resource.name, ...cascadeTargets(resource.name, resources)],
      archive: [resource.name],
      restore: [resource.name],
    },
    returnsRecord: {
      create: isAlone,
      delete: false,
      archive: false,
      // A record that has left the rows of the role is not in the response.
      update: isAlone && !isLimited(actor, resource, 'read'),
      restore: isAlone && !isLimited(actor, resource, 'read'),
    },
    storesResponses: isAlone && !fields.some(({ computed }) => computed && 'from' in computed),
    expressions: expressionsOf(resource).map((expression) => {
      const { field } = expression;
      const isReturned = maySee(actor, field) && !computedSql(field, { resource, actor })!.isPersonal;
      return { ...expression, isReturned };
    }),
    hasComputed: fields.some(isComputedBySql),
    showsComputed: fields.some((field) => isComputedBySql(field) && maySee(actor, field)),
    conversions: conversionsOf(fields),
    needsTransaction: (action, values) =>
      transactional.has(action) ||
      named(values, uploads) ||
      (action === 'update' && (named(values, selfReferences) || joins.some(({ name }) => name in values))),
  };
}

/** Returns whether a record shows what is computed of other records of the same resource. */
const showsOthersOf = ({ fields, name }: Resource): boolean =>
  Object.values(fields).some(({ computed }) => computed && 'aggregate' in computed && computed.of === name);

const conversionsOf = (fields: readonly ResourceField[]) =>
  new Map(
    fields.flatMap((field) => {
      const { write } = fieldKind(field.kind);
      return write ? [[field.name, write] as const] : [];
    }),
  );
