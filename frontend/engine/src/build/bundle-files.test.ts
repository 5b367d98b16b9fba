import { expect, test } from 'vitest';
import { statedIn } from './bundle-files.ts';

test('an error about a missing module names the file that declares it', () => {
  expect(statedIn('extensions/loans/manager/list-page.tsx')).toBe(
    'manager.ts or pages.ts of frontend/extensions/loans',
  );
  expect(statedIn('manager/main.tsx')).toBe('frontend/engine/src/build/first-visits.ts');
});
