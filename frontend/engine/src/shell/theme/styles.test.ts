import { expect, test } from 'vitest';
import { frontendSources } from '#frontend/testing/sources.ts';

const physicalCss =
  /(^|[\s;{])((margin|padding|border|scroll-margin|scroll-padding)-(left|right|top|bottom)|left|right|top|bottom|width|height|(min|max)-(width|height)|inset-(left|right))\s*:|(text-align|float|clear)\s*:\s*(left|right)/;
const physicalStyle =
  /\b((margin|padding|border)(Left|Right)|(border(Top|Bottom)(Left|Right)Radius))\b|\b(left|right)\s*:\s*(\d|['"`])|textAlign\s*:\s*['"](left|right)/;

test('stylesheets use logical properties, so that Arabic mirrors them', () => {
  const found = frontendSources(/\.css$/).flatMap(({ path, content }) =>
    withoutComments(content)
      .split('\n')
      .filter((line) => physicalCss.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('inline styles of components use logical properties', () => {
  const found = frontendSources(/\.tsx$/).flatMap(({ path, content }) =>
    content
      .split('\n')
      .filter((line) => physicalStyle.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

test('hover is styled only for pointers that hover: on touch screens it would stay after a tap', () => {
  const found = frontendSources(/\.css$/).flatMap(({ path, content }) =>
    outsideHover(withoutComments(content)).includes(':hover') ? [path] : [],
  );
  expect(found).toEqual([]);
});

/** Returns a style sheet without its `@media (hover: hover)` blocks. */
function outsideHover(css: string): string {
  const [before = '', ...blocks] = css.split(/@media \(hover: hover\)[^{]*\{/);
  return before + blocks.map(afterBlock).join('');
}

/** Returns the text after a block, whose opening brace is before the text. */
function afterBlock(css: string): string {
  let depth = 1;
  let at = 0;
  for (; at < css.length && depth > 0; at += 1) depth += { '{': 1, '}': -1 }[css[at]!] ?? 0;
  return css.slice(at);
}

/*
 * In Chromium, each new element of the page would otherwise let the style of every element be computed again:
 * 8 ms instead of 0.5 in a list of 20 rows.
 */
test('what `:has` selects by a descendant has a class, an attribute or a name', () => {
  const found = frontendSources(/\.css$/).flatMap(({ path, content }) =>
    selectorsIn(withoutComments(content))
      .filter(selectsAnyDescendantOfHas)
      .map((selector) => `${path}: ${selector}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['.row:has(.link:focus) > *', true],
  ['.board:has(.part, .change) .column > :last-child:has(p)', true],
  ['.row:has(.link:focus) > td', false],
  ['.main:has(> .loading) + *', false],
  ['.list:has([data-empty]) > :is(.search, .columns)', false],
  ['.list > *', false],
])('%s: %s', (selector, expected) => {
  expect(selectsAnyDescendantOfHas(selector)).toBe(expected);
});

/** Returns the selectors of all rules, without their line breaks. */
const selectorsIn = (css: string): string[] =>
  [...css.matchAll(/[^{};]+(?=\{)/g)]
    .map(([text]) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => !text.startsWith('@'))
    .flatMap((text) => text.split(/,(?![^(]*\))/));

/** Returns whether a selector ends with a descendant of `:has` that could be any element. */
function selectsAnyDescendantOfHas(selector: string): boolean {
  let flat = selector;
  // From the innermost parentheses outwards.
  for (let before = ''; flat !== before; ) {
    before = flat;
    flat = flat.replaceAll(/:(has|is|where|global)\(([^()]*)\)/g, (_, name, inner) =>
      name === 'has' ? ':has' : inner.split(',')[0],
    );
    flat = flat.replaceAll(/:(?:not|nth-child|nth-last-child|dir)\([^()]*\)/g, ':other');
  }
  const subject = /:has.*(?: > | )(?<![+~] )([^ ]+)$/.exec(flat)?.[1];
  return subject !== undefined && !/^[a-z]|[.#[]/i.test(subject);
}
