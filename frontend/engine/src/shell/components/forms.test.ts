import { expect, test } from 'vitest';
import { frontendSources } from '#frontend/testing/sources.ts';
import { nodesOf, type SyntaxNode } from '#frontend/testing/syntax.ts';

/** The pages of a product may let the browser validate their forms. */
const isOfProduct = /extensions\/(?!books\/|users\/)/;

test("every form disables native validation, whose messages are in the browser's language", () => {
  const sources = frontendSources(/\.tsx$/).filter(({ path }) => !isOfProduct.test(path));
  const forms = sources.flatMap((source) =>
    nodesOf(source)
      .filter(isForm)
      .map((form) => ({ path: source.path, attributes: attributesOf(form) })),
  );
  expect(forms.length).toBeGreaterThan(5);
  // The props that `useNameForm` spreads into its form include `noValidate`; a form with `component={false}`
  // has no element.
  const native = forms.filter(
    ({ attributes }) => !attributes.some((name) => /^(noValidate|\.\.\.|component)$/.test(name)),
  );
  expect(native).toEqual([]);
});

const isForm = ({ type, name }: SyntaxNode) =>
  type === 'JSXOpeningElement' && /^form$/i.test(String((name as { name?: unknown }).name));

const attributesOf = ({ attributes }: SyntaxNode) =>
  (attributes as { type: string; name?: { name: string } }[]).map(({ type, name }) =>
    type === 'JSXSpreadAttribute' ? '...' : String(name?.name),
  );
