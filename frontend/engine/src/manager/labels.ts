import { createLabels, type Labels } from '@bindery/contract/records/resources/labels.ts';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';

export type { Labels };

/** Returns the labels of the resources and re-renders the component when the language changes. */
export function useLabels(): Labels {
  const { language } = useLanguage();
  return createLabels(translate, language);
}
