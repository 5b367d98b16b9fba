/** The two accounts that the seeds make, one for each role; in a demo nobody else signs in. */
export const SAMPLE_ADMIN = 'admin@example.com';
export const SAMPLE_USER = 'user@example.com';
