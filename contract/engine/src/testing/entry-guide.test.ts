import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemasOf } from '#contract/records/resources/schemas.ts';
import { printShop } from './print-shop.ts';

const textOf = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const withoutIndent = (code: string) => code.replaceAll(/^\s+/gm, '');
const quoted = [...textOf('../../../../docs/entry.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = '']) => code,
);

it.each(quoted)('the guide to entries quotes code that is compiled and tested: %s', (code) => {
  expect(withoutIndent(textOf('./print-shop.ts'))).toContain(withoutIndent(code));
});

it('the guide to entries has code of every part', () => expect(quoted).toHaveLength(13));

it('the texts of an entry are the texts of its resource', () => {
  const { orders } = printShop;
  expect(orders).toMatchObject({
    title: 'Print orders',
    singularTitle: 'Print order',
    icon: 'Printer',
    layout: [{ title: 'The order' }, { title: 'Press' }],
  });
  expect(orders.fields.state.valueTitles).toEqual({ draft: 'Not yet sent', sent: 'At the press' });
});

it('the schemas of requests and responses describe the fields', () => {
  const { create, item } = schemasOf(printShop.orders);
  const properties = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }).properties as Record<
      string,
      { description?: string }
    >;
  expect(properties(create, 'input').contact?.description).toBe(
    'Who is asked when something is unclear. Defaults to the email address of the user who sends the request.',
  );
  expect(properties(create, 'input').orderedOn?.description).toBe(
    'Defaults to the day of the request, in UTC.',
  );
  expect(properties(item, 'output').state?.description).toMatch(/^How far the order has come/);
  expect(properties(create, 'input')).not.toHaveProperty('total');
  expect(properties(item, 'output')).toHaveProperty('total');
});
