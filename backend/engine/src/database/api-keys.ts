import { EntitySchema } from '@mikro-orm/core';
import type { Row } from './connection.ts';

/** Returns the table of API keys, which stores only hashes. The keys of a user are deleted with the user. */
export const apiKeys = (users: EntitySchema): EntitySchema => {
  const entity = new EntitySchema<Row>({
    name: 'ApiKey',
    tableName: 'api_keys',
    properties: {
      id: { type: 'uuid', primary: true },
      user: {
        kind: 'm:1',
        entity: () => users,
        fieldName: 'user_id',
        mapToPk: true,
        deleteRule: 'cascade',
        updateRule: 'no action',
        index: true,
      },
      name: { type: 'string', length: 255 },
      /** The public part of the key: it finds the row, and lets users recognize the key. */
      prefix: { type: 'string', length: 120, unique: true },
      /** The SHA-256 of the whole key, in hex. */
      hash: { type: 'string', length: 64 },
      readOnly: { type: 'boolean' },
      expiresAt: { type: 'datetime', length: 3, nullable: true },
      lastUsedAt: { type: 'datetime', length: 3, nullable: true },
      /** A revoked key stays for a while, so that requests with it get the reason. */
      revokedAt: { type: 'datetime', length: 3, nullable: true },
      createdAt: { type: 'datetime', length: 3 },
    },
  });
  return entity as EntitySchema;
};
