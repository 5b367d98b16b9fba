/** Every cookie of ours begins with it. */
export const COOKIE_PREFIX = 'bindery';

/** How long a session lives after its last use; its end is put off once a day. */
export const SESSION_DAYS = 30;
