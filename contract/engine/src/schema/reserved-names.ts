/** Resource names that would clash with a URL or a table of better-auth. docs/entry.md lists them too. */
export const RESERVED_RESOURCES: readonly string[] = [
  ...['account', 'accounts', 'apiKeys', 'app', 'auth', 'batchJobRecords', 'batchJobs'],
  ...['dashboard', 'developers', 'docs'],
  ...['fileRemovals', 'files', 'fn', 'health', 'history', 'idempotencyKeys', 'init'],
  ...['importChunks', 'importKeys', 'importInvalidRows', 'imports'],
  ...['invitations', 'login', 'mailQuotas', 'manager', 'members', 'migrations', 'openapi', 'organizations'],
  ...['outbox', 'rateLimitCounters', 'rateLimits', 'savedViewChoices', 'savedViews', 'sessions'],
  ...['teamMembers', 'teams', 'verifications', 'views', 'writeEvents'],
];

/** Singular names that better-auth's access control already uses. */
export const RESERVED_SINGULARS: readonly string[] = [
  ...['account', 'apps', 'session', 'organization', 'member', 'invitation', 'team'],
];

/** Fields that every record has automatically. */
export const OWN_FIELDS: readonly string[] = ['id', 'createdAt', 'updatedAt'];

/** Field names that would clash with a list parameter, a filter combinator or a PostgreSQL system column. */
export const RESERVED_FIELDS: readonly string[] = [
  ...['q', 'lng', 'searchTerm', 'edit'],
  ...['and', 'not', 'or'],
  ...['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin'],
];

/** Members of Object.prototype: neither a resource nor a field may have such a name. */
export const OBJECT_MEMBERS: readonly string[] = [
  ...['constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toJSON', 'toLocaleString', 'toString', 'valueOf'],
];

/** Returns the error text for a reserved name, with the list of reserved names. */
export const reservedName = (reason: string, reserved: readonly string[]): string =>
  `${reason}; reserved names: ${reserved.join(', ')}`;
