import { expect, test } from 'vitest';
import { frontendSources } from '../testing/sources.ts';
import { nodesOf, type SyntaxNode } from '../testing/syntax.ts';

test('every form leaves it to us to say what is wrong: browsers do it in their own language', () => {
  const forms = frontendSources(/\.tsx$/).flatMap((source) =>
    nodesOf(source)
      .filter(isForm)
      .map((form) => ({ path: source.path, attributes: attributesOf(form) })),
  );
  expect(forms.length).toBeGreaterThan(5);
  // `useNameForm` hands its own over, with `noValidate` among them.
  const native = forms.filter(
    ({ attributes }) => !attributes.some((name) => /^(noValidate|\.\.\.)$/.test(name)),
  );
  expect(native).toEqual([]);
});

const isForm = ({ type, name }: SyntaxNode) =>
  type === 'JSXOpeningElement' && /^form$/i.test(String((name as { name?: unknown }).name));

const attributesOf = ({ attributes }: SyntaxNode) =>
  (attributes as { type: string; name?: { name: string } }[]).map(({ type, name }) =>
    type === 'JSXSpreadAttribute' ? '...' : String(name?.name),
  );
