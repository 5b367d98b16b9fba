import { join } from 'node:path';
import { escapeHtml } from '@bindery/backend/kernel/http/escape-html.ts';
import { Eta } from 'eta';

const options = { views: join(import.meta.dirname, '..'), useWith: true, autoTrim: false } as const;
const text = new Eta({ ...options, autoEscape: false });
const html = new Eta({ ...options, escapeFunction: (value) => escapeHtml(String(value)) });

/** Renders a template, given by its path in `src`, with values by name: source code or Markdown. */
export const renderText = (template: string, values: object): string =>
  text.render(`${template}.eta`, values);

/** Renders HTML from a template as `renderText` does, with values escaped except in `<%~ %>`. */
export const renderHtml = (template: string, values: object): string =>
  html.render(`${template}.eta`, values);
