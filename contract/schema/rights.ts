/** The two roles; everybody starts as `user`. */
export const roles = ['admin', 'user'] as const;
/** The role of a signed-in user. */
export type Role = (typeof roles)[number];

/** What may be done with the records of a resource. */
export const actions = ['read', 'create', 'update', 'delete'] as const;
/** One of the four things that may be done with a record. */
export type Action = (typeof actions)[number];
