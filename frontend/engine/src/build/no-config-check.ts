/**
 * Stands for contract/engine/src/schema/check.ts in the browser: the server has checked the same config before it started, so that
 * no page needs to load the rules of its mistakes.
 */
export const check = (): readonly string[] => [];
