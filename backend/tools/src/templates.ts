import { Eta } from 'eta';

const options = { views: import.meta.dirname, useWith: true, autoTrim: false } as const;
const text = new Eta({ ...options, autoEscape: false });

/** Renders a template, given by its path from this folder, with values by name: source code or Markdown. */
export const renderText = (template: string, values: object): string =>
  text.render(`${template}.eta`, values);
