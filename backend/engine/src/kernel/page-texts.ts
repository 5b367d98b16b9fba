import { product } from '@bindery/contract/api/product.ts';
import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import { createLabels, type Labels, type TranslateKey } from '@bindery/contract/records/resources/labels.ts';

/** The messages of the pages in one language, for texts of the server that use the same words. */
interface PageTexts {
  readonly translate: TranslateKey;
  readonly labels: Labels;
}

const known = new Map<Language, PageTexts>();

/**
 * Returns the messages of the pages in a language; a process reads the locale files once, or with `isHot`
 * every time, for development.
 */
export function pageTexts(language: Language, { isHot = false } = {}): PageTexts {
  const texts = (isHot ? undefined : known.get(language)) ?? readPageTexts(language);
  known.set(language, texts);
  return texts;
}

function readPageTexts(language: Language): PageTexts {
  const texts = textsOf(language);
  const translate: TranslateKey = (key, values = {}, fallback = key) => {
    const named = { product: product().name, ...values };
    const text = texts.get(key) ?? fallback;
    return text.replaceAll(/{{\s*(\w+)\s*}}/g, (_, name: string) =>
      Object.hasOwn(named, name) ? String(named[name as keyof typeof named]) : '',
    );
  };
  return { translate, labels: createLabels(translate, language) };
}
