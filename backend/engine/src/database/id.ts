import { randomUUIDv7 } from 'node:crypto';

/** Returns a new id: a UUID version 7, which starts with the time, so new rows are adjacent in each index. */
export const newId = (): string => randomUUIDv7();
