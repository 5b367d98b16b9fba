import { defineEntity, p } from '@mikro-orm/core';

/**
 * The create requests with an Idempotency-Key, with their responses: the transaction of the write adds a row,
 * which is stored for a day.
 */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** The SHA-256 of the user's id and the key, so that the keys of different users never collide. */
    id: p.string().length(64).primary(),
    /** The SHA-256 of the resource and the values, to detect another request with the same key. */
    request: p.string().length(64),
    /** The record of the first response, in JSON. */
    answer: p.text(),
    expiresAt: p.datetime(3).index(),
  },
});
