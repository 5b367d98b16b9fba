import { hasDefault } from '@bindery/contract/records/resources/defaults.ts';
import {
  allows,
  fieldKind,
  PUBLIC,
  type ResourceField,
  type UniqueRule,
} from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '#backend/database/id.ts';
import type { EntryFixture } from './entry-fixture.ts';
import type { WritingRole } from './entry-limits-tests.ts';
import { sampleValue } from './samples.ts';

const MISSING_ID = newId();

/** Returns the same text in another case or with an accent, if the field accepts one. */
function inOtherLetters(field: ResourceField, value: unknown): unknown {
  if (!field.isFolded || typeof value !== 'string') return value;
  const schema = fieldKind(field.kind).schema(z, field);
  const forms = [value.toUpperCase(), value.toLowerCase(), value.replace(/[aeiou]/, '$&\u0301')];
  const isUnchanged = (form: string) => {
    const parsed = schema.safeParse(form);
    return parsed.success && parsed.data !== value && parsed.data === form;
  };
  return forms.find(isUnchanged) ?? value;
}

/** Returns a value of a select or a boolean other than the given ones, or null. */
const otherValue = ({ values }: ResourceField, excluded: readonly unknown[]) =>
  [...(values ?? [false, true])].find((value) => !excluded.includes(value)) ?? null;

/**
 * Declares tests of the records that a role writes. The rules of a field are tested with the first of the
 * roles that may write it: `earlier` names the fields that others have written.
 */
