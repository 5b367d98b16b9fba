// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOf } from './list-of.tsx';

const textOf = (...[language, items]: Parameters<typeof listOf>) =>
  render(listOf(language, items)).container.textContent;

test('items are listed in the language, texts and elements', () => {
  expect(textOf('en', ['Dune', { text: 'Emma', node: <b>Emma</b> }, '2 others'])).toBe(
    'Dune, Emma, and 2 others',
  );
  expect(textOf('fr', ['Dune', 'Emma'])).toBe('Dune et Emma');
});

test('an Arabic "and" is part of an Arabic word, and apart from others', () => {
  expect(textOf('ar', ['Dune', { text: 'Emma', node: <b>Emma</b> }, 'سجل آخر'])).toBe(
    'Dune و\u00a0Emma وسجل آخر',
  );
});
