/**
 * Matches letters of Hebrew, Arabic and the scripts between them, including presentation forms, and
 * characters that override the direction of a text.
 */
export const RIGHT_TO_LEFT: RegExp = /[\u0590-\u08ff\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]/;
