import { Fragment, type ReactNode } from 'react';
import type { Language } from '#frontend/shell/i18n/languages.ts';

/** An item of a list: a text, or an element with its text. */
type Item = string | { readonly text: string; readonly node: ReactNode };

/**
 * Renders items as a list in a language: "a, b, and c". The Arabic "and" is part of the next word, from which
 * a word of another script is separated.
 */
export function listOf(
  language: Language,
  items: readonly Item[],
  options?: Intl.ListFormatOptions,
): ReactNode {
  const texts = items.map((item) => (typeof item === 'string' ? item : item.text));
  let place = 0;
  return new Intl.ListFormat(language, options).formatToParts(texts).map(({ type, value }, index) => {
    const next = texts[place] ?? '';
    const item = type === 'element' ? items[place++] : undefined;
    const isApart = /و$/.test(value) && !/^\p{Script=Arabic}/u.test(next);
    const text = isApart ? `${value}\u00a0` : value;
    return <Fragment key={String(index)}>{typeof item === 'object' ? item.node : (item ?? text)}</Fragment>;
  });
}
