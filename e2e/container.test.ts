import { readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

const OF_PRODUCT = 'backend/create-bindery/template/Dockerfile';

test.each(['Dockerfile', OF_PRODUCT])('the linter reports no error and no warning in %s', (file) => {
  const problems = validate(readFileSync(file, 'utf8').replaceAll('{{node}}', '26.0.0'));
  expect(problems.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`)).toEqual([]);
});

test('a created product has the same health check', () => {
  const check = (file: string) => /^HEALTHCHECK .*\\\n.*$/m.exec(readFileSync(file, 'utf8'))?.[0];
  expect(check(OF_PRODUCT)).toContain('/api/health/ready');
  expect(check(OF_PRODUCT)).toBe(check('Dockerfile'));
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
