/** The first entry of a product, as a developer pastes it into resources.config.ts above `users`. */
export const FIRST_ENTRY = `tools: {
  fields: {
    name: text({ required: true, search: true }),
    note: text(),
  },
  list: ['name', 'note'],
  rights: {
    admin: ['read', 'create', 'update', 'delete'],
    user: ['read'],
  },
},`;
