import { escapeHtml } from '@bindery/backend/kernel/http/escape-html.ts';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import json from 'highlight.js/lib/languages/json';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';

// Tags in TSX are what its grammar for TypeScript knows, too.
const languages = { ts: typescript, json, css, sh: bash, sql };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases('tsx', { languageName: 'ts' });

/** Returns the HTML of code, with classes of `page.css` for what its parts are; plain where the language is unknown. */
export const highlight = (code: string, language: string): string =>
  hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
