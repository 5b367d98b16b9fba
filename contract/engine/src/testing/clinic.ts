import {
  boolean,
  currentUser,
  date,
  datetime,
  defineResources,
  email,
  image,
  integer,
  reference,
  references,
  select,
  text,
  today,
} from '#contract/schema/index.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;

/** Resources whose users have custom fields, of every type that a column or a join table can have. */
export const clinic = defineResources({
  clinics: {
    fields: {
      name: text({ required: true, search: true }),
      head: reference('users', { onDelete: 'setNull' }),
    },
    rights: { admin: everything, user: ['read', 'update'] },
    where: { user: { update: ({ user }) => ({ id: user.clinic }) } },
  },
  languages: { fields: { name: text({ required: true }) }, rights: { admin: everything, user: ['read'] } },
  patients: {
    fields: {
      name: text({ required: true, search: true }),
      clinic: reference('clinics', { required: true }),
    },
    rights: { admin: everything, user: everything },
    where: { user: ({ user }) => ({ clinic: user.clinic }) },
  },
  users: {
    managedBy: 'auth',
    fields: {
      email: email({ required: true, unique: true, search: true }),
      name: text({ search: true }),
      role: select(['user', 'admin'], { required: true, default: 'user' }),
      clinic: reference('clinics', { onDelete: 'setNull' }),
      supervisor: reference('users', { onDelete: 'cascade' }),
      phone: text({ max: 20, search: true }),
      badge: integer({ unique: true }),
      level: select(['junior', 'senior'], { required: true, default: 'junior' }),
      isTrainer: boolean({ required: true, default: false }),
      joinedOn: date({ default: today }),
      addedBy: reference('users', { readOnly: true, onDelete: 'setNull', default: currentUser.id }),
      photo: image(),
      trainedAt: datetime(),
      languages: references('languages', { onDelete: 'restrict' }),
      salary: integer({ readBy: ['admin'] }),
      initials: text({ computed: 'left({email}, 2)' }),
    },
    label: 'email',
    rights: { admin: everything, user: ['read'] },
  },
});
