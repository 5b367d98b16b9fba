import type { ManagerSlots } from '@bindery/contract/api/manager-slots.ts';

export default {
  list: 'manager/user-list.tsx',
  show: 'manager/user-page.tsx',
  panels: ['manager/account-status-panel.tsx', 'manager/sessions-panel.tsx', 'manager/api-keys-panel.tsx'],
  // The name is the heading, and the role is beside it.
  inPanels: ['name', 'role', 'emailVerified', 'onboardedAt', 'banned', 'banReason', 'banExpires'],
  // The sessions and API keys are sections of the account page.
  namespaces: ['account'],
  calls: [
    { path: '/api/users/:id/sessions?_start=0&_end=5', right: ['session', 'list'], exceptOfOneself: true },
    { path: '/api/users/:id/api-keys', right: ['session', 'list'] },
  ],
} satisfies ManagerSlots;
