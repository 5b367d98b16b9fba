import { EntitySchema } from '@mikro-orm/core';
import type { Row } from './connection.ts';

/** Returns the table of API keys, which are kept as hashes. The keys of a user are deleted together with the user. */
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
      /** The part of the key that is no secret: it finds the key, and tells users which one it is. */
      prefix: { type: 'string', length: 120, unique: true },
      /** The SHA-256 of the whole key, in hex. */
      hash: { type: 'string', length: 64 },
      readOnly: { type: 'boolean' },
      expiresAt: { type: 'datetime', length: 3, nullable: true },
      lastUsedAt: { type: 'datetime', length: 3, nullable: true },
      /** A revoked key stays for a while, so that whoever still sends it learns why it is refused. */
      revokedAt: { type: 'datetime', length: 3, nullable: true },
      createdAt: { type: 'datetime', length: 3 },
    },
  });
  return entity as EntitySchema;
};
