import { product } from '@bindery/contract/api/product.ts';
import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import { createLabels, type TranslateKey } from '@bindery/contract/records/resources/labels.ts';

const known = new Map<Language, ReturnType<typeof readPageTexts>>();

/**
 * Returns the messages of the pages in a language, for texts of the server that use the same words. A process
 * reads the locale files once, or with `isHot` every time, for development.
 */
export function pageTexts(language: Language, { isHot = false } = {}) {
  const texts = (isHot ? undefined : known.get(language)) ?? readPageTexts(language);
  known.set(language, texts);
  return texts;
}

function readPageTexts(language: Language) {
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
