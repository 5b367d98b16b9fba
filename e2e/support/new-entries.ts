/** Returns the entries of new resources, everything that a developer writes, with the names of two roles. */
export const entriesFor = ({ admin, user }: { admin: string; user: string }): string => `printingHouses: {
    group: 'configuration',
    fields: {
      name: kinds.text({ required: true, max: 80, search: true }),
      country: kinds.select(['KE', 'FR', 'EG'], { required: true, default: 'KE' }),
      founded: kinds.integer({ min: 1400, max: 2100 }),
      site: kinds.url(),
      active: kinds.boolean({ required: true, default: true }),
      contact: kinds.reference('users'),
      notes: kinds.longText(),
    },
    unique: [{ fields: ['name', 'country'], reportOn: 'name' }],
    rights: { ${admin}: ['read', 'create', 'update', 'delete'], ${user}: ['read'] },
  },
  contracts: {
    fields: {
      printer: kinds.reference('printingHouses', { required: true, onDelete: 'cascade' }),
      contact: kinds.reference('users', { onDelete: 'setNull' }),
      signed: kinds.date(),
      witnesses: kinds.references('users', { ordered: true }),
    },
    label: '{printer} – {contact}',
    rights: { ${admin}: ['read', 'create', 'update', 'delete'] },
  },
  renewals: {
    fields: {
      contract: kinds.reference('contracts', { required: true, onDelete: 'cascade' }),
      until: kinds.date(),
    },
    rights: { ${admin}: ['read', 'create', 'update', 'delete'] },
  },
  users: {`;

/** A developer's hook that rejects writes with its own message. */
export const HOOKS = `import { ApiError, defineHooks } from '@bindery/backend/extend';

export default defineHooks('contracts', {
  beforeCreate: async ({ signed }) => {
    if (signed === null) throw new ApiError('CONFLICT', { message: 'A contract begins with its signature' });
    if (signed === '2020-02-02')
      throw new ApiError('INVALID', { errors: { signed: [{ key: 'sunday', message: 'Nobody signs on a Sunday' }] } });
    return undefined;
  },
});
`;
