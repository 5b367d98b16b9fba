import type { Language } from '@bindery/contract/records/init.ts';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import sw from './locales/sw.json' with { type: 'json' };

/** The texts of the page around the document, in each language. */
export const pageTextsOf: Readonly<Record<Language, typeof en>> = { en, fr, ar, sw };

/** The description of the API in the document, which is in English. */
export const DESCRIPTION = `${en.signIn}
${en.keys}

## ${en.behaviour}

- ${en.lists}
- ${en.writes}
- ${en.errorBody}`;
