import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { importDirectly } from './imports.ts';

const installed = createRequire(import.meta.url);
const transform = (code: string) => importDirectly(code, async (name) => installed.resolve(name));
const from = (file: string) => JSON.stringify(installed.resolve(`@bindery/frontend/${file}`));

test('names of an entry point come from their own modules, on the same line', async () => {
  const code = await transform(
    `import { Button, notify as say } from '@bindery/frontend/components';\nimport { read } from '@bindery/frontend/http';\nsay(read, Button);`,
  );
  expect(code.split('\n')).toEqual([
    `import { Button as Button } from ${from('shell/components/button.tsx')}; import { notify as say } from ${from('shell/components/toasts.tsx')};`,
    `import { read as read } from ${from('shell/http/api.ts')};`,
    'say(read, Button);',
  ]);
});

test.each([
  `import * as all from '@bindery/frontend/components';`,
  `import { Nothing } from '@bindery/frontend/components';`,
  `import '@bindery/frontend/components'; import { z } from 'zod'; // from '@bindery/frontend'`,
  `import { Button } from '@bindery/frontend/shell/components/button.tsx';`,
])('other imports are left: %s', async (code) => {
  expect(await transform(code)).toBe(code);
});
