/** The two roles; new users have `user`. */
export const roles = ['admin', 'user'] as const;
/** The role of a signed-in user. */
export type Role = (typeof roles)[number];

/** The actions on the records of a resource. */
export const actions = ['read', 'create', 'update', 'delete'] as const;
/** An action on the records of a resource. */
export type Action = (typeof actions)[number];
