import { comparisonsOf, fieldsComparedWith } from '@bindery/contract/records/rows/comparisons.ts';
import { isLimited } from '@bindery/contract/records/rows/row-filter.ts';
import {
  type Action,
  type AllResources,
  allows,
  PUBLIC,
  type Resource,
  type ResourceField,
  type Role,
} from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import type { Selection } from './declarations.ts';
import type { EntryFixture } from './entry-fixture.ts';
import { fitSample } from './samples.ts';

/** A role that may create records of a resource, and the fields tested with the roles before it. */
export interface WritingRole {
  readonly resource: Resource;
  readonly role: Role;
  readonly earlier: ReadonlySet<string>;
  readonly selection: Selection;
}

/** Keys that no entry has: some are fields of every record, others special in JavaScript, rejected first. */
const EXTRA_KEYS = [
  ['nothing', 'id', 'createdAt'],
  ['constructor', '__proto__'],
];

/** Returns the smallest and the largest value that a field with bounds allows; none for other fields. */
export function valuesAtBounds({ kind, min, max, pattern, scale }: ResourceField): unknown[] {
  if (pattern) return [];
  const bounds = [min, max].filter((bound) => bound !== undefined);
  if (kind === 'text' || kind === 'longText')
    return bounds.map((length) => 'a'.repeat(Math.max(Number(length), 1)));
  if (kind === 'decimal') return bounds.map((bound) => Number(bound).toFixed(Math.min(scale ?? 2, 6)));
  return kind === 'integer' || kind === 'date' || kind === 'datetime' ? bounds : [];
}

/** Declares tests of edge cases in what a role sends: extra keys, bounds, outdated records. */
export function testLimits(
  fixture: () => EntryFixture,
  { resource, role, earlier, selection }: WritingRole,
): void {
  const path = `/api/${resource.name}`;
  const post = async (change: object, applying?: readonly ResourceField[]) => {
    const values = { ...(await fixture().sample(resource, role, applying)), ...change };
    const json = fitSample(resource, values, { number: 1, fixed: Object.keys(change) });
    return fixture().call(role, { method: 'POST', path, json });
  };
  const bounded = selection.fields(
    'bounds',
    Object.values(resource.fields).filter(
      (field) =>
        !field.readOnly &&
        field.writeBy.includes(role) &&
        !earlier.has(field.name) &&
        valuesAtBounds(field).length > 0,
    ),
  );

  const hasKeys = selection.has(`keys ${role === PUBLIC}`);
  const hasStates =
    allows(resource, { role, action: 'update' }) && earlier.size === 0 && selection.has('older state');
  if (bounded.length === 0 && !hasKeys && !hasStates) return;

  describe(`a record that ${role} writes`, () => {
    if (hasKeys)
      it('has only its fields as keys', async () => {
        for (const keys of EXTRA_KEYS) {
          const extra = JSON.parse(`{ ${keys.map((key) => `${JSON.stringify(key)}: 1`).join()} }`);
          const { status, body } = await post(extra);
          const names = Object.keys(body.errors ?? {}).toSorted();
          expect({ status, names }).toEqual({ status: 400, names: keys.toSorted() });
        }
      });

    it.each(bounded)('may have the smallest and the largest value in $name', async (field) => {
      const isUnique = resource.unique.some(({ fields }) => fields.length === 1 && fields[0] === field.name);
      for (const value of valuesAtBounds(field)) {
        const made = await post({ [field.name]: value }, field.when ? [field] : undefined);
        // Another test may have written the only value with this length.
        const names = Object.keys(made.body.errors ?? {});
        if (isUnique && made.status === 409) expect(names).toEqual([field.name]);
        else expect({ value, status: made.status, names }).toEqual({ value, status: 201, names: [] });
      }
    });

    if (hasStates)
      it('is not overwritten by a user who has read an older state', async () => {
        const one = `${path}/${(await post({})).body.id}`;
        const etag = (await fixture().call(role, { path: one })).headers.get('etag') ?? '';
        const write = (values: object, ifMatch: string) =>
          fixture().call(role, {
            method: 'PATCH',
            path: one,
            json: values,
            headers: { 'if-match': ifMatch },
          });
        expect((await write({}, '"older"')).status).toBe(412);
        const both = await Promise.all([write({}, etag), write({}, etag)]);
        expect(both.map(({ status }) => status)).toEqual([200, 200]);
        const field = Object.values(resource.fields).find(
          (one) =>
            !one.readOnly &&
            one.writeBy.includes(role) &&
            !(one.to || one.upload || one.unique || one.when) &&
            // Another value may violate the bounds of the entry.
            comparisonsOf(resource, one).length + fieldsComparedWith(resource, [one.name]).length === 0,
        );
        if (!field || resource.unique.some(({ fields }) => fields.includes(field.name))) return;
        const sources = Object.values(resource.fields).flatMap(({ when = {} }) => Object.keys(when));
        if (sources.includes(field.name)) return;
        const before = (await fixture().call(role, { path: one })).body[field.name];
        const samples = [await fixture().sample(resource, role), await fixture().sample(resource, role)];
        const value = samples
          .map((sample) => sample[field.name])
          .find((other) => String(other) !== String(before));
        if (value === undefined || value === null) return;
        const changed = await Promise.all([1, 2].map(() => write({ [field.name]: value }, etag)));
        expect(changed.map(({ status }) => status).sort()).toEqual([200, 412]);
      });
  });
}

/** Declares tests of the effects on the records of a resource when a record that they refer to is deleted. */
export function testDeletions(
  fixture: () => EntryFixture,
  { resource, resources, selection }: { resource: Resource; resources: AllResources; selection: Selection },
): void {
  const may = (on: Resource, role: Role, action: Action) =>
    allows(on, { role, action }) && !isLimited(on, { role, action });
  const tried = Object.values(resource.fields).flatMap((field) => {
    const target = resources[field.to ?? ''];
    if (!target || target.managedBy === 'auth' || target.archive || field.when) return [];
    const role = resource.roles.names.find(
      (name) => may(target, name, 'delete') && may(resource, name, 'read') && field.readBy.includes(name),
    );
    return role === undefined ? [] : [{ ...field, target, role }];
  });
  const referring = selection.fields('deletion', tried);
  if (referring.length > 0)
    describe('deletion of its target', () => {
      it.each(referring)(
        'by $name does what the entry says: $onDelete',
        async ({ target, role, ...field }) => {
          const targetId = await fixture().existing(target);
          const id = await fixture().existingWith(resource, {
            [field.name]: field.join ? [targetId] : targetId,
          });
          const one = { path: `/api/${resource.name}/${id}` };
          const deleted = await fixture().call(role, {
            method: 'DELETE',
            path: `/api/${target.name}/${targetId}`,
          });
          const after = await fixture().call(role, one);
          const onDelete = field.onDelete ?? 'restrict';
          expect(deleted.status).toBe(onDelete === 'restrict' ? 409 : 204);
          expect(after.status).toBe(onDelete === 'cascade' ? 404 : 200);
          const value = after.body[field.name];
          if (onDelete === 'setNull') expect(value).toEqual(field.join ? [] : null);
          if (onDelete === 'restrict') expect([value].flat()).toMatchObject([{ id: targetId }]);
        },
      );
    });
}
