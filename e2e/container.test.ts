import { readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

test('the Dockerfile has no error and no warning of its linter', () => {
  const problems = validate(readFileSync('Dockerfile', 'utf8'));
  expect(problems.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`)).toEqual([]);
});

test('the compose file has no error and no warning of its linter', () => {
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

test('a wrong line in the Dockerfile is found', () => {
  expect(validate('FROM node\nRUNN npm ci')).not.toEqual([]);
});
