import { Eta } from 'eta';

const options = { views: import.meta.dirname, useWith: true };
const code = new Eta({ ...options, autoEscape: false });

/** Renders source code from a template, given by its path from this folder, with values by name. */
export const renderCode = (template: string, values: object): string =>
  code.render(`${template}.eta`, values);
