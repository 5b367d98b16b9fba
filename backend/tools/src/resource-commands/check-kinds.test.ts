import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownKinds } from '@bindery/contract/schema/fields/field.ts';
import { addKinds, fieldKind } from '@bindery/contract/schema/kinds.ts';
import { expect, onTestFinished, test } from 'vitest';
import { checkKinds } from './check-kinds.ts';

test('a kind of the product without a file of components is reported with the file', () => {
  const root = mkdtempSync(join(tmpdir(), 'kinds-'));
  addKinds({ starRating: { kind: fieldKind('integer') } });
  onTestFinished(() => {
    knownKinds.delete('starRating');
    rmSync(root, { recursive: true });
  });
  const folder = 'frontend/extensions/field-kinds';
  const check = () => checkKinds(root);
  expect(check).toThrow(`${folder}/star-rating.tsx is missing`);
  expect(check).toThrow('docs/field-kinds.md');
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'star-rating.tsx'), '');
  expect(check).not.toThrow();
});
