/** The seeded admin. In a demo only this address and SAMPLE_USER may sign in. */
export const SAMPLE_ADMIN = 'admin@example.com';
/** The seeded user without admin rights. */
export const SAMPLE_USER = 'user@example.com';
