import type { DefaultSource } from '#contract/schema/dynamic-default.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { comparisonTexts, conditionText } from './condition-text.ts';

const DEFAULTS: Readonly<Record<DefaultSource, string>> = {
  today: 'Defaults to the day of the request, in UTC.',
  now: 'Defaults to the time of the request.',
  'currentUser.id': 'Defaults to the user who sends the request.',
  'currentUser.email': 'Defaults to the e-mail address of the user who sends the request.',
};

/** Returns what a field means, for readers of the OpenAPI document; undefined where the entry says nothing of it. */
export const describeField = ({ description, help }: ResourceField): string | undefined =>
  description ?? help;

/** Returns what a field means and takes in requests, for readers of the OpenAPI document; undefined if nothing. */
export const describeInput = (field: ResourceField): string | undefined => {
  const { defaultFrom } = field;
  const texts = [
    ...[describeField(field), conditionText(field), ...comparisonTexts(field)],
    defaultFrom && DEFAULTS[defaultFrom],
  ];
  return texts.filter(Boolean).join(' ') || undefined;
};
