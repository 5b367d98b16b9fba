import { boolean, select, text } from '@bindery/contract/schema/index.ts';

/** The least that the entry of users needs. */
export const users = {
  managedBy: 'auth',
  fields: {
    email: text({ required: true }),
    name: text(),
    role: select(['user', 'admin'], { required: true, default: 'user' }),
    banned: boolean({ required: true, readOnly: true }),
  },
  rights: { admin: ['read', 'create', 'update', 'delete'] },
} as const;
