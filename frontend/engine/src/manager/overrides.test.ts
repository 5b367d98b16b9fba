import { expectTypeOf, test } from 'vitest';
import type { RecordIn } from '#frontend/shell/http/typed-records.ts';
import type { RecordProps } from './overrides.ts';

test('the props of a component on a record’s page have the fields of its entry, if it names the entry', () => {
  expectTypeOf<RecordProps<RecordIn<'users'>>['item']['email']>().toEqualTypeOf<string>();
  expectTypeOf<RecordProps['item']['email']>().toEqualTypeOf<unknown>();
});
