import {
  boolean,
  currentUser,
  date,
  datetime,
  decimal,
  defineResources,
  email,
  type FileOfFunction,
  file,
  integer,
  longText,
  now,
  reference,
  select,
  text,
  today,
} from '#contract/schema/index.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;

/** A print shop, whose entries use what docs/entry.md explains: its code is quoted from here. */
export const printShop = defineResources({
  customers: {
    fields: {
      givenName: text({ required: true, search: true }),
      familyName: text({ required: true, search: true }),
      mail: email(),
      name: text({ computed: "{givenName} || ' ' || {familyName}", search: true }),
      initials: text({
        computed: {
          from: ['givenName', 'familyName'],
          value: ({ givenName, familyName }: { givenName: string; familyName: string }) =>
            `${givenName.charAt(0)}${familyName.charAt(0)}`,
        },
      }),
      openOrders: integer({
        title: 'Orders not yet printed',
        computed: { count: 'orders', through: 'customer', where: { state: ['draft', 'sent'] } },
      }),
      lastOrder: date({ computed: { max: 'orderedOn', of: 'orders', through: 'customer' } }),
      lateOrders: integer({
        computed: {
          count: 'orders',
          through: 'customer',
          where: { state: ['draft', 'sent'], promisedFor: { lt: today } },
        },
      }),
      ordersSoFar: integer({
        computed: { count: 'orders', through: 'customer', where: { takenAt: { lte: now } } },
      }),
      ordersDone: integer({ computed: '{ordersSoFar} - {openOrders}' }),
      ordersOfAll: integer({ computed: '{ordersDone} + {openOrders}', readBy: ['admin', 'user'] }),
    },
    label: '{givenName} {familyName}',
    sort: '-lastOrder',
    rights: { admin: everything, user: ['read'] },
  },
  orders: {
    title: 'Print orders',
    singularTitle: 'Print order',
    description: 'What customers want to have printed, from the first draft to the delivery.',
    icon: 'Printer',
    fields: {
      number: integer({ required: true, unique: true }),
      customer: reference('customers', { required: true }),
      orderedOn: date({ required: true, default: today }),
      takenAt: datetime({ readOnly: true, default: now }),
      takenBy: reference('users', { readOnly: true, onDelete: 'setNull', default: currentUser.id }),
      contact: email({ default: currentUser.email, help: 'Who is asked when something is unclear.' }),
      promisedFor: date({ gte: 'orderedOn' }),
      state: select(['draft', 'sent', 'printed'], {
        required: true,
        default: 'draft',
        titles: { draft: 'Not yet sent', sent: 'At the press' },
        description: 'How far the order has come. It can be changed until it is printed.',
      }),
      isUrgent: boolean(),
      notes: longText(),
      proof: file({ accept: ['application/pdf'] }),
      mayBePrinted: boolean({
        computed: {
          from: ['proof', 'takenBy'],
          value: ({ proof, takenBy }: { proof: FileOfFunction | null; takenBy: string | null }) =>
            proof?.type === 'application/pdf' && takenBy !== null,
        },
      }),
      total: decimal({ computed: { sum: 'price', of: 'lines', through: 'order' } }),
      average: decimal({ computed: { avg: 'price', of: 'lines', through: 'order' } }),
      pages: integer({ computed: { sum: 'pages', of: 'lines', through: 'order' } }),
      cheapest: decimal({
        computed: { min: 'price', of: 'lines', through: 'order', where: { copies: { gt: 0 } } },
      }),
    },
    label: 'number',
    layout: [
      {
        name: 'order',
        title: 'The order',
        fields: ['number', 'customer', 'orderedOn', 'promisedFor', 'contact', 'state'],
      },
      { name: 'press', fields: ['isUrgent', 'notes', 'proof'] },
    ],
    rights: { admin: everything, user: ['read', 'create', 'update'] },
    where: { user: ({ user }) => ({ takenBy: user.id }) },
  },
  lines: {
    fields: {
      order: reference('orders', { required: true, onDelete: 'cascade' }),
      title: text({ required: true, search: true }),
      copies: integer({ required: true, min: 0 }),
      sheets: integer({ required: true, min: 1, default: 1 }),
      price: decimal({ required: true }),
      cost: decimal({ readBy: ['admin'] }),
      pricePerCopy: decimal({ scale: 4, computed: '{price} / nullif({copies}, 0)' }),
      margin: decimal({ computed: '{price} - coalesce({cost}, 0)' }),
      pages: integer({ computed: '{sheets} * {copies}' }),
    },
    rights: { admin: everything, user: ['read'] },
  },
  users: {
    managedBy: 'auth',
    fields: {
      email: email({ required: true, unique: true, search: true }),
      name: text({ search: true }),
      role: select(['user', 'admin'], { required: true, default: 'user' }),
      emailVerified: boolean({ required: true, readOnly: true }),
      onboardedAt: datetime({ readOnly: true }),
      banned: boolean({ required: true, readOnly: true }),
      banReason: text({ readOnly: true }),
      banExpires: datetime({ readOnly: true, filter: false, sort: false }),
      ordersTaken: integer({ computed: { count: 'orders', through: 'takenBy' } }),
    },
    label: 'email',
    rights: { admin: everything },
  },
});
