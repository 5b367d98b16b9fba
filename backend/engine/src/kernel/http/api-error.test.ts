import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCodes } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';

const table = readFileSync('docs/api.md', 'utf8').split('## Errors')[1] ?? '';

test.each(errorCodes)('docs/api.md lists %s with its status', (code) => {
  const row = table.split('\n').find((line) => line.includes(`\`${code}\``));
  expect(row?.split('|')[1]).toContain(String(new ApiError(code).status));
});
