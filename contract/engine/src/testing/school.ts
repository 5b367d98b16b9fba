import {
  boolean,
  defineResources,
  defineRoles,
  email,
  file,
  integer,
  reference,
  references,
  select,
  text,
} from '#contract/schema/index.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;

const roles = defineRoles({
  admin: { manager: true, administersUsers: true },
  registrar: { manager: true, administersUsers: true },
  // Registrars who see users and change none.
  inspector: { manager: true, administersUsers: true },
  teacher: { manager: true },
  guardian: { newUsers: true },
});

/**
 * Resources of several schools: registrars administer the users of their own school, schools may share
 * teachers, and guardians see their own pupils.
 */
export const school = defineResources(
  {
    schools: {
      fields: { name: text({ required: true, search: true }) },
      rights: { admin: everything, registrar: ['read'], inspector: ['read'], teacher: ['read'] },
      where: {
        registrar: ({ user }) => ({ id: user.school }),
        inspector: ({ user }) => ({ id: user.school }),
        teacher: ({ user }) => ({ id: user.school }),
      },
    },
    teachers: {
      fields: {
        name: text({ required: true, search: true }),
        schools: references('schools', { required: true }),
        salary: integer({ readBy: ['admin'] }),
      },
      rights: { admin: everything, registrar: everything, inspector: ['read'], teacher: ['read'] },
      where: {
        registrar: ({ user }) => ({ schools: { some: user.school } }),
        inspector: ({ user }) => ({ schools: { some: user.school } }),
        teacher: ({ user }) => ({ schools: { some: user.school } }),
      },
    },
    pupils: {
      fields: {
        name: text({ required: true, search: true }),
        school: reference('schools', { required: true }),
        teachers: references('teachers'),
        guardians: references('users'),
        report: file(),
      },
      rights: {
        admin: everything,
        registrar: everything,
        inspector: ['read'],
        teacher: ['read', 'update'],
        guardian: ['read'],
      },
      where: {
        registrar: ({ user }) => ({ school: user.school }),
        inspector: ({ user }) => ({ school: user.school }),
        teacher: ({ user }) => ({ school: user.school }),
        guardian: ({ user }) => ({ guardians: { some: user.id } }),
      },
    },
    users: {
      managedBy: 'auth',
      fields: {
        email: email({ required: true, unique: true, search: true }),
        name: text({ search: true }),
        role: select(['guardian', 'teacher', 'inspector', 'registrar', 'admin'], {
          required: true,
          default: 'guardian',
        }),
        school: reference('schools', { onDelete: 'setNull' }),
        banned: boolean({ required: true, readOnly: true }),
        remark: text({ readBy: ['admin'] }),
        staffNumber: integer({ writeBy: ['admin'] }),
      },
      label: 'email',
      rights: { admin: everything, registrar: everything, inspector: ['read'], teacher: ['read'] },
      where: {
        registrar: ({ user }) => ({ school: user.school }),
        inspector: ({ user }) => ({ school: user.school }),
        teacher: ({ user }) => ({ school: user.school }),
      },
    },
  },
  { roles },
);
