import { readFileSync } from 'node:fs';
import { errorCodes } from '@bindery/contract/records/errors.ts';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';

const table = readFileSync('docs/api.md', 'utf8').split('## Errors')[1] ?? '';

test.each(errorCodes)('docs/api.md lists %s with its status', (code) => {
  const row = table.split('\n').find((line) => /^\| \d/.test(line) && line.includes(`\`${code}\``));
  expect(row?.split('|')[1]).toContain(String(new ApiError(code).status));
});