export function testWriting(
  fixture: () => EntryFixture,
  { resource, role, earlier, selection }: WritingRole,
): void {
  const path = `/api/${resource.name}`;
  const post = (json: object) => fixture().call(role, { method: 'POST', path, json });
  const postWith = async (change: object) => {
    const changed = Object.keys(change).flatMap((name) => resource.fields[name] ?? []);
    const applying = changed.some(({ when }) => when) ? changed : undefined;
    const { status, body } = await post({ ...(await fixture().sample(resource, role, applying)), ...change });
    const errors = Object.entries<{ key: string }[]>(body.errors ?? {});
    return { status, errors: Object.fromEntries(errors.map(([name, [error]]) => [name, error?.key])) };
  };
  const fields: ResourceField[] = Object.values(resource.fields);
  const writable = fields.filter((field) => !field.readOnly && field.writeBy.includes(role));
  const untested = writable.filter(({ name }) => !earlier.has(name));
  const names = (test: string, wanted: (field: ResourceField) => boolean) =>
    selection.fields(test, untested.filter(wanted)).map(({ name }) => name);
  const readOnly = earlier.size === 0 ? fields.filter((field) => field.readOnly) : [];
  const rules = resource.unique.filter(
    (rule) =>
      rule.fields.every((name) => writable.some((field) => field.name === name)) &&
      rule.fields.some((name) => !earlier.has(name)) &&
      Object.keys(rule.when ?? {}).every((name) => writable.some((field) => field.name === name)),
  );

  /** Generates a record to which a rule applies. */
  const sampleFor = async ({ when = {} }: UniqueRule): Promise<Record<string, unknown>> => ({
    ...(await fixture().sample(resource, role)),
    ...Object.fromEntries(Object.entries(when).map(([name, [value]]) => [name, value])),
  });

  describe(`a record that ${role} writes`, () => {
    it('is returned as it was stored', async () => {
      const made = await post(await fixture().sample(resource, role));
      expect(made).toMatchObject({ status: 201 });
      expect((await fixture().call(role, { path: `${path}/${made.body.id}` })).body).toEqual(made.body);
    });

    if (selection.has(`repetition ${role === PUBLIC}`))
      it('gets the same response when it is sent again with its Idempotency-Key', async () => {
        const json = await fixture().sample(resource, role);
        const headers = { 'idempotency-key': newId() };
        const send = () => fixture().call(role, { method: 'POST', path, json, headers });
        const [first, again] = [await send(), await send()];
        expect([first.status, again.status]).toEqual(role === PUBLIC ? [401, 401] : [201, 201]);
        expect(again.body).toEqual(role === PUBLIC ? expect.anything() : first.body);
        expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      });

    it.each(untested.filter(({ when }) => when))(
      'has $name only where its condition holds, and keeps no value of it where it does not',
      async (field) => {
        const { name, isRequiredWhen, when = {} } = field;
        const values = await fixture().sample(resource, role, [field]);
        const [source] = Object.keys(when);
        const without = otherValue(resource.fields[source!]!, when[source!]!);
        const errors = ({ body }: { body?: { errors?: object } }) => Object.keys(body?.errors ?? {});
        expect(errors(await post({ ...values, [name]: null }))).toEqual(isRequiredWhen ? [name] : []);
        expect(errors(await post({ ...values, [source!]: without }))).toContain(name);
        const made = await post(values);
        expect(made.status).toBe(201);
        if (!allows(resource, { role, action: 'update' })) return;
        const one = `${path}/${made.body.id}`;
        const newly = writable.filter(
          (other) =>
            other !== field &&
            other.isRequiredWhen &&
            other.when?.[source!]?.some((value) => value === without),
        );
        const json = {
          [source!]: without,
          ...Object.fromEntries(newly.map((other) => [other.name, sampleValue(other, 1)])),
        };
        expect((await fixture().call(role, { method: 'PATCH', path: one, json })).body).toMatchObject({
          [source!]: without,
          [name]: field.join ? [] : null,
        });
      },
    );

    it.each(names('required', (field) => field.required && !hasDefault(field)))(
      'requires %s',
      async (name) => {
        expect(await postWith({ [name]: null })).toEqual({
          status: 400,
          errors: { [name]: 'errors.required' },
        });
      },
    );

    it.each(selection.fields('invalid', untested))(
      'is rejected if $name has a value that its kind does not allow',
      async (field) => {
        for (const [value, error] of fieldKind(field.kind).samples.invalid(field)) {
          const { status, errors } = await postWith({ [field.name]: value });
          expect({ value, status, error: errors[field.name] }).toEqual({ value, status: 400, error });
        }
      },
    );

    it.each(names('missing target', ({ to }) => to !== undefined))(
      'refers with %s only to existing records',
      async (name) => {
        const { join } = resource.fields[name]!;
        const errors = { [name]: join ? 'errors.valueNotFound' : 'errors.referenceNotFound' };
        const value = join ? [MISSING_ID] : MISSING_ID;
        expect(await postWith({ [name]: value })).toEqual({ status: 400, errors });
      },
    );

    it.each(names('missing file', ({ upload }) => upload !== undefined))(
      'takes for %s only files that exist',
      async (name) => {
        const errors = { [name]: 'errors.fileNotFound' };
        expect(await postWith({ [name]: MISSING_ID })).toEqual({ status: 400, errors });
      },
    );

    it.each(selection.fields('read-only', readOnly))(
      'cannot set $name, which is read-only',
      async ({ name }) => {
        expect(await postWith({ [name]: 'x' })).toEqual({
          status: 400,
          errors: { [name]: 'errors.unknown' },
        });
      },
    );

    it.each(rules)('is unique in $fields', async (rule) => {
      const { fields: together, reportOn, when = {} } = rule;
      const first: Record<string, unknown> = await sampleFor(rule);
      expect(await post(first)).toMatchObject({ status: 201 });
      const same = Object.fromEntries([...together, ...Object.keys(when)].map((name) => [name, first[name]]));
      const { status, errors } = await postWith(same);
      expect({ status, names: Object.keys(errors) }).toEqual({ status: 409, names: [reportOn] });
    });

    it.each(rules.filter((rule) => rule.fields.some((name) => resource.fields[name]?.isFolded)))(
      'is compared by $fields with case and accents as configured: exact is $exact',
      async (rule) => {
        const { fields: together, exact, when = {} } = rule;
        const first: Record<string, unknown> = await sampleFor(rule);
        const others = Object.fromEntries([
          ...together.map((name) => [name, inOtherLetters(resource.fields[name]!, first[name])]),
          ...Object.keys(when).map((name) => [name, first[name]]),
        ]);
        // Some patterns and field kinds allow no other spelling.
        if (together.every((name) => others[name] === first[name])) return;
        expect(await post(first)).toMatchObject({ status: 201 });
        expect((await postWith(others)).status).toBe(exact ? 201 : 409);
      },
    );

    it.each(rules.filter((rule) => rule.fields.some((name) => !resource.fields[name]?.required)))(
      'may have empty $fields as configured: empty values count as $nulls',
      async (rule) => {
        const { fields: together, nulls, when = {} } = rule;
        const first: Record<string, unknown> = await sampleFor(rule);
        const same = Object.fromEntries([
          ...together.map((name) => [name, resource.fields[name]?.required ? first[name] : null]),
          ...Object.keys(when).map((name) => [name, first[name]]),
        ]);
        expect(await post({ ...first, ...same })).toMatchObject({ status: 201 });
        expect((await postWith(same)).status).toBe(nulls === 'same' ? 409 : 201);
      },
    );

    it.each(rules.filter(({ when }) => when))(
      'may share $fields with others where the condition of the rule does not hold',
      async (rule) => {
        const [[source, values] = ['', []]] = Object.entries(rule.when ?? {});
        const first: Record<string, unknown> = await sampleFor(rule);
        const other = { ...first, [source]: otherValue(resource.fields[source]!, values) };
        expect(await post(first)).toMatchObject({ status: 201 });
        const shared = await postWith(
          Object.fromEntries([...rule.fields, source].map((name) => [name, other[name]])),
        );
        expect(shared).toEqual({ status: 201, errors: {} });
      },
    );

    const trees = allows(resource, { role, action: 'update' })
      ? untested.filter(({ to, join }) => to === resource.name && !join)
      : [];
    it.each(trees)('cannot become a descendant of itself through $name', async ({ name }) => {
      const made = async (values: object) =>
        (await post({ ...(await fixture().sample(resource, role)), ...values })).body;
      const top = await made({ [name]: null });
      const below = await made({ [name]: top.id });
      const lowest = await made({ [name]: below.id });
      for (const method of ['PATCH', 'PUT'])
        for (const { id } of [top, lowest]) {
          const one = { ...(await fixture().sample(resource, role)), [name]: id };
          const json = method === 'PUT' ? one : { [name]: id };
          const { status, body } = await fixture().call(role, { method, path: `${path}/${top.id}`, json });
          expect({ status, key: body.errors?.[name]?.[0]?.key }).toEqual({
            status: 400,
            key: 'errors.ownAncestor',
          });
        }
    });
  });
}
