/**
 * Replaces contract/engine/src/schema/check.ts in the browser: the server has checked the same config before
 * it started, so no page needs to load the checks.
 */
export const check = (): readonly string[] => [];
