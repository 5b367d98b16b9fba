import type { Pages } from '#contract/api/pages.ts';

/** Pages that exist while developing only: neither the table of pages nor a build has them. */
export const developerPages = {
  '/manager/developers': { area: 'manager', component: 'manager/developers/developers-page.tsx' },
} as const satisfies Pages;
