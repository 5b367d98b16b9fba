/** The admin that the seeds make; in a demo nobody but the two of them signs in. */
export const SAMPLE_ADMIN = 'admin@example.com';
/** The user that the seeds make. */
export const SAMPLE_USER = 'user@example.com';
