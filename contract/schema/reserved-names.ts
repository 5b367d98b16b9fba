/** Resources that would take an address of the product or a table of sign-in. README.md lists them too. */
export const RESERVED_RESOURCES: readonly string[] = [
  ...['account', 'accounts', 'app', 'auth', 'codeBudgets', 'dashboard', 'docs', 'fn', 'health', 'history'],
  ...['init', 'invitations', 'login', 'mailQuotas', 'manager', 'members', 'migrations', 'openapi'],
  ...['organizations', 'outbox', 'rateLimits', 'sessions', 'teamMembers', 'teams', 'verifications'],
];

/** Names of one record that the rights of sign-in already have. */
export const RESERVED_SINGULARS: readonly string[] = [
  ...['account', 'apps', 'session', 'organization', 'member', 'invitation', 'team'],
];

/** Fields that every record has of its own accord. */
export const OWN_FIELDS: readonly string[] = ['id', 'createdAt', 'updatedAt'];

/** Fields that would take a parameter of a list's address, or a column of PostgreSQL's own. */
export const RESERVED_FIELDS: readonly string[] = [
  ...['q', 'lng', 'searchTerm'],
  ...['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin'],
];

/** What every JavaScript object has under that name: neither a resource nor a field may be called so. */
export const OBJECT_MEMBERS: readonly string[] = [
  ...['constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toJSON', 'toLocaleString', 'toString', 'valueOf'],
];

/** Says that a name is reserved, and which ones are. */
export const reservedName = (reason: string, reserved: readonly string[]): string =>
  `${reason}; reserved names: ${reserved.join(', ')}`;
