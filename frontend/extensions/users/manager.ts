import type { ManagerSlots } from '#contract/extend/pages.ts';

export default {
  panels: ['manager/account-status-panel.tsx', 'manager/sessions-panel.tsx'],
  inPanels: ['emailVerified', 'onboardedAt', 'banned', 'banReason', 'banExpires'],
  // The sessions are those of the account page.
  namespaces: ['account'],
  calls: [
    { path: '/api/users/:id/sessions?_start=0&_end=5', right: ['session', 'list'], exceptOfOneself: true },
  ],
} satisfies ManagerSlots;
