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
 * Otherwise Chromium computes the style of every element beside each new one again, or of every element of
 * the page, on all pages that have loaded the style sheet: it finds the elements of such a selector only by a
 * class, an attribute or a name.
 */
test('what a selector selects by another element has a class, an attribute or a name', () => {
  const found = frontendSources(/\.css$/).flatMap(({ path, content }) =>
    selectorsIn(withoutComments(content))
      .filter(selectsAnyElement)
      .map((selector) => `${path}: ${selector}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['.row:has(.link:focus) > *', true],
  ['.row:not(:has(.link)) > *', true],
  ['.board:has(.part, .change) .column > :last-child:has(p)', true],
  ['.row:has(.link:focus) > td', false],
  ['.main:has(> .loading) + *', false],
  ['.main:not(:has(> .loading)) + *', true],
  ['.list:has([data-empty]) > :is(.search, .columns)', false],
  ['.list > *', false],
  ['.list > * + *', true],
  ['.list > li + li::before', false],
  ['.list > :not(:first-child)', false],
  [':has(> .loading) ~ *', true],
  ['.list > :not(.part) + .part > *', true],
  ['.list[data-key="a + b"] + *', false],
])('%s: %s', (selector, expected) => {
  expect(selectsAnyElement(selector)).toBe(expected);
});

/** Returns the selectors of all rules, without their line breaks. */
const selectorsIn = (css: string): string[] =>
  [...css.matchAll(/[^{};]+(?=\{)/g)]
    .map(([text]) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => !text.startsWith('@'))
    .flatMap((text) => text.split(/,(?![^(]*\))/));

/** Returns whether a selector could select any descendant of `:has`, or any sibling of any element. */
function selectsAnyElement(selector: string): boolean {
  const [subject = '', ...before] = partsOf(selector).reverse();
  if (/^[a-z]|[.#[]/i.test(subject)) return false;
  // Each combinator, and the compounds before it.
  return before.some((combinator, place) => {
    if (place % 2 === 1) return false;
    const [previous = '', ...others] = before.slice(place + 1);
    if (combinator === '+' || combinator === '~') return !/[.#[]/.test(previous) || /:not-has/.test(previous);
    return [previous, ...others].some((part) => /has$|has:/.test(part));
  });
}

/** Returns the compounds of a selector and the combinators between them, without arguments and values. */
function partsOf(selector: string): string[] {
  let flat = selector.replaceAll(/\[[^\]]*\]/g, '[]');
  // From the innermost parentheses outwards.
  for (let before = ''; flat !== before; ) {
    before = flat;
    flat = flat.replaceAll(/:([a-z-]+)\(([^()]*)\)/g, (_, name, inner) => {
      if (name === 'has') return ':has';
      if (name === 'not' && /:has/.test(inner)) return ':not-has';
      return ['is', 'where', 'global'].includes(name) ? inner.split(',')[0] : ':other';
    });
  }
  return flat.trim().split(/ ?([>+~ ]) ?/);
}
