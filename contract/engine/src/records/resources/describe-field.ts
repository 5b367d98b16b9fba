import type { DefaultSource } from '#contract/schema/dynamic-default.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { comparisonTexts, whenText } from './when-text.ts';

const DEFAULTS: Readonly<Record<DefaultSource, string>> = {
  today: 'Defaults to the day of the request, in UTC.',
  now: 'Defaults to the time of the request.',
  'currentUser.id': 'Defaults to the user who sends the request.',
  'currentUser.email': 'Defaults to the email address of the user who sends the request.',
};

/** Returns the description of a field for the OpenAPI document; undefined if the entry has none. */
export const describeField = ({ description, help }: ResourceField): string | undefined =>
  description ?? help;

/**
 * Returns what a field means and accepts in requests, for the OpenAPI document; undefined if there is nothing
 * to say.
 */
export const describeInput = (field: ResourceField): string | undefined => {
  const { defaultFrom } = field;
  const texts = [
    ...[describeField(field), whenText(field), ...comparisonTexts(field)],
    defaultFrom && DEFAULTS[defaultFrom],
  ];
  return texts.filter(Boolean).join(' ') || undefined;
};
