import type { Pages } from '#contract/api/pages.ts';

/** Pages that exist during development only: the table of pages and a build do not contain them. */
export const developerPages = {
  '/manager/developers': { area: 'manager', component: 'manager/developers/developers-page.tsx' },
} as const satisfies Pages;
