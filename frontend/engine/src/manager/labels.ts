import { createLabels, type Labels } from '@bindery/contract/records/resources/labels.ts';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';

export type { Labels };

const segmenter = new Intl.Segmenter();

/** The maximum length of a label in questions, buttons and headings of dialogs. */
const MAX_LABEL_LENGTH = 80;

/** Truncates a label to the space in a question or a button, without splitting a character. */
export function shortLabel(label: string): string {
  if (label.length <= MAX_LABEL_LENGTH) return label;
  const characters = Array.from(segmenter.segment(label), ({ segment }) => segment);
  return characters.length <= MAX_LABEL_LENGTH
    ? label
    : `${characters.slice(0, MAX_LABEL_LENGTH - 1).join('')}…`;
}

/** Returns the labels of the resources and re-renders the component when the language changes. */
export function useLabels(): Labels {
  const { language } = useLanguage();
  return createLabels(translate, language);
}
