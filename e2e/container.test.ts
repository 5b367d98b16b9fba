import { readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

test('the linter reports no error and no warning in the Dockerfile', () => {
  const problems = validate(readFileSync('Dockerfile', 'utf8'));
  expect(problems.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`)).toEqual([]);
});

test('the linter reports no error and no warning in the compose file', () => {
  const files = new DCLinter({ rules: {}, exclude: [], quiet: false, debug: false }).lintFiles(
    ['compose.yaml'],
    false,
  );
  const problems = files.flatMap(({ messages }) =>
    messages.map(({ line, message }) => `line ${line}: ${message}`),
  );
  expect(files).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('an invalid line in the Dockerfile is found', () => {
  expect(validate('FROM node\nRUNN npm ci')).not.toEqual([]);
});
