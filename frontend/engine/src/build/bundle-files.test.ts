import { expect, test } from 'vitest';
import { statedIn } from './bundle-files.ts';

test('a module that there is not is looked for in the file that states it', () => {
  expect(statedIn('extensions/loans/manager/list-page.tsx')).toBe(
    'manager.ts or pages.ts of frontend/extensions/loans',
  );
  expect(statedIn('manager/main.tsx')).toBe('frontend/engine/src/build/first-visits.ts');
});
