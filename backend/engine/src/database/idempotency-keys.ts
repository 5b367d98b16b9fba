import { defineEntity, p } from '@mikro-orm/core';

/**
 * The requests that created something and named an Idempotency-Key, with their answers: a row is added in the
 * transaction of the write, and kept for a day.
 */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** The SHA-256 of the user's id and the key: keys of different users never meet. */
    id: p.string().length(64).primary(),
    /** The SHA-256 of the resource and the values, to recognize another request with the same key. */
    request: p.string().length(64),
    /** The record as the first request was answered, in JSON. */
    answer: p.text(),
    expiresAt: p.datetime(3).index(),
  },
});
